import { expect, it } from 'vitest';
import { findUnusual, type Unusual } from '../../src/reports/approval-unusual.ts';

type Given = Parameters<typeof findUnusual>[0];

const none = { shown: [], count: 0 };
const NOTHING: Given = {
  ...{ merchant: 'acme', totals: [], shared: [], above: [], inReview: undefined, deducted: [], withheld: [] },
  facts: { sameAmounts: none, amountsAbove: none, sharedAccounts: { keys: [], count: 0 } } as unknown as Given['facts'],
  ...{ correctedTotals: [], typesFromNames: null, payments: new Map(), sameAmounts: new Map(), rules: null, users: [] },
};
const of = (given: Partial<Given>): readonly Unusual[] => findUnusual({ ...NOTHING, ...given });

it('fees that are deducted from recipients are named, with what recipients lose; none if the payer bears them', () => {
  expect(of({ deducted: [{ currency: 'EUR', minor: 555n }] })).toEqual([
    {
      kind: 'fees_deducted',
      title: '5.55 EUR in fees deducted from recipients',
      reason: 'Recipients get that much less, so an invoice for the full amount will be underpaid.',
      row: null,
      other: null,
    },
  ]);
  expect(of({})).toEqual([]);
});

it('names the rows whose type was concluded from a name', () => {
  const [found] = of({ typesFromNames: 'Row 2 has no type.' });
  expect(found).toMatchObject({ kind: 'type_from_name', reason: 'Row 2 has no type.' });
});

it('is in the order of risk: shared accounts, recipients who get less, unusual amounts, then recipients in review', () => {
  const payment = { recipientName: 'Ann', reference: 'A', currency: 'EUR', minor: '900', row: 2 };
  const other = { run: 1n, row: 2, reference: 'B', state: 'processed', at: new Date('2026-11-01') };
  const found = of({
    shared: [{ account: '****1111', recipients: 2, names: ['Ann', 'Ben'], payments: 2, rows: [3] }] as never,
    inReview: { recipients: 1, names: ['Cay'], row: 4 },
    deducted: [{ currency: 'EUR', minor: 555n }],
    withheld: [{ currency: 'EUR', minor: 300n }],
    facts: {
      ...NOTHING.facts,
      sameAmounts: { shown: [{ payment: '1', other: '2' }], count: 1 },
      amountsAbove: { shown: [{ payment: '1', largest: '100', compared: 1 }], count: 1 },
    } as unknown as Given['facts'],
    payments: new Map([['1', payment]]) as never,
    sameAmounts: new Map([['2', other]]) as never,
    above: [{ currency: 'EUR', minor: 900n, largest: 100n, run: 1n, runs: 1 }] as never,
  });
  expect(found.map(({ kind }) => kind)).toEqual([
    ...['shared_account', 'fees_deducted', 'tax_withheld', 'same_amount', 'amount_above', 'total_above', 'in_review'],
  ]);
});
