import { expect, test } from 'vitest';
import { createIds } from '../../src/sandbox/ids.ts';

test('an id is its prefix and 22 characters of an alphabet without 0, O, I and l', () => {
  const newId = createIds();
  const ids = new Set(Array.from({ length: 2000 }, () => newId('R')));
  expect(ids.size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^R-[1-9A-HJ-NP-Za-km-z]{22}$/);
});

test('the same random bytes give the same ids', () => {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at * 37) % 256));
  expect(createIds(bytes)('P')).toBe(createIds(bytes)('P'));
});
