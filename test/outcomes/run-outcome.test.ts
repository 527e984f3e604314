import { expect, it } from 'vitest';
import { getNextStep } from '../../src/outcomes/run-outcome.ts';
import type { PaymentState } from '../../src/states.ts';

type Counts = Readonly<Partial<Record<PaymentState, number>>>;

it('says that rows can be corrected only if there are such rows', () => {
  for (const [counts, words] of [
    [{ failed: 1 }, 'Failed rows'],
    [{ failed: 1, returned: 2 }, 'Failed and returned rows'],
    [{ invalid: 4, failed: 1, returned: 2 }, 'Invalid, failed and returned rows'],
  ] as const)
    expect(getNextStep('partly_paid', { processed: 3, ...counts })).toBe(`${words} can be corrected and paid.`);
  expect(getNextStep('partly_paid', { processed: 3, canceled: 2 })).toBe('');
});

it('does not say that the payout service processes payments before one of them is sent', () => {
  expect(getNextStep('preparing', { batched: 4, failed: 1 })).toMatch('None have been sent yet.');
  expect(getNextStep('processing', { batched: 4, started: 1 })).toMatch('is still processing some payments');
  expect(getNextStep('ready_to_submit', {})).toMatch('Nothing is paid until');
});

it('asks for the approval of what is left, and does not say that nothing is sent, after payments were sent', () => {
  expect(getNextStep('awaiting_approval', { batched: 4 })).toMatch('before anything is sent');
  expect(getNextStep('awaiting_approval', { batched: 1, processed: 32 })).toBe(
    'Someone other than the uploader must approve the payments that have not been sent yet.',
  );
});

it.each([
  [
    { processed: 7, held: 1, failed: 1 },
    'An approver must release or dismiss the payments on hold. Failed rows can be corrected and paid.',
  ],
  [
    { unknown: 1, held: 1 },
    'An approver must confirm the outcome of the unconfirmed payments. An approver must release or dismiss the payments on hold.',
  ],
  [{ discrepancy: 2 }, 'An approver must review the discrepancies.'],
  [{ batched: 2 }, 'A user must correct or review this run before it can continue.'],
] as const satisfies readonly (readonly [Counts, string])[])('says which action is required: %j', (counts, next) => {
  expect(getNextStep('action_required', counts)).toBe(next);
});

it('does not ask to release what can only be dismissed', () => {
  expect(getNextStep('action_required', { held: 1 }, false)).toBe(
    'An approver must dismiss the payments on hold, which cannot be released.',
  );
});
