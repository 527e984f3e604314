import { expect, it } from 'vitest';
import { as, isNumeric, type Value } from '../../src/references/value.ts';

it.each<readonly [what: string, value: Value, numeric: boolean]>([
  ['a number', as.count(3), true],
  ['an amount', as.money(300n, 'EUR'), true],
  ['a number with a note', as.joined([as.count(3), as.quiet('of 4')], ' '), true],
  [
    'a sentence that begins with a number',
    as.words`${as.count(30)} rows. Without errors: ${as.money(1n, 'EUR')}.`,
    false,
  ],
  ['two numbers', as.joined([as.count(3), as.count(4)]), false],
  ['words', 'three', false],
  ['nothing', null, false],
])('%s stands on the right of a table: %o', (_, value, numeric) => {
  expect(isNumeric(value)).toBe(numeric);
});
