import { expect, it } from 'vitest';
import { compareListed, type PlannedPayment } from '../../../src/batches/prices/compare-listed.ts';
import { compareBatchTotals } from '../../../src/batches/quotes/quote-batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { RemotePayment } from '../../../src/service/shapes/answer-shapes.ts';

const PLANNED = {
  row: 4,
  fixed: 'source',
  currency: 'EUR',
  minor: 12_345n,
  recipient_remote_id: 'R-1',
  account_remote_id: 'A-1',
  quoted_fees: 0n,
  named: {
    method: 'bank-transfer',
    fields: { country: 'DE', accountHolderName: 'Ann Lee', iban: 'DE89370400440532013000' },
  },
} as PlannedPayment;
const MASKED = `${'*'.repeat(20)}00`;
const LISTED: RemotePayment = {
  ...{ id: 'P-1', status: 'pending' },
  recipient: { id: 'R-1' },
  account: { id: 'A-1' },
  sourceAmount: '123.45',
  sourceCurrency: 'EUR',
  targetAmount: '99.00',
  targetCurrency: 'GBP',
};

it.each<[string, Partial<PlannedPayment>, Partial<RemotePayment>, string | null]>([
  ['the same payment', {}, {}, null],
  ['the same, the amount written otherwise', {}, { sourceAmount: '123.450' }, null],
  ['an account that the service does not tell', {}, { account: null }, null],
  ['what arrives, where that is fixed', { fixed: 'target', currency: 'GBP', minor: 9_900n }, {}, null],
  ['another recipient', {}, { recipient: { id: 'R-2' } }, 'row 4 is for another recipient'],
  ['no recipient', {}, { recipient: null }, 'row 4 is for another recipient'],
  ['another account', {}, { account: { recipientAccountId: 'A-2' } }, 'row 4 goes to another account'],
  ['an account that the ledger does not know', { account_remote_id: null }, {}, null],
  ['the bank details of its row', {}, { account: { id: 'A-1', accountHolderName: 'ANN LEE', iban: MASKED } }, null],
  [
    'other bank details than its row under the same id',
    {},
    { account: { id: 'A-1', accountHolderName: 'Eve Fox', iban: MASKED } },
    'row 4 goes to another account, which differs in the account holder',
  ],
  [
    'other bank details than its row and no id, where the ledger knows none either',
    { account_remote_id: null },
    { account: { iban: MASKED.replace('00', '29') } },
    'row 4 goes to another account, which differs in the IBAN (•••• 29 instead of •••• 3000)',
  ],
  [
    'other bank details than the ledger has, of a row that names none',
    { named: null },
    { account: { id: 'A-1', accountHolderName: 'Eve Fox', iban: MASKED } },
    null,
  ],
  [
    'another account under the contract’s name, whatever the other name says',
    {},
    { account: { id: 'A-1', recipientAccountId: 'A-2' } },
    'row 4 goes to another account',
  ],
  ['another currency', {}, { sourceCurrency: 'USD' }, 'row 4 is in USD instead of EUR'],
  ['no currency', {}, { sourceCurrency: null }, 'row 4 is in no currency instead of EUR'],
  [
    'a cent more',
    {},
    { sourceAmount: '123.46' },
    'row 4 has a different amount in the service: 123.46 EUR instead of 123.45 EUR',
  ],
  [
    'no amount',
    {},
    { sourceAmount: null },
    'row 4 has a different amount in the service: no amount instead of 123.45 EUR',
  ],
  [
    'a fraction of a cent more',
    {},
    { sourceAmount: '123.451' },
    'row 4 has a different amount in the service: 123.451 instead of 123.45 EUR',
  ],
  [
    'a cent less arriving',
    { fixed: 'target', currency: 'GBP', minor: 9_900n },
    { targetAmount: '98.99' },
    'row 4 has a different amount in the service: 98.99 GBP instead of 99.00 GBP',
  ],
  ...(
    [
      ['what was entered', '99.00', 'GBP', null],
      [
        'a cent less than was entered',
        '98.99',
        'GBP',
        'row 4 has a different amount in the service: 98.99 GBP instead of 99.00 GBP',
      ],
      ['what leaves the balance in place of what was entered', '112.00', 'EUR', null],
    ] as const
  ).map(
    ([what, amount, currency, difference]) =>
      [
        `no price yet, and ${what}`,
        { fixed: 'target' as const, currency: 'GBP', minor: 9_900n },
        { targetAmount: '0.00', exchangeRate: '0', amount, currency },
        difference,
      ] as const satisfies [string, Partial<PlannedPayment>, Partial<RemotePayment>, string | null],
  ),
  [
    'another balance, where what arrives is fixed',
    { fixed: 'target', currency: 'GBP', minor: 9_900n },
    { sourceCurrency: 'USD' },
    'row 4 is debited from a balance other than EUR',
  ],
  [
    'a balance that the service does not tell',
    { fixed: 'target', currency: 'GBP', minor: 9_900n },
    { sourceCurrency: null },
    null,
  ],
  [
    'fees from the balance that the quote does not have',
    {},
    { merchantFees: '0.75' },
    'row 4 has its fees charged to the balance in the service (0.75 EUR; 0.00 EUR in the quote)',
  ],
  [
    'a merchant who bears the fees, before there is a quote',
    { quoted_fees: null },
    { merchantFees: '0.75', coverFees: true },
    'row 4 has its fees charged to the balance in the service (0.75 EUR; to be deducted from the recipient)',
  ],
  [
    'a merchant who bears fees that have no price yet',
    {},
    { merchantFees: '0.00', coverFees: true },
    'row 4 has its fees charged to the balance in the service',
  ],
  ['fees that the service does not show', {}, { merchantFees: '', coverFees: null }, null],
  ['fees of which the quote says nothing', { quoted_fees: null }, { merchantFees: '0.75', coverFees: false }, null],
  ['a part of the fees that the quote has too', { quoted_fees: 75n }, { merchantFees: '0.75', coverFees: false }, null],
  [
    'fees from the balance, where what arrives is fixed',
    { fixed: 'target', currency: 'GBP', minor: 9_900n },
    { merchantFees: '0.75', coverFees: true },
    null,
  ],
])('G2: a payment read back is compared with the plan: %s', (_, planned, listed, says) => {
  expect(compareListed({ ...PLANNED, ...planned }, { ...LISTED, ...listed }, 'EUR')).toBe(says);
});

const BATCH = { payments: 2, source_minor: 10_000n, target_minor: {} } as BatchRow;
const TARGETS = { ...BATCH, source_minor: 4_000n, target_minor: { GBP: '5000' } };

it.each<[string, BatchRow, number | null, bigint | null, bigint | null, string | null]>([
  ['the same', BATCH, 2, 10_000n, 10_100n, null],
  ['another count', BATCH, 3, 10_000n, 10_100n, 'the service counts 3 payments instead of 2'],
  ['no count', BATCH, null, 10_000n, 10_100n, 'the service counts no payments instead of 2'],
  ['a cent more', BATCH, 2, 10_001n, 10_100n, 'the total in the service differs from the sheet'],
  ['a cent less', BATCH, 2, 9_999n, 10_100n, 'the total in the service differs from the sheet'],
  ['no total', BATCH, 2, null, 10_100n, 'the service reports a total that is not an amount'],
  ['a debit below the total', BATCH, 2, 10_000n, 9_999n, 'the service would debit less than it sends'],
  ['target sides, priced', TARGETS, 2, 9_700n, 9_800n, null],
  ['target sides without a price', TARGETS, 2, 4_000n, 9_800n, 'the total in the service differs from the sheet'],
])('G2: a quote is compared with the ledger: %s', (_, batch, count, sending, debit, says) => {
  expect(compareBatchTotals(batch, count, sending, debit)).toBe(says);
});
