import { expect, it } from 'vitest';
import { nextOfOutcome, outcomeOf, type RunStatus } from '../../src/outcomes/run-outcome.ts';
import type { PaymentState } from '../../src/states.ts';

type Counts = Readonly<Partial<Record<PaymentState, number>>>;

/** A finished run with so many payments in each state. */
const finished = (counts: Counts): RunStatus => ({
  ...{ run: 1n, state: 'done', hasPayments: true, readIn: true, dryRun: false, confirmed: true, early: false },
  ...{
    leased: false,
    reasons: [],
    batches: {},
    batchSums: [],
    unsent: 0,
    hasReady: false,
    short: 0,
    batchDiscrepancies: 0,
  },
  rows: Object.values(counts).reduce((sum, n) => sum + n, 0),
  counts,
});

it.each([
  ['paid', { processed: 3, dismissed: 2 }],
  ['paid', { processed: 1, already_paid: 3, dismissed: 2 }],
  ['already_paid', { already_paid: 3, dismissed: 2 }],
  ['canceled', { dismissed: 2 }],
  ['partly_paid', { processed: 3, dismissed: 1, failed: 1 }],
  ['nothing_paid', { dismissed: 1, invalid: 1 }],
  ['nothing_paid', { already_paid: 3, dismissed: 1, invalid: 1 }],
  ['action_required', { processed: 3, dismissed: 1, held: 1 }],
] as const satisfies readonly (readonly [string, Counts])[])(
  'is %s, because dismissed rows are not to be paid: %j',
  (outcome, counts) => {
    expect(outcomeOf(finished(counts))).toBe(outcome);
  },
);

it('is not submitted if errors of its rows left nothing to submit', () => {
  const errors = finished({ invalid: 3, already_paid: 1 });
  expect(outcomeOf({ ...errors, confirmed: false })).toBe('not_submitted');
  expect(outcomeOf(errors)).toBe('nothing_paid');
  expect(outcomeOf({ ...errors, confirmed: false, dryRun: true })).toBe('nothing_paid');
  const stopped = finished({ invalid: 1, canceled: 2 });
  const reasons = [{ state: 'canceled', code: 'declined', sentence: '', payments: 2 }] as const;
  expect(outcomeOf({ ...stopped, confirmed: false })).toBe('not_submitted');
  expect(outcomeOf({ ...stopped, confirmed: false, reasons })).toBe('canceled');
  const differs = [{ state: 'canceled', code: 'control_total', sentence: '', payments: 2 }] as const;
  expect(outcomeOf({ ...finished({ canceled: 2 }), confirmed: false, reasons: differs })).toBe('not_submitted');
});

it('says that rows can be corrected only if there are such rows', () => {
  for (const [counts, words] of [
    [{ failed: 1 }, 'Failed rows'],
    [{ failed: 1, returned: 2 }, 'Failed and returned rows'],
    [{ invalid: 4, failed: 1, returned: 2 }, 'Invalid, failed and returned rows'],
  ] as const)
    expect(nextOfOutcome('partly_paid', { processed: 3, ...counts })).toBe(`${words} can be corrected and paid.`);
  expect(nextOfOutcome('partly_paid', { processed: 3, canceled: 2 })).toBe('');
});

it('does not say that the payout service processes payments before one of them is sent', () => {
  expect(nextOfOutcome('processing', { batched: 4, failed: 1 })).toMatch('None of them is sent yet.');
  expect(nextOfOutcome('processing', { batched: 4, started: 1 })).toMatch('has not finished all');
  expect(nextOfOutcome('ready_to_submit', {})).toMatch('Nothing is paid until');
});

it('asks for the approval of what is left, and does not say that nothing is sent, after payments were sent', () => {
  expect(nextOfOutcome('awaiting_approval', { batched: 4 })).toMatch('before anything is sent');
  expect(nextOfOutcome('awaiting_approval', { batched: 1, processed: 32 })).toBe(
    'Someone other than the uploader must approve the payments that are not sent yet.',
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
  [{ batched: 2 }, 'A user must correct or review it before it continues.'],
] as const satisfies readonly (readonly [Counts, string])[])('says which action is required: %j', (counts, next) => {
  expect(nextOfOutcome('action_required', counts)).toBe(next);
});

it('does not ask to release what can only be dismissed', () => {
  expect(nextOfOutcome('action_required', { held: 1 }, false)).toBe(
    'An approver must dismiss the payments on hold, which cannot be released.',
  );
});
