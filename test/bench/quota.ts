import { parseArgs } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { createMemorySlots } from '../../src/service/memory-slots.ts';
import { createQuota } from '../../src/service/quota.ts';
import { createService } from '../../src/service/service.ts';
import type { SlotStore } from '../../src/service/slot-store.ts';
import { startSlidingLogServer } from '../support/sliding-log-server.ts';

/**
 * 350 calls of the real client against a server with a sliding log. The bound is what nobody can beat: n calls at q in a
 * window take at least ceil(n / q) - 1 windows from the first to the last. Fails under 95 % of it, and with any 429.
 * `--store-ms` makes every statement of the store take that long.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: 'string', default: '350' },
      quota: { type: 'string', default: '100' },
      'window-ms': { type: 'string', default: '6000' },
      'store-ms': { type: 'string', default: '0' },
    },
  });
  const calls = Number(values.calls);
  const perWindow = Number(values.quota);
  const windowMs = Number(values['window-ms']);
  const storeMs = Number(values['store-ms']);

  const server = await startSlidingLogServer({ limit: perWindow, windowMs, answerMs: 5 });
  const clock = systemClock;
  const { store, statements } = slowStore(createMemorySlots(clock), storeMs);
  const quota = createQuota({
    store,
    clock,
    keys: { merchant: 'merchant:bench', perWindow },
    address: { key: 'address:bench', perWindow: Math.max(200, perWindow) },
    windowMs,
  });
  const service = createService({
    baseUrl: server.url,
    merchant: { id: 'bench', keys: { accessKey: 'AK-bench', secretKey: 'SK-bench' } },
    quota,
    fetch,
    clock,
    random: Math.random,
    timeoutMs: 30_000,
    onCall: () => {},
    log: createLog('silent'),
  });

  await Promise.all(Array.from({ length: calls }, () => service.call('listBalances', {})));
  await quota.close();
  await server.close();

  const took = (server.arrivals.at(-1) as number) - (server.arrivals[0] as number);
  const bound = (Math.ceil(calls / perWindow) - 1) * windowMs;
  const used = bound / took;
  console.log(
    `${calls} calls at ${perWindow} in ${windowMs} ms: ${took} ms, at least ${bound} ms: ` +
      `${(used * 100).toFixed(1)} % of the quota used, ${server.refused} refused (429), ` +
      `${(statements() / calls).toFixed(1)} statements of the store a call`,
  );
  if (server.refused > 0 || used < 0.95) process.exitCode = 1;
}

function slowStore(inner: SlotStore, ms: number): { store: SlotStore; statements: () => number } {
  let count = 0;
  const slow = async () => {
    count += 1;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  };
  return {
    statements: () => count,
    store: {
      take: (...args) => slow().then(() => inner.take(...args)),
      giveBack: (...args) => slow().then(() => inner.giveBack(...args)),
      used: (...args) => slow().then(() => inner.used(...args)),
    },
  };
}
