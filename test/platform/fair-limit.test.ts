import { expect, it } from 'vitest';
import { fairLimit } from '../../src/platform/fair-limit.ts';

/** Work that ends when it is told to, and what has begun so far. */
function pieces() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const piece = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = (name: string) => {
    ends.get(name)!();
    return turn();
  };
  return { begun, piece, end, turn };
}

it('a user with much work waits behind their own, and others come in between', async () => {
  const { begun, piece, end, turn } = pieces();
  const limit = fairLimit(1);
  for (const name of ['mia 1', 'mia 2', 'mia 3', 'cleo 1']) void limit(name.split(' ')[0]!, piece(name));
  await turn();
  for (const name of ['mia 1', 'cleo 1', 'mia 2']) await end(name);
  expect(begun).toEqual(['mia 1', 'cleo 1', 'mia 2', 'mia 3']);
  expect([limit.open(), limit.open('mia'), limit.open('cleo')]).toEqual([1, 1, 0]);
});

it('a user with slow work leaves places for others', async () => {
  const { begun, piece, turn } = pieces();
  const limit = fairLimit(8, 2);
  for (let n = 1; n <= 20; n += 1) void limit('mia', piece(`mia ${n}`));
  void limit('cleo', piece('cleo 1'));
  await turn();
  expect(begun).toEqual(['mia 1', 'mia 2', 'cleo 1']);
});

it('work that fails gives its place back', async () => {
  const limit = fairLimit(1);
  await expect(limit('mia', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limit('mia', async () => 'yes')).toBe('yes');
  expect(limit.open()).toBe(0);
});
