import { expect, it } from 'vitest';
import { jsonPieces } from '../../src/platform/json-pieces.ts';

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
const many = (item: unknown) => Array.from({ length: 3000 }, () => item);

it.each<[string, unknown]>([
  ['a small document', { a: 1, list: [1, 2], none: undefined }],
  ['a list', [1, { a: 'b' }]],
  ['null', null],
  [
    'a long list between others',
    {
      file: 'a\n"b"',
      n: 5n,
      problems: many({ row: 1, message: 'x\ny', deep: { list: [1, []] } }),
      totals: { EUR: { rows: 2 } },
      none: undefined,
    },
  ],
  ['only a long list, of nothing', { problems: many(undefined) }],
  ['an empty list beside a long one', { empty: [], problems: many(7n), last: {} }],
])('%s is written as JSON.stringify writes it, in pieces', (_, value) => {
  const pieces = [...jsonPieces(value, plain)];
  expect(pieces.join('')).toBe(`${JSON.stringify(value, plain, 2)}\n`);
  expect(pieces.every((piece) => piece.length < 100_000)).toBe(true);
});
