import { expect, it } from 'vitest';
import { compareExecuted } from '../../../src/batches/outcomes/compare-executed-payment.ts';
import type { OrderedPayment } from '../../../src/ledger/payments/known-payments.ts';
import type { RemotePayment } from '../../../src/service/shapes/answer-shapes.ts';

const ORDERED = {
  ...{ row: 2, fixed: 'source', currency: 'EUR', minor: 10_000n, source_currency: 'EUR', recipientName: 'Ann Lee' },
  ...{ recipient_remote_id: 'R-1', account_remote_id: 'A-1', account_now: 'A-1', quoted_fees: 0n, is_adopted: false },
} as unknown as OrderedPayment;
const NAMED = {
  method: 'bank-transfer',
  fields: { country: 'DE', accountHolderName: 'Ann Lee', iban: 'DE89370400440532013000' },
} as const;
const ARRIVING: Partial<OrderedPayment> = { fixed: 'target', currency: 'GBP', minor: 9_000n };
const MADE: RemotePayment = {
  ...{ id: 'P-1', status: 'processed' },
  ...{ recipient: { id: 'R-1', name: 'Ann Lee' }, account: { id: 'A-1' } },
  ...{
    sourceAmount: '100.00',
    sourceCurrency: 'EUR',
    targetAmount: '90.00',
    targetCurrency: 'GBP',
    merchantFees: '0.00',
  },
};

it.each<
  [what: string, ordered: Partial<OrderedPayment>, made: Partial<RemotePayment>, code: string | null, says?: string]
>([
  ['as ordered', {}, {}, null],
  ['as ordered, by what arrives', ARRIVING, {}, null],
  ['with an amount written otherwise', {}, { sourceAmount: '100.000' }, null],
  ['another amount', {}, { sourceAmount: '150.00' }, 'amount_differs', 'paid 150.00 EUR; row 2 says 100.00 EUR.'],
  ['a cent less', {}, { sourceAmount: '99.99' }, 'amount_differs', 'paid 99.99 EUR; row 2 says 100.00 EUR.'],
  ['no amount', {}, { sourceAmount: null }, 'amount_differs', 'paid an amount that it shows as ""; row 2 says 100.00'],
  [
    'another amount that arrives',
    ARRIVING,
    { targetAmount: '95.00' },
    'amount_differs',
    'paid 95.00 GBP; row 2 says 90',
  ],
  ['in another currency', ARRIVING, { targetCurrency: 'USD' }, 'currency_differs', 'paid in USD; row 2 says GBP.'],
  [
    'from another balance',
    {},
    { sourceCurrency: 'USD' },
    'currency_differs',
    'debited the USD balance instead of the EUR balance.',
  ],
  [
    'another recipient',
    {},
    { recipient: { id: 'R-2', name: 'Bea Fox' } },
    'recipient_differs',
    'paid Bea Fox; row 2 names Ann Lee.',
  ],
  ['nobody', {}, { recipient: null }, 'recipient_differs', 'paid not named; row 2 names Ann Lee.'],
  ['another account', {}, { account: { id: 'A-2' } }, 'account_differs', 'the one in row 2: A-2 instead of A-1.'],
  [
    'other bank details under the id of the account',
    {},
    { account: { id: 'A-1', iban: 'DE75512108001245126199' } },
    'account_differs',
    'a different account from the one in row 2: the IBAN (•••• 6199 instead of •••• 3000).',
  ],
  ['the account that the ledger has by now', { account_now: 'A-3' }, { account: { id: 'A-3' } }, null],
  ['no account', {}, { account: null }, null],
  [
    'fees from the balance',
    {},
    { merchantFees: '0.75' },
    'fees_differ',
    'charged the fees of row 2 to the balance (0.75 EUR); the quote said 0.00 EUR.',
  ],
  ['fees from the balance that the quote has', { quoted_fees: 75n }, { merchantFees: '0.75' }, null],
])('G2: a payment that was made is compared with its order: %s', (_, ordered, made, code, says = '') => {
  const found = compareExecuted({ ...ORDERED, ...ordered }, { ...MADE, ...made }, NAMED);
  expect(found).toEqual(code === null ? null : { code, reason: expect.stringContaining(says) });
});
