import { expect, test } from 'vitest';
import { createMemorySlots } from '../../src/service/memory-slots.ts';

test('slots are taken all or none, and come free when they were given back or their hold ends', async () => {
  let now = 1_000;
  const store = createMemorySlots({ now: () => now });
  expect(await store.take('a', 3, 5_000, 2)).toEqual({ slots: [0, 1] });
  expect(await store.take('a', 3, 6_000, 2)).toEqual({ freeAt: 5_000 });
  expect(await store.used('a')).toBe(2);
  await store.giveBack('a', [1], 2_000);
  expect(await store.take('a', 3, 6_000, 2)).toEqual({ freeAt: 2_000 });
  now = 2_000;
  expect(await store.take('a', 3, 6_000, 2)).toEqual({ slots: [2, 1] });
  now = 5_000;
  expect(await store.used('a')).toBe(2);
});

test('a key has slots of its own', async () => {
  const store = createMemorySlots({ now: () => 0 });
  await store.take('a', 1, 10, 1);
  expect(await store.take('b', 1, 10, 1)).toEqual({ slots: [0] });
  expect(await store.used('c')).toBe(0);
});

test('more slots than there are is a defect, not a wait for ever', async () => {
  await expect(createMemorySlots({ now: () => 0 }).take('a', 1, 10, 2)).rejects.toMatchObject({ code: 'defect' });
});
