import { expect, it } from 'vitest';
import { createRepeatedRowCheck } from '../../../src/intake/repeats/repeated-row-check.ts';
import type { PaymentDraft } from '../../../src/model.ts';
import { testDraft } from '../../support/test-run.ts';

const draft = (reference: string | null, given: Partial<PaymentDraft> = {}, person = reference ?? ''): PaymentDraft =>
  testDraft({ reference, recipient: { key: `ref:${person}`, profile: null, account: null }, ...given });

it('a row names the row with its reference in another spelling, or the same amount for the same recipient', () => {
  const watch = createRepeatedRowCheck();
  const anna = (reference: string | null, memo?: string) =>
    draft(reference, memo === undefined ? {} : { memo }, 'anna');
  const rows: readonly [row: number, draft: PaymentDraft, code: string | null, first?: number][] = [
    [2, draft('00123'), null],
    [3, draft('INV-77'), null],
    [4, draft('inv–77'), 'similar_reference', 3],
    [5, draft('123', { merchant: 'berlin' }), null],
    [6, draft('123'), 'similar_reference', 2],
    [7, anna('A-1'), null],
    [8, anna('A-2'), 'possible_duplicate', 7],
    [9, anna('A-3', 'July'), null],
    [10, anna(null), 'possible_duplicate', 7],
    [11, draft('B-1', { amount: { currency: 'EUR', minor: 2_000n } }, 'anna'), null],
  ];
  // Read again for the checked workbook, it says the same.
  for (const _ of [1, 2])
    for (const [row, one, code, first] of rows) {
      const problem = watch(row, one, null);
      expect([row, problem?.code ?? null]).toEqual([row, code]);
      if (first)
        expect(problem).toMatchObject({
          row,
          severity: 'warning',
          message: expect.stringMatching(new RegExp(`ow ${first}\\b`)),
        });
    }
});

it('a row names the row with the same amount, name and account under another e-mail, but not with another name', () => {
  const watch = createRepeatedRowCheck();
  const iban = (key: string): PaymentDraft =>
    draft(key, {
      recipient: {
        key,
        profile: null,
        account: { method: 'bank-transfer', fields: { iban: 'DE1' } },
      },
    } as Partial<PaymentDraft>);
  const rows: readonly [row: number, draft: PaymentDraft, recipient: string, first: number | null][] = [
    [2, iban('email:dora@example.com'), 'Dora Maar', null],
    [3, iban('email:pablo@example.com'), 'Pablo Maar', null],
    [4, iban('email:dora.maar@example.com'), 'MAAR, Dóra', 2],
  ];
  for (const _ of [1, 2])
    for (const [row, one, recipient, first] of rows) {
      const found = watch(row, one, recipient);
      if (first === null) expect(found).toBeNull();
      else
        expect(found).toMatchObject({
          code: 'possible_duplicate',
          message: expect.stringContaining(`Possible duplicate of row ${first}:`),
        });
    }
});
