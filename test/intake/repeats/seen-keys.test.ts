import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSeenKeys } from '../../../src/intake/repeats/seen-keys.ts';

const key = (n: number) => hash('sha1', `key ${n}`, 'buffer');

it.each([2, 3] as const)('every key of %i words keeps its number, whatever is added later', (words) => {
  const seen = createSeenKeys(words);
  for (let n = 1; n <= 20_000; n++) {
    expect(seen.get(key(n))).toBe(0);
    seen.set(key(n), n);
  }
  for (let n = 1; n <= 20_000; n++) expect(seen.get(key(n))).toBe(n);
  seen.set(key(7), 4_294_967_295);
  expect([seen.get(key(7)), seen.get(key(8)), seen.get(key(20_001))]).toEqual([4_294_967_295, 8, 0]);
});

it('keys that differ only in their last word are different', () => {
  const seen = createSeenKeys();
  const [a, b] = [Buffer.alloc(12), Buffer.alloc(12)];
  b[11] = 1;
  seen.set(a, 5);
  expect([seen.get(a), seen.get(b)]).toEqual([5, 0]);
  seen.set(b, 6);
  expect([seen.get(a), seen.get(b)]).toEqual([5, 6]);
});

it('a key keeps several numbers, even if its table grows', () => {
  const seen = createSeenKeys(2, 3);
  for (let n = 1; n <= 20_000; n++) seen.set(key(n), n, 0, n * 7);
  for (let n = 1; n <= 20_000; n++) expect([0, 1, 2].map((i) => seen.get(key(n), i))).toEqual([n, 0, n * 7]);
  expect(seen.get(key(20_001), 2)).toBe(0);
});
