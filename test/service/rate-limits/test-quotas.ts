import { afterEach } from 'vitest';
import { systemClock } from '../../../src/platform/clock.ts';
import { createRateLimit, type RateLimit, type RateLimitOptions } from '../../../src/service/rate-limits/rate-limit.ts';
import { createMemorySlots } from '../../support/memory-slots.ts';

type Given = Partial<RateLimitOptions> & { perWindow?: number; addressPerWindow?: number };

/** Quotas of 20 calls in 600 ms unless something else is given, and what else is to be closed after each test. */
export function testQuotas() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  const quotaOf = ({ perWindow = 20, addressPerWindow = 200, ...options }: Given = {}): RateLimit => {
    const quota = createRateLimit({
      store: createMemorySlots(systemClock),
      clock: systemClock,
      keys: { merchant: 'merchant:a', perWindow },
      address: { key: 'address', perWindow: addressPerWindow },
      windowMs: 600,
      ...options,
    });
    open.push(quota);
    return quota;
  };
  return { open, quotaOf };
}
