import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLevel } from '../../../src/service/rate-limits/rate-limit-level.ts';
import { createMemorySlots } from '../../support/memory-slots.ts';
import { type SlidingLogServer, startSlidingLogServer } from '../../support/servers/sliding-log-server.ts';
import { testQuotas } from './test-quotas.ts';

const { open, quotaOf } = testQuotas();

async function serverOf(limit: number, windowMs = 600, answerMs = 5): Promise<SlidingLogServer> {
  const server = await startSlidingLogServer({ limit, windowMs, answerMs });
  open.push(server);
  return server;
}

const get = (server: SlidingLogServer) => async () => {
  const response = await fetch(server.url);
  await response.text();
};

/** Calls to a server, and when each began and ended. */
function timedCalls(server: SlidingLogServer) {
  const began: number[] = [];
  const ended: number[] = [];
  return {
    call: async () => {
      began.push(performance.now());
      await get(server)();
      ended.push(performance.now());
    },
    /**
     * How much later than it could have gone a call went, in windows; the one in the middle of all. A slot is free a
     * window after its answer, so a call can go when the one `limit` before it has rested, however slow the machine is:
     * 0 where every slot is used, 1 where half of them are.
     */
    lateBy(limit: number, windowMs: number): number {
      began.sort((one, other) => one - other);
      ended.sort((one, other) => one - other);
      const late = began.slice(limit).map((at, i) => (at - ended[i]! - windowMs) / windowMs);
      return late.sort((one, other) => one - other)[Math.floor(late.length / 2)]!;
    },
  };
}

const times = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

describe('a quota against a sliding log', () => {
  test('is shared by two quotas on one store, which both get their share', async () => {
    const server = await serverOf(20, 1_500);
    const store = createMemorySlots(systemClock);
    const served = [0, 0];
    const { call, lateBy } = timedCalls(server);
    const quotas = [quotaOf({ store, windowMs: 1_500 }), quotaOf({ store, windowMs: 1_500 })];
    await times(80, (i) =>
      quotas[i % 2]!.run('sync', (permits) => permits.send(call)).then(() => {
        served[i % 2]! += 1;
      }),
    );
    expect(served).toEqual([40, 40]);
    expect(server.refused).toBe(0);
    expect(lateBy(20, 1_500)).toBeLessThan(0.5);
  });

  test('is not exceeded by a restart: the slots live in the store', async () => {
    const server = await serverOf(20);
    const store = createMemorySlots(systemClock);
    const before = quotaOf({ store });
    await times(20, () => before.run('sync', (permits) => permits.send(get(server))));
    await before.close();
    const after = quotaOf({ store });
    await times(20, () => after.run('sync', (permits) => permits.send(get(server))));
    expect(server.arrivals).toHaveLength(40);
    expect(server.refused).toBe(0);
  });

  test('is not exceeded by three merchants behind one address, with levels of their own or a shared one', async () => {
    for (const shared of [false, true]) {
      const server = await serverOf(20);
      const store = createMemorySlots(systemClock);
      const how = { store, clock: systemClock, windowMs: 600, maxConcurrent: null };
      const level = createLevel({ ...how, key: 'address', perWindow: 20 });
      const quotas = ['a', 'b', 'c'].map((name) =>
        quotaOf({
          store,
          keys: { merchant: name, perWindow: 15 },
          address: shared ? level : { key: 'address', perWindow: 20 },
        }),
      );
      await times(45, (i) => quotas[i % 3]!.run('sync', (permits) => permits.send(get(server))));
      expect(server.arrivals).toHaveLength(45);
      expect(server.refused).toBe(0);
      await level.close();
    }
  });

  test('gets two slots together even if another process takes every single one that becomes free', async () => {
    const store = createMemorySlots(systemClock);
    const quota = quotaOf({ store, perWindow: 4, windowMs: 200 });
    const greedy = quotaOf({ store, perWindow: 4, windowMs: 200 });
    let stop = false;
    const eaters = times(8, async () => {
      while (!stop) await greedy.run('sync', (permits) => permits.send(async () => {}));
    });
    await systemClock.sleep(250);
    const got = await quota.run('money', async (permits) => permits.left, { slots: 2 });
    stop = true;
    await eaters;
    expect(got).toBe(2);
  });
});
