import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showOutcome } from '../../../../src/cli/terminal/show-outcome.ts';
import type { NotificationContent } from '../../../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../../../src/engine/notifications/notification-templates.ts';
import { ERRORS } from '../../../../src/errors.ts';
import type { RunView } from '../../../../src/ledger/views/run-view.ts';
import { MESSAGES } from '../../../../src/messages.ts';
import { getReasons } from '../../../../src/outcomes/reason-words.ts';
import { isFinalOutcome, OUTCOME_CODES, OUTCOMES, type StatusFacts } from '../../../../src/outcomes/run-outcome.ts';
import { type StateCounts, stateCounts } from '../../../../src/outcomes/run-result.ts';
import type { RunOutcome } from '../../../../src/reports/payment-run-outcome.ts';
import { NOTIFICATION_KINDS } from '../../../../src/settings/setting-forms.ts';
import { type BatchState, LIVE_STATES, type PaymentState, type RunStatus } from '../../../../src/states.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runActions } from '../../../../src/web/pages/runs/run-actions.ts';
import { problemsPart } from '../../../../src/web/pages/runs/run-problems.ts';
import { offersToPayAgain } from '../../../support/offers-to-pay-again.ts';
import { textsIn } from '../../../support/texts-in.ts';

/** Of these money may still move. */
const MAY_BE_PAID = LIVE_STATES.filter((state) => state !== 'processed');
const BATCHES: readonly BatchState[] = [
  'planned',
  'creating',
  'open',
  'quoted',
  'approved',
  'starting',
  'waiting_funds',
  'awaiting_service_approval',
  'started',
  'unknown',
];
const UNFINISHED = OUTCOME_CODES.filter((outcome) => !isFinalOutcome(outcome));

const view = {
  currentUser: { name: 'mia', role: 'admin', merchants: null },
  locale: 'en-US',
  now: 0,
  path: '/runs/7',
} as unknown as View;

/** A run of which one row failed, and another one may still be paid. */
function standing(outcome: RunStatus, payment: PaymentState | null, batch: BatchState | null): StatusFacts {
  return {
    run: 7n,
    outcome,
    isFinished: isFinalOutcome(outcome),
    hasPayments: true,
    readIn: true,
    dryRun: false,
    confirmed: true,
    early: false,
    leased: false,
    rows: 3,
    counts: { processed: 1, failed: 1, ...(payment ? { [payment]: 1 } : {}) },
    reasons: [{ state: 'failed', code: null, sentence: 'Account closed.', payments: 1 }],
    batches: batch ? { [batch]: 1 } : {},
    batchSums: [],
    unsent: 0,
    hasReady: payment === 'ready',
    short: 0,
    batchDiscrepancies: 0,
  };
}

const pageOf = (finished_at: Date | null, status: RunStatus = 'partly_paid') => {
  const known = { id: 7n, status, finished_at, maker: 'mia', confirmed_at: new Date(0), blocked: false, options: {} };
  return known as RunView;
};

const countsOf = (run: StatusFacts): StateCounts => stateCounts((state) => run.counts[state] ?? 0);

/** Every sentence of a run on every channel. */
function sentencesOf(run: StatusFacts): Readonly<Record<string, string>> {
  const { outcome } = run;
  const counts = countsOf(run);
  const shown = {
    run: '7',
    outcome,
    rows: run.rows,
    counts,
    reasons: getReasons(run.reasons),
    totals: {},
    onHold: {},
    debits: [],
    money: [],
    paid: null,
    paidSides: null,
    calls: 4,
    problems: [],
    results: 'results.xlsx',
    sameSheet: null,
    note: null,
  } as unknown as RunOutcome;
  const content = { sandbox: false, run: '7', runs: ['7'], sheet: 's.csv', merchants: ['m'], rows: 3, outcome, counts };
  const groups = (['failed', 'returned', 'unknown', 'discrepancy'] as const).map((state) => ({
    state,
    code: 'x',
    column: null,
    rows: 1,
    first: [{ row: 2, recipientName: null }],
    message: 'Account closed.',
  }));
  const page = pageOf(run.isFinished ? new Date(0) : null, outcome);
  const failed = { state: 'failed', fixed: 'source', currency: 'EUR', rows: 1, minor: 100n };
  return {
    outcome: `${OUTCOMES[outcome].label}. ${OUTCOMES[outcome].next}`,
    'command line': showOutcome(shown).join('\n'),
    ...Object.fromEntries(
      NOTIFICATION_KINDS.map((kind) => {
        const { subject, text } = notificationText(
          kind,
          { ...content, debits: [] } as unknown as NotificationContent,
          'http://x/7',
        );
        return [kind, `${subject}\n${text}`];
      }),
    ),
    'actions of the page': String(
      runActions(view, page, { counts, groups: [failed] as never, taken: {}, approval: '', refused: null }),
    ),
    'problems on the page': String(problemsPart(view, page, { groups, counts, taken: {} })),
  };
}

const offering = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences).flatMap(([where, text]) => (offersToPayAgain(text) ? where : []));

/** A sheet that was paid before is held, and a release of bank details sends these, not money. */
const REVIEWED_CODES = [
  'rerun_nothing',
  'accounts_changed',
  'request_taken_over',
  'recipient_without_account',
  'recipient_refused.read',
];

/**
 * Each was looked at: it is shown only if nothing may be paid any more, warns, tells what happened, or sends a form and
 * no money.
 */
const REVIEWED = [
  // What the policy of nightly runs lets be paid: failed rows of runs that are done.
  'money-rules.ts: Nightly retries',
  'money-rules.ts: Nightly retry window',
  'money-rules.ts: failure reasons for which the nightly job retries',
  'money-rules.ts: maximum number of retries per payment',
  'money-rules.ts: only payments that failed within this number of days are retried',
  'engine/jobs/nightly-report.ts: ${runs} retried',
  // Held: a person decides.
  'batches/starts/preflight.ts: Row ${otherRow} of run ${otherRun} pays this recipient the same amount',
  // The payment or its recipient was refused, so nothing was paid.
  'messages.ts: The payout service has no account for this recipient',
  'messages.ts: The payout service rejected this recipient: {reason} If the row',
  'batches/removals/remove-payments.ts: Retry this payment: Payrun first rereads its recipient',
  'batches/removals/remove-payments.ts: ${reason} ${RETRY}',
  // Of a notification.
  'engine/activities/activity-sentences.ts: not sent ',
  // What happened.
  'actions/rerun.ts: Retry submitted.',
  'actions/rerun.ts: Retry payments',
  'events/run-events.ts: Retries these rows of ',
  'lists/documents/approval-schema.ts: the run that it retries',
  'events/merchant-events.ts: Sub-merchant creation retried',
  'web/pages/runs/run.ts: . Retry of ',
  'lists/runs.ts: retry of run ',
  'cli/terminal/show-approval.ts: It retries payments of run ',
  'lists/facts/payment-facts.ts: Retry of',
  'lists/facts/payment-facts.ts: Retried in',
  // Of a run that was not started, which is rejected first.
  'errors.ts: Reject the run with `payrun reject',
  'errors.ts: Ask a user to reject the run.',
  'cli/terminal/confirm-paying.ts: Nothing is paid.',
  // A request, which is done once by its key.
  'errors.ts: Send it again with the same Idempotency-Key.',
  // Only reads.
  'errors.ts: Read the run again',
  'api/idempotency.ts: Send it again later.',
  'api/problem.ts: Read whether it was done before you send it again.',
  'api/token-guard.ts: Wait as long as Retry-After says.',
  // Forms.
  'web/session/guard.ts: This form belongs to another session.',
  'web/session/guard.ts: Session expired.',
  // In the queue of exceptions: the engine refuses a run that is not done.
  'lists/run-payments.ts: Retried in',
  'web/pages/exceptions/exceptions.ts: <details class="confirm"><summary>Retry',
  // On the page of a run that is done: see above.
  'web/pages/runs/run-actions.ts: Retry ',
  'outcomes/row-steps.ts: Correct the cause and retry',
  'outcomes/row-steps.ts: These payments were not made. A retry',
  'outcomes/row-steps.ts: Get the correct account details from the recipient and retry',
  // Of the command, which refuses a run that is not done, and of who may give it.
  'engine/runs/rerun.ts: its rows were corrected',
  'errors.ts: Run {run} has nothing to retry',
  'references/usage-error.ts: Rows with the status',
  'permissions/permissions.ts: retry rows',
  'actions/rerun.ts: retries failed rows of a run',
  'actions/rerun.ts: payrun rerun 12',
  'actions/rerun.ts: shows what would be retried',
  // Warnings.
  'discrepancies/describe-discrepancy.ts: : a retry would pay it twice',
];

describe('retrying rows is never offered while something may still be paid', () => {
  const standings = UNFINISHED.flatMap((outcome) => [
    ...MAY_BE_PAID.map((payment) => [outcome, payment, null] as const),
    ...BATCHES.map((batch) => [outcome, null, batch] as const),
  ]);
  it.each(standings)('G8: run %s, payment %s, batch %s: by no channel', (outcome, payment, batch) => {
    const run = standing(outcome, payment, batch);
    expect(offering(sentencesOf(run))).toEqual([]);
  });

  it('and is offered on the page once nothing may be, so that these would be found', () => {
    expect(offering(sentencesOf(standing('partly_paid', null, null)))).toEqual([
      'actions of the page',
      'problems on the page',
    ]);
  });

  it('but not for rows that a later run already has', () => {
    const actions = (failed: number, taken: number) => {
      const counts = stateCounts((state) => (state === 'failed' ? failed : 0));
      const page = pageOf(new Date(0));
      const groups = [{ state: 'failed', fixed: 'source', currency: 'EUR', rows: failed, minor: 500n }] as never;
      return String(runActions(view, page, { counts, groups, taken: { failed: taken }, approval: '', refused: null }));
    };
    expect(actions(1, 1)).not.toContain('Retry');
    expect(actions(3, 1)).toContain('Retry 2 failed payments');
    expect(actions(3, 1), 'the sum of all three').not.toContain('5.00');
    expect(actions(3, 0)).toContain('5.00');
  });

  it('by no error and by no sentence of a row, except those of rows that no one has paid', () => {
    const found = [
      ...Object.entries(ERRORS).flatMap(([code, { sentence, next }]) =>
        offersToPayAgain(`${sentence} ${next}`) ? code : [],
      ),
      ...Object.entries(MESSAGES).flatMap(([code, { text }]) => (offersToPayAgain(text) ? code : [])),
    ];
    expect(found).toEqual(REVIEWED_CODES);
  });

  it('by no other text of the program than those that were reviewed', () => {
    const root = join(import.meta.dirname, '../../../../src');
    const files = globSync('**/*.ts', { cwd: root }).filter((path) => !/^(sandbox|service|ledger)\//.test(path));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((path) =>
      textsIn(readFileSync(join(root, path), 'utf8')).flatMap((text) =>
        offersToPayAgain(text) ? `${path}: ${text}` : [],
      ),
    );
    expect(found.filter((one) => !REVIEWED.some((known) => one.startsWith(known)))).toEqual([]);
    expect(REVIEWED.filter((known) => !found.some((one) => one.startsWith(known)))).toEqual([]);
  });

  it('by no sentence that a statement of the ledger writes', () => {
    const root = join(import.meta.dirname, '../../../../src/ledger');
    const sentences = globSync('**/*.{ts,sql}', { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/'((?:[^'\n]|'')* (?:[^'\n]|'')*)'/g)].map(
        ([, text]) => text!,
      ),
    );
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((text) => /^[A-Z%]/.test(text) && offersToPayAgain(text))).toEqual([]);
  });
});
