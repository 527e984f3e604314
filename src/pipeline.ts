/**
 * THE MAP. A sheet becomes paid people in these steps, in this order. `intake` (read, check, screen) comes first and has a
 * sheet to read; then a person, or --yes, confirms; then these run.
 *
 * Every step takes what is in one state and brings it to the next, in the ledger, and does nothing to what is already past
 * it. So carrying on after a crash, a rerun, a nightly run and two workers are all the same thing: run the steps again.
 *
 *   step         takes                              brings it to
 *   intake       a sheet                            payments: ready, held, invalid
 *   reject       a rejection that was cut off       its batches withdrawn; nothing of them is started
 *   read again   unconfirmed batches                what the service says of them by now; nothing is sent
 *   ask again    references said not to be paid     held where the service has paid them after all
 *   recipients   ready payments                     their recipients and accounts known to the service
 *   plan         ready payments with a recipient    planned batches; payments batched
 *   create       planned batches                    open at the service; read back where a person decides
 *   quote        open batches                       quoted, totals equal to the ledger's
 *   approve      quoted batches                     approved by policy; else they wait for a person
 *   read         those that wait for a person       read back before anybody is asked
 *   start        approved batches                   read, equal to the plan, and started: the only step that moves money
 *   settle       started batches                    settled; payments processed, failed or returned
 */
import { approve } from './batches/approve.ts';
import { create } from './batches/create.ts';
import { plan } from './batches/plan.ts';
import { quote } from './batches/quote.ts';
import { readUnconfirmed } from './batches/read-unconfirmed.ts';
import { readOutsideStarts } from './batches/readings/outside-start.ts';
import { finishRejection } from './batches/reject.ts';
import { settle } from './batches/settle.ts';
import { askOnceMore } from './batches/settlements/paid-after-all.ts';
import { start } from './batches/start.ts';
import { verifyBeforeApproval } from './batches/verify-before-approval.ts';
import { syncRecipients } from './recipients/sync.ts';
import type { ActiveRun, Step, StepDeps } from './step.ts';

const STEPS: readonly Step[] = [
  finishRejection,
  readUnconfirmed,
  askOnceMore,
  syncRecipients,
  plan,
  create,
  quote,
  approve,
  verifyBeforeApproval,
  start,
  settle,
];
const TO_THE_START = STEPS.slice(0, STEPS.indexOf(settle));
const ONLY_READING: readonly Step[] = [readUnconfirmed, readOutsideStarts, settle];

/** Carries a run as far as it can go now. Throws what a step throws; the run can be carried on later. */
export function runPipeline(run: ActiveRun, deps: StepDeps): Promise<void> {
  return runSteps(STEPS, run, deps);
}

/** The same, but nobody asks yet what became of what it has just started: that takes its time, and a call. */
export function runToTheStart(run: ActiveRun, deps: StepDeps): Promise<void> {
  return runSteps(TO_THE_START, run, deps);
}

/** Reads what became of its unconfirmed and started batches, and whether somebody has sent one of the others. Nothing is sent that changes anything at the service. */
export function readRun(run: ActiveRun, deps: StepDeps): Promise<void> {
  return runSteps(ONLY_READING, run, deps);
}

async function runSteps(steps: readonly Step[], run: ActiveRun, deps: StepDeps): Promise<void> {
  for (const step of steps) {
    deps.signal.throwIfAborted();
    await step(run, deps);
  }
}
