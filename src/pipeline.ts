/**
 * The payment pipeline: a sheet becomes paid payments in these steps, in this order. `intake` (read, check, apply the
 * hold rules) comes first and has a sheet to read. Then a user, or --yes, submits the run; then the other steps run.
 *
 * Every step moves rows from one state to the next in the ledger, and does nothing to rows that are past it. So a
 * resume after a crash, a rerun, a nightly run and a second worker all do the same: they run the steps again.
 *
 *   step         takes                               brings it to
 *   intake       a sheet                             payments: ready, on hold, invalid
 *   reject       a rejected or stopped run           its batches taken back, none of them started; before every
 *                                                    step, because a run can be stopped while it is at work
 *   read again   unconfirmed batches                 the service's current status; nothing is sent
 *   recheck      references confirmed as not paid    on hold if the service has paid them after all
 *   same service ready payments                      refused if another service answers at the address
 *   recipients   ready payments                      their recipients and accounts known to the service
 *   plan         ready payments with a recipient     planned batches; payments batched
 *   create       planned batches                     created and open; read back if the policy is not `auto`
 *   quote        open batches                        quoted, totals equal to the ledger's
 *   approve      quoted batches                      approved by policy; else awaiting approval
 *   verify       batches that await approval         read back before an approver is asked
 *   reprice      batches changed by the last or the next   back to quote and approve: the only way that leads back
 *   start        approved batches                    equal to the plan, and started: the only step that moves money
 *   settle       started batches                     settled; payments processed, failed or returned
 */
import { approveByPolicy } from './batches/approve.ts';
import { create } from './batches/create.ts';
import { plan } from './batches/plan.ts';
import { quote } from './batches/quote.ts';
import { readExternalStarts } from './batches/read-external-starts.ts';
import { readUnconfirmed } from './batches/read-unconfirmed.ts';
import { finishRejection } from './batches/reject.ts';
import { reprice } from './batches/reprice.ts';
import { verifyService } from './batches/services/refuse-other-service.ts';
import { settle } from './batches/settle.ts';
import { recheckUnpaid } from './batches/settlements/recheck-payments.ts';
import { start } from './batches/start.ts';
import { verifyBeforeApproval } from './batches/verify-before-approval.ts';
import { syncRecipients } from './recipients/sync.ts';
import type { ActiveRun, Step, StepDeps } from './step.ts';

const STEPS: readonly Step[] = [
  readUnconfirmed,
  recheckUnpaid,
  verifyService,
  syncRecipients,
  plan,
  create,
  quote,
  approveByPolicy,
  verifyBeforeApproval(reprice),
  start(reprice),
  settle,
];
const TO_THE_START = STEPS.slice(0, STEPS.indexOf(settle));
const ONLY_READING: readonly Step[] = [readUnconfirmed, readExternalStarts, settle];

/** Executes a run as far as possible now. Throws what a step throws; the run can be resumed later. */
export function runPipeline(run: ActiveRun, deps: StepDeps): Promise<void> {
  return runSteps(unlessStopped(STEPS), run, deps);
}

/** The same without `settle`. */
export function runUntilStart(run: ActiveRun, deps: StepDeps): Promise<void> {
  return runSteps(unlessStopped(TO_THE_START), run, deps);
}

/**
 * Reads the outcomes of its unconfirmed and started batches, and whether another batch was sent. Changes nothing in the
 * payout service.
 */
export function readRun(run: ActiveRun, deps: StepDeps): Promise<void> {
  return runSteps(ONLY_READING, run, deps);
}

const unlessStopped = (steps: readonly Step[]): readonly Step[] => [
  finishRejection,
  ...steps.flatMap((step) => [step, finishRejection]),
];

async function runSteps(steps: readonly Step[], run: ActiveRun, deps: StepDeps): Promise<void> {
  for (const step of steps) {
    deps.signal.throwIfAborted();
    await step(run, deps);
  }
}
