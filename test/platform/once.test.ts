import { expect, it } from 'vitest';
import { once } from '../../src/platform/once.ts';

it('does its work once, also for callers at the same time', async () => {
  let times = 0;
  const work = once(async () => ++times);
  expect(await Promise.all([work(), work()])).toEqual([1, 1]);
  expect(await work()).toBe(1);
});

it('G9: does not keep a failure: the next call tries again', async () => {
  let times = 0;
  const work = once(async () => {
    times += 1;
    if (times === 1) throw new Error('the connection is lost');
    return times;
  });
  const both = await Promise.allSettled([work(), work()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await work()).toBe(2);
  expect(await work()).toBe(2);
});
