import { describe, expect, it } from 'vitest';
import { accountNumber } from '../../../src/ledger/payments/fingerprints.ts';

describe('the number by which accounts are compared', () => {
  it.each([
    ['an IBAN', { iban: 'DE89370400440532013000' }, 'DE89370400440532013000'],
    ['an account number with its branch', { accountNum: '00123', branchId: '60-16-13' }, '123 60-16-13'],
    ['an e-mail that is not the recipient’s', { emailAddress: 'Pay@example.com' }, 'pay@example.com'],
    ['the recipient’s own e-mail, which may be corrected', { emailAddress: 'Ada@example.com' }, 'of ADA'],
    ['neither, also for a recipient without an e-mail', {}, undefined],
  ])('is that of %s', (_, fields, number) => {
    const email = 'emailAddress' in fields ? 'ada@example.com' : undefined;
    expect(accountNumber({ method: 'paypal', fields }, email, 'Ada')).toBe(number);
  });
});
