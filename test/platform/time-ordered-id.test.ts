import { expect, it } from 'vitest';
import { timeOrderedIds } from '../../src/platform/time-ordered-id.ts';

const idsAt = (...times: readonly number[]) => {
  let n = 0;
  return timeOrderedIds({ now: () => times[Math.min(n++, times.length - 1)]!, sleep: async () => {} });
};

it('an id is a UUID of version 7 that begins with its moment', () => {
  const at = Date.UTC(2026, 6, 31, 12, 30, 15, 123);
  const id = idsAt(at)();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
});

it('ids are in the order of time, as text too', () => {
  const times = [0, 1, 255, 256, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1, 2 ** 48 - 1];
  const next = idsAt(...times);
  const ids = times.map(() => next());
  expect([...ids].sort()).toEqual(ids);
});

it.each([
  ['one moment', [1_000]],
  ['a clock that was put back', [5_000, 1_000]],
])('ids of %s are each greater than the one before', (_, times) => {
  const next = idsAt(...times);
  const ids = Array.from({ length: 10_000 }, next);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_000);
});
