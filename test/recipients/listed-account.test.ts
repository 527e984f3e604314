import { expect, it } from 'vitest';
import { accountNow } from '../../src/recipients/listed-account.ts';

const MARKED = [
  { id: 'A-1', primary: false },
  { id: 'A-2', primary: true },
];

it.each([
  ['the one marked as primary', MARKED, 'A-1', 'A-2'],
  ['the known one if none is marked and it is listed', [{ id: 'A-1' }, { id: 'A-2' }], 'A-1', 'A-1'],
  ['none if none is marked and the known one is gone', [{ id: 'A-2' }], 'A-1', null],
  ['none if each is marked as another one', [{ id: 'A-1', primary: false }], 'A-1', null],
  ['none if there are none', [], 'A-1', null],
  ['the known one if the answer lists no accounts', undefined, 'A-1', 'A-1'],
] as const)('the account of a recipient is %s', (_, accounts, known, output) => {
  expect(accountNow({ accounts }, known)).toBe(output);
});
