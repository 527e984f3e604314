import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/platform/clock.ts';
import { createMemorySlots } from '../../support/memory-slots.ts';
import { virtualClock } from '../virtual-clock.ts';
import { testQuotas } from './test-quotas.ts';

const { quotaOf } = testQuotas();

const times = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

/** The system's clock, and how many sleeps are under way. */
function countingClock() {
  let sleeping = 0;
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => {
      sleeping += 1;
      return systemClock.sleep(ms, signal).finally(() => {
        sleeping -= 1;
      });
    },
  };
  return { clock, sleeping: () => sleeping };
}

describe('the order of waiting calls', () => {
  test('puts calls that move money first, even if they came last', async () => {
    const clock = virtualClock();
    const quota = quotaOf({ clock, store: createMemorySlots(clock), perWindow: 2, windowMs: 1_000 });
    const order: string[] = [];
    const run = (priority: 'money' | 'sync' | 'browse') =>
      quota.run(priority, (permits) =>
        permits.send(async () => {
          order.push(priority);
        }),
      );
    await Promise.all([run('sync'), run('sync')]);
    const all = Promise.all([run('browse'), run('sync'), run('sync'), run('money')]);
    await clock.pass(3_000);
    await all;
    expect(order.slice(2)).toEqual(['money', 'sync', 'sync', 'browse']);
  });

  test('puts calls that move money first, even while other processes use up the slots', async () => {
    const clock = virtualClock();
    const store = createMemorySlots(clock);
    const quota = quotaOf({ clock, store, perWindow: 4, windowMs: 1_500 });
    const other = quotaOf({ clock, store, perWindow: 4, windowMs: 1_500 });
    await times(4, () => other.run('sync', (permits) => permits.send(async () => {})));
    // Its slots are in the store again, to rest there.
    await clock.pass(50);
    const order: string[] = [];
    const run = (priority: 'money' | 'sync') => quota.run(priority, async () => void order.push(priority));
    const all = Promise.all([run('sync'), run('sync'), run('sync'), run('money')]);
    await clock.pass(1_350);
    expect(order).toEqual([]);
    await clock.pass(2_000);
    await all;
    expect(order[0]).toBe('money');
  });

  test('takes the slots of a quote and its start together, so nothing comes between them', async () => {
    const clock = virtualClock();
    const quota = quotaOf({ clock, store: createMemorySlots(clock), perWindow: 4, windowMs: 300 });
    await times(3, () => quota.run('sync', (permits) => permits.send(async () => {})));
    const order: string[] = [];
    const pair = quota.run(
      'money',
      async (permits) => {
        await permits.send(async () => void order.push('quote'));
        expect(permits.left).toBe(1);
        await permits.send(async () => void order.push('start'));
        await expect(permits.send(async () => {})).rejects.toMatchObject({ code: 'defect' });
      },
      { slots: 2 },
    );
    const all = Promise.all([pair, quota.run('sync', (permits) => permits.send(async () => void order.push('sync')))]);
    await clock.pass(1_000);
    await all;
    expect(order).toEqual(['quote', 'start', 'sync']);
  });

  test('can need further slots inside without waiting for itself', async () => {
    const quota = quotaOf({ perWindow: 20, windowMs: 200, maxConcurrent: 2 });
    const done = await times(4, () =>
      quota.run(
        'money',
        async (permits) => {
          permits.release();
          return quota.run('money', async () => 'done');
        },
        { slots: 2 },
      ),
    );
    expect(done).toEqual(['done', 'done', 'done', 'done']);
  });
});

describe('a slot', () => {
  test.each([
    ['rests one window and its margin after an answer', async () => {}, 1 + 1 / 60],
    ['rests half a window longer where no answer came', async () => Promise.reject(new Error('timeout')), 1.5 + 1 / 60],
  ])('%s', async (_, call, windows) => {
    const now = 1_000_000;
    const given: number[] = [];
    const clock = { ...systemClock, now: () => now };
    const inner = createMemorySlots(clock);
    const quota = quotaOf({
      clock,
      store: { ...inner, giveBack: async (_key, slots, freeAt) => void given.push(...slots.map(() => freeAt)) },
      windowMs: 6_000,
    });
    await quota.run('sync', (permits) => permits.send(call)).catch(() => {});
    await quota.close();
    // Of the merchant and of the address, each exactly once.
    expect(given).toEqual([now + windows * 6_000, now + windows * 6_000]);
  });

  test('is free at once if its work did not use it, or threw before it did', async () => {
    const store = createMemorySlots(systemClock);
    const quota = quotaOf({ store, windowMs: 60_000 });
    await quota.run('money', async () => {}, { slots: 2 });
    await quota.run('money', () => Promise.reject(new Error('no'))).catch(() => {});
    await quota.close();
    expect(await store.used('merchant:a')).toBe(0);
    expect(await store.used('address')).toBe(0);
  });

  test('of a process that died becomes free automatically', async () => {
    const store = createMemorySlots(systemClock);
    const dead = quotaOf({ store, perWindow: 1, windowMs: 100, callMs: 100 });
    void dead.run('sync', (permits) => permits.send(() => new Promise(() => {})));
    await systemClock.sleep(20);
    const alive = quotaOf({ store, perWindow: 1, windowMs: 100 });
    expect(await alive.run('sync', async () => 'sent')).toBe('sent');
  });

  test('is not lost if the store fails: the caller gets the error, and the next call proceeds', async () => {
    const inner = createMemorySlots(systemClock);
    let broken = true;
    const quota = quotaOf({
      perWindow: 1,
      windowMs: 100,
      store: { ...inner, take: (...args) => (broken ? Promise.reject(new Error('database')) : inner.take(...args)) },
    });
    for (let n = 0; n < 3; n += 1) await expect(quota.run('sync', async () => {})).rejects.toThrow('database');
    broken = false;
    expect(await quota.run('sync', async () => 'sent')).toBe('sent');
  });
});

describe('the rate limit that the service reports', () => {
  test('slows down if another program uses the same keys, and no call is lost', async () => {
    const quota = quotaOf({ perWindow: 20, windowMs: 1_000 });
    const begun = Date.now();
    quota.served({ remaining: 0, resetAt: begun + 500, refused: false });
    await systemClock.sleep(20);
    await quota.run('sync', async () => {});
    expect(Date.now()).toBeGreaterThanOrEqual(begun + 500);
  });

  test('changes nothing if our own slots explain it', async () => {
    const clock = virtualClock();
    const quota = quotaOf({ clock, store: createMemorySlots(clock), perWindow: 2, windowMs: 1_000 });
    await times(2, () => quota.run('sync', (permits) => permits.send(async () => {})));
    await clock.pass(600);
    quota.served({ remaining: 0, resetAt: clock.now() + 10_000, refused: false });
    const sent: string[] = [];
    const third = quota.run('sync', async () => void sent.push('as ever'));
    await clock.pass(350);
    expect(sent).toEqual([]);
    // Slowed down it would be 1.6 windows.
    await clock.pass(450);
    expect(sent).toEqual(['as ever']);
    await third;
  });

  test('never makes it wait longer than a window and its margin', async () => {
    const quota = quotaOf({ windowMs: 300 });
    quota.served({ remaining: 0, resetAt: Date.now() + 3_600_000, refused: true });
    expect(await quota.run('sync', async () => 'sent')).toBe('sent');
  });
});

describe('the end', () => {
  test.each([
    ['while slots are on their way to the store', 1],
    ['while slots rest there', 150],
  ])('by close %s leaves no timer, rejects waiting calls, and keeps the slots', async (_, ms) => {
    const store = createMemorySlots(systemClock);
    const { clock, sleeping } = countingClock();
    const quota = quotaOf({ clock, store, perWindow: 3, windowMs: 6_000 });
    await times(3, () => quota.run('sync', (permits) => permits.send(async () => {})));
    const waiting = quota.run('sync', async () => {});
    const refused = expect(waiting).rejects.toMatchObject({ code: 'service_unreachable', retry: 'safe' });
    await systemClock.sleep(ms);
    expect(sleeping()).toBeGreaterThan(0);
    await quota.close();
    await refused;
    expect(sleeping()).toBe(0);
    expect(await store.used('merchant:a')).toBe(3);
    await expect(quota.run('sync', async () => {})).rejects.toMatchObject({ code: 'service_unreachable' });
  });

  test('by a signal gives up the turn at once, and the slots with it', async () => {
    const store = createMemorySlots(systemClock);
    const quota = quotaOf({ store, perWindow: 1, windowMs: 300 });
    await quota.run('sync', (permits) => permits.send(async () => {}));
    const stop = new AbortController();
    const worked: string[] = [];
    const stopped = quota.run('sync', async () => void worked.push('work'), { signal: stop.signal });
    const refused = expect(stopped).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await refused;
    expect(await quota.run('sync', async () => 'sent')).toBe('sent');
    expect(worked).toEqual([]);
  });
});
