import { expect, it } from 'vitest';
import { columnLetters } from '../../src/sheets/column-letters.ts';

it.each([[0, 'A'], [25, 'Z'], [26, 'AA'], [701, 'ZZ'], [702, 'AAA'], [16383, 'XFD']])('position %i is column %s', (at, shown) => {
  expect(columnLetters(at)).toBe(shown);
});
