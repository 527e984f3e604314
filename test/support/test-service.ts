import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import type { CallRecord } from '../../src/service/call-record.ts';
import { createRateLimit, type RateLimit } from '../../src/service/rate-limits/rate-limit.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service/service.ts';
import { createMemorySlots } from './memory-slots.ts';

/** Made up for tests; nothing accepts them but the servers of the tests. */
export const TEST_KEYS = { accessKey: 'AK-testaccess', secretKey: 'SK-testsecret' };

export interface TestService {
  readonly service: Service;
  readonly quota: RateLimit;
  readonly records: CallRecord[];
  /** Everything that was logged. */
  readonly logged: () => string;
  close(): Promise<void>;
}

/** The real client and the real quota against `baseUrl`, with short pauses. */
export function createTestService(
  baseUrl: string,
  options: Partial<ServiceOptions> & { windowMs?: number; perWindow?: number; timeoutMs?: number; clock?: Clock } = {},
): TestService {
  const clock = options.clock ?? systemClock;
  const records: CallRecord[] = [];
  const lines: string[] = [];
  const quota =
    options.rateLimit ??
    createRateLimit({
      store: createMemorySlots(clock),
      clock,
      keys: { merchant: 'merchant:test', perWindow: options.perWindow ?? 100 },
      address: { key: 'address:test', perWindow: 200 },
      windowMs: options.windowMs ?? 200,
    });
  const service = createService({
    baseUrl,
    merchant: { id: 'acme', keys: TEST_KEYS },
    rateLimit: quota,
    fetch,
    clock,
    random: () => 0.5,
    timeoutMs: 5_000,
    onCall: (record) => {
      records.push(record);
    },
    log: createLog('trace', { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream),
    backoff: { attempts: 4, baseMs: 4, capMs: 20 },
    ...options,
  });
  return { service, quota, records, logged: () => lines.join(''), close: () => quota.close() };
}
