import { expect, it } from 'vitest';
import { cellsAfterMove, getCellMove } from '../../../src/engine/review/misplaced.ts';
import type { Cells } from '../../../src/model.ts';

it.each<[what: string, code: string, cells: Cells, moved: Cells | null]>([
  ['an account number', 'account_in_iban_column', { iban: '0001' }, { iban: '', accountNum: '0001' }],
  ['an account number, over another one', 'account_in_iban_column', { iban: '0001', accountNum: '7777' }, null],
  ['a blank cell', 'account_in_iban_column', {}, null],
  [
    'a name with several words',
    'full_name_missing',
    { name: 'van der Berg, Jan' },
    { name: '', firstName: 'Jan', lastName: 'van der Berg' },
  ],
  ['a name of one word', 'full_name_missing', { name: 'Prince' }, null],
])('%s is moved to its own column, and never replaces another cell', (_, code, cells, moved) => {
  const move = getCellMove({ code, column: 'iban' } as Parameters<typeof getCellMove>[0])!;
  expect(cellsAfterMove(cells, move)).toEqual(moved);
});
