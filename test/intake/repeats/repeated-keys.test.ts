import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyFilter, createRepeatedKeys } from '../../../src/intake/repeats/repeated-keys.ts';
import { type ComparedKey, NOTHING_REPEATED } from '../../../src/ledger/payments/holds/hold-within-sheet.ts';
import type { NewPayment } from '../../../src/ledger/payments/payment-load.ts';

const fp = (text: string) => createHash('sha256').update(text).digest();
const key = (text: string) => fp(text).readBigInt64BE();

/** A row that shares nothing with another one except what is given. */
const rowOf = (row: number, given: Partial<NewPayment> = {}) => ({
  state: 'ready' as const,
  reference: `INV-${row}`,
  referenceKey: null,
  recipientFp: fp(`recipient ${row}`),
  personFp: fp(`recipient ${row}`),
  accountKey: key(`account ${row}`),
  moneyKey: key(`money ${row % 3}`),
  ...given,
});

const repeatedIn = (rows: readonly ReturnType<typeof rowOf>[]): readonly string[] => {
  const repeated = createRepeatedKeys(7n, createKeyFilter());
  for (const row of rows) repeated.add(row);
  return Object.entries(repeated.result()).flatMap(([kind, is]) => (is ? [kind] : []));
};

it.each<[string, Partial<NewPayment>, readonly ComparedKey[]]>([
  ['the reference', { reference: 'INV-1' }, ['reference']],
  ['the reference in another spelling', { reference: 'inv-1', referenceKey: 'INV-1' }, ['reference']],
  ['the recipient', { recipientFp: fp('recipient 1') }, ['person']],
  ['the e-mail, under a key of their own', { personFp: fp('recipient 1') }, ['person']],
  ['the account', { accountKey: key('account 1') }, ['account']],
  [
    'the recipient, account and amount',
    { personFp: fp('recipient 1'), accountKey: key('account 1'), moneyKey: key('money 1') },
    ['person', 'personAmount', 'account', 'accountAmount'],
  ],
  ['nothing: its person is not known yet', { personFp: null }, ['person', 'personAmount', 'unlinked']],
  ['nothing: the row is invalid', { state: 'invalid', reference: 'INV-1' }, []],
  ['nothing', {}, []],
])('a row that has in common with one before it: %s', (_, given, kinds) => {
  expect(repeatedIn([rowOf(1), rowOf(2), rowOf(3, given)])).toEqual(kinds);
});

it('a repetition is found wherever it is among many rows, and rows without one have none', () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => rowOf(i));
  expect(repeatedIn(rows)).toEqual([]);
  for (const at of [0, 1, 31_000, 59_999])
    expect(repeatedIn([...rows, rowOf(70_000, { accountKey: key(`account ${at}`), moneyKey: key('other') })])).toEqual([
      'account',
    ]);
});

it('rows of two merchants in one sheet have no key in common', () => {
  const seen = createKeyFilter();
  const [one, other] = [createRepeatedKeys(7n, seen), createRepeatedKeys(8n, seen)];
  for (const repeated of [one, other]) repeated.add(rowOf(1));
  expect(other.result()).toEqual(NOTHING_REPEATED);
  other.add(rowOf(1));
  expect([one.result().reference, other.result().reference]).toEqual([false, true]);
});
