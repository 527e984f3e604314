import { describe, expect, it } from 'vitest';
import { paymentInput } from '../../src/batches/create.ts';
import type { BatchedPayment } from '../../src/ledger/payments/payment.ts';
import { sealRow } from '../../src/ledger/payments/sealed-row.ts';
import { openVault } from '../../src/ledger/vault/vault.ts';
import type { PaymentDraft } from '../../src/model.ts';
import { testDraft } from '../support/test-run.ts';

const vault = openVault(Buffer.alloc(32, 1));
const ID = '0198c5b2-0000-7000-8000-000000000007';
const payment = (draft: Partial<PaymentDraft>, more: Partial<BatchedPayment> = {}): BatchedPayment => ({
  id: ID,
  merchant_id: 'acme',
  row: 7,
  reference: 'INV-7',
  fixed: 'source',
  currency: 'EUR',
  minor: 124_050n,
  recipient_remote_id: 'R-1',
  account_remote_id: 'A-1',
  account_fp: null,
  row_sealed: sealRow(vault, 'acme', ID, { cells: { iban: 'DE89' }, draft: testDraft(draft) }),
  ...more,
});

describe('a payment as it is sent', () => {
  const least = { recipient: { id: 'R-1' }, externalId: ID, tags: ['payrun:ref:INV-7'] };
  const CASES: readonly [name: string, payment: BatchedPayment, sent: Record<string, unknown>][] = [
    ['has the amount that leaves', payment({}), { ...least, amount: '1240.50', currency: 'EUR' }],
    [
      'has the amount that is to arrive, and no other',
      payment({}, { fixed: 'target', currency: 'JPY', minor: 5_000n }),
      { ...least, targetAmount: '5000', targetCurrency: 'JPY' },
    ],
    [
      'has two decimals in a currency of three',
      payment({}, { currency: 'KWD', minor: 1_240_550n }),
      { ...least, amount: '1240.55', currency: 'KWD' },
    ],
    [
      'has memo, category and tags where the sheet has them',
      payment({ memo: 'July', category: 'services', tags: ['a', 'b'] }),
      {
        ...least,
        amount: '1240.50',
        currency: 'EUR',
        memo: 'July',
        category: 'services',
        tags: ['a', 'b', 'payrun:ref:INV-7'],
      },
    ],
    [
      'has the amount of the ledger, not of the kept row',
      payment({ amount: { currency: 'USD', minor: 1n } }),
      { ...least, amount: '1240.50', currency: 'EUR' },
    ],
  ];
  it.each(CASES)('%s', (_, given, sent) => {
    expect(paymentInput(vault, given)).toEqual(sent);
  });
  it('is not built from a row that was sealed for another payment', () => {
    expect(() => paymentInput(vault, { ...payment({}), id: '0198c5b2-0000-7000-8000-000000000008' })).toThrow(
      expect.objectContaining({ code: 'vault_damaged' }),
    );
  });
});
