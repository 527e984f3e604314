import { expect, it } from 'vitest';
import { getCompliance, getRecipientCompliance } from '../../src/service/remote-fields.ts';

const CASES = [
  [{ complianceStatus: 'verified' }, 'verified'],
  [{ compliance: { status: 'pending', checkedAt: null } }, 'pending'],
  [{ complianceStatus: 'verified', compliance: { status: 'blocked' } }, 'blocked'],
  [{ complianceStatus: 'pending', compliance: { status: 'verified' } }, 'pending'],
  [{ complianceStatus: 'something new' }, null],
  [{ complianceStatus: null, compliance: null }, null],
  [{}, null],
] as const;
it.each(CASES)('the review of a recipient who has %o is %s', (recipient, expected) => {
  expect(getCompliance(recipient)).toBe(expected);
});

it('a payment that is not sent yet is pending itself, which says nothing about its recipient', () => {
  const pending = { compliance: { status: 'pending' } };
  expect(getRecipientCompliance({ ...pending, recipient: { complianceStatus: 'verified' } })).toBe('verified');
  expect(getRecipientCompliance(pending)).toBe(null);
  const blocked = { compliance: { status: 'blocked' }, recipient: { complianceStatus: 'pending' } };
  expect(getRecipientCompliance(blocked)).toBe('blocked');
});
