import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { createRateLimitSlots } from '../../src/ledger/operations/rate-limit-slots.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createRateLimit } from '../../src/service/rate-limits/rate-limit.ts';
import type { SlotStore } from '../../src/service/rate-limits/slot-store.ts';
import { createService } from '../../src/service/service.ts';
import { createMemorySlots } from '../support/memory-slots.ts';

/**
 * 350 calls of the real client against the sandbox, whose quota is a sliding log; the slots in memory, and in the
 * embedded ledger. The bound is what no one can beat: n calls at q in a window take at least ceil(n / q) - 1 windows
 * from the first to the last. Fails under 95 % of it, and with any 429. Then what taking and giving back a slot costs at a
 * quota of 100 and of 100,000.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: 'string', default: '350' },
      quota: { type: 'string', default: '100' },
      'window-ms': { type: 'string', default: '12000' },
      /** Every statement of the store in memory takes that much longer. */
      'store-ms': { type: 'string', default: '0' },
    },
  });
  const size = { calls: Number(values.calls), perWindow: Number(values.quota), windowMs: Number(values['window-ms']) };
  const storeMs = Number(values['store-ms']);
  await measure(
    storeMs > 0 ? `memory, ${storeMs} ms a statement` : 'memory',
    slowed(createMemorySlots(systemClock), storeMs),
    size,
  );

  const home = mkdtempSync(join(tmpdir(), 'payrun-bench-'));
  const ledger = await openLedger({ home, log: createLog('silent'), clock: systemClock });
  await measure('embedded ledger', createRateLimitSlots(ledger.db, systemClock), size);
  for (const capacity of [100, 100_000]) await timeSlots(createRateLimitSlots(ledger.db, systemClock), capacity);
  await ledger.close();
  rmSync(home, { recursive: true, force: true });
}

async function timeSlots(slots: SlotStore, capacity: number): Promise<void> {
  const key = `bench:${capacity}`;
  const takeOne = () => slots.take(key, capacity, systemClock.now() + 60_000, 1);
  await takeOne();
  const calls = 300;
  const begun = performance.now();
  for (let i = 0; i < calls; i++) {
    const taken = await takeOne();
    if ('slots' in taken) await slots.giveBack(key, taken.slots, systemClock.now());
  }
  const ms = (performance.now() - begun) / calls;
  console.log(`a slot taken and given back at a quota of ${capacity}: ${ms.toFixed(2)} ms`);
}

interface Size {
  readonly calls: number;
  readonly perWindow: number;
  readonly windowMs: number;
}

async function measure(name: string, inner: SlotStore, { calls, perWindow, windowMs }: Size): Promise<void> {
  const clock = systemClock;
  const sandbox = await startSandbox({ windowMs, quota: perWindow, clock });
  const { store, statements } = counted(inner);
  const sent: number[] = [];
  const quota = createRateLimit({
    store,
    clock,
    keys: { merchant: 'merchant:bench', perWindow },
    address: { key: 'address:bench', perWindow: Math.max(200, perWindow) },
    windowMs,
  });
  const service = createService({
    baseUrl: sandbox.url,
    merchant: { id: 'bench', keys: sandbox.merchant },
    rateLimit: quota,
    fetch,
    clock,
    random: Math.random,
    timeoutMs: 30_000,
    onCall: ({ at }) => {
      sent.push(at);
    },
    log: createLog('silent'),
  });

  await Promise.all(Array.from({ length: calls }, () => service.call('listBalances', {})));
  const books = (await (await fetch(`${sandbox.url}/_sandbox/ledger`)).json()) as {
    requests: Record<string, { total: number; refused: number; maxInWindow: number }>;
  };
  await quota.close();
  await sandbox.close();

  const { total = 0, refused = 0, maxInWindow = 0 } = books.requests[sandbox.merchant.accessKey] ?? {};
  const took = Math.max(...sent) - Math.min(...sent);
  const bound = (Math.ceil(calls / perWindow) - 1) * windowMs;
  const used = bound / took;
  console.log(
    `${name}: ${calls} calls at ${perWindow} in ${windowMs} ms took ${took} ms; at least ${bound} ms; ` +
      `${(used * 100).toFixed(1)} % of the quota used; the sandbox counted ${total}, refused ${refused} (429), ` +
      `at most ${maxInWindow} in a window; ${(statements() / calls).toFixed(1)} statements of the store a call`,
  );
  if (refused > 0 || total !== calls || used < 0.95) process.exitCode = 1;
}

function counted(inner: SlotStore): { store: SlotStore; statements: () => number } {
  let count = 0;
  const counting =
    <A extends unknown[], T>(statement: (...args: A) => T) =>
    (...args: A): T => {
      count += 1;
      return statement(...args);
    };
  return {
    statements: () => count,
    store: { take: counting(inner.take), giveBack: counting(inner.giveBack), used: counting(inner.used) },
  };
}

function slowed(inner: SlotStore, ms: number): SlotStore {
  if (ms === 0) return inner;
  return {
    take: (...args) => systemClock.sleep(ms).then(() => inner.take(...args)),
    giveBack: (...args) => systemClock.sleep(ms).then(() => inner.giveBack(...args)),
    used: (...args) => systemClock.sleep(ms).then(() => inner.used(...args)),
  };
}
