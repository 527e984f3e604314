import { expect, it } from 'vitest';
import { editDistance } from '../../src/platform/edit-distance.ts';

it.each([
  ['', '', 3, 0],
  ['amount', 'amount', 2, 0],
  ['amount', 'amuont', 2, 1],
  ['amount', 'ammount', 2, 1],
  ['amount', 'amont', 2, 1],
  ['amount', 'emount', 2, 1],
  ['currency', 'curency', 2, 1],
  ['currency', 'crurnecy', 2, 2],
  ['kitten', 'sitting', 3, 3],
  ['kitten', 'sitting', 2, 3],
  ['abcdef', 'a', 2, 3],
])('between "%s" and "%s", up to %i, it is %i', (a, b, limit, distance) => {
  expect(editDistance(a, b, limit)).toBe(distance);
  expect(editDistance(b, a, limit)).toBe(distance);
});
