import { describe, expect, it } from 'vitest';
import { withoutName } from '../../../src/ledger/recipients/recipient-name.ts';

describe('a sentence of the payout service without a name', () => {
  it.each([
    ['Name mismatch: the account is not of Ada Byron', 'Ada Byron', 'Name mismatch: the account is not of …'],
    ['ADA BYRON has closed the account', 'Ada Byron', '… has closed the account'],
    ['Byron, Ada: account closed', 'Ada Byron', '…: account closed'],
    ['Rejected by the bank', 'Example Bank', 'Rejected by the bank'],
    ['No account at Bankers of Adana', 'Ada Bank', 'No account at Bankers of Adana'],
    ['Émile Zola is not known', 'Émile Zola', '… is not known'],
    ['Smith+Co (UK) is not known', 'Smith+Co', '… (UK) is not known'],
    ['ada@example.com is not confirmed', null, '… is not confirmed'],
    ['<ada.byron@example.com> is not confirmed', 'X Y', '<…> is not confirmed'],
    ['Account closed', null, 'Account closed'],
    ['Account closed', '', 'Account closed'],
  ])('%s (%s)', (sentence, name, expected) => {
    expect(withoutName(sentence, name)).toBe(expected);
  });
});
