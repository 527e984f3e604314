import { getBatches, isSent } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import type { Db } from '../ledger/db/db.ts';
import { cancelPayments, ENDS_WITH_RUN, hasReadyPayments } from '../ledger/payments/payment.ts';
import {
  endedPayments,
  endRejection,
  openRejection,
  type Rejection,
  type RejectionKind,
  recordFirstRejection,
} from '../ledger/runs/rejection.ts';
import { getRun } from '../ledger/runs/run.ts';
import type { BatchState } from '../states.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { cancelBatch } from './cancellations/cancel-batch.ts';

/**
 * Batches that can be rejected, and those of the same run that were to follow them. One that is unconfirmed and was
 * never sent was adopted, or does not match the plan.
 */
const REJECTABLE: readonly BatchState[] = ['quoted', 'open', 'approved', 'unknown'];
const UNMADE: readonly BatchState[] = ['planned', 'creating'];

/** Batches of a run that exist in the payout service and were not sent. */
export function rejectableBatches(db: Db, run: bigint): Promise<readonly BatchRow[]> {
  return notStarted(db, run, REJECTABLE);
}

/** Whether a run has payments that were not sent: in batches that can be taken back, or in none yet. */
export async function hasUnsent(db: Db, run: bigint): Promise<boolean> {
  return (await notStarted(db, run, [...UNMADE, ...REJECTABLE])).length > 0 || hasReadyPayments(db, run);
}

async function notStarted(db: Db, run: bigint, states: readonly BatchState[]): Promise<readonly BatchRow[]> {
  return (await getBatches(db, run, ...states)).filter(
    (one) => !isSent(one) && (one.state !== 'unknown' || one.remote_id !== null),
  );
}

/**
 * Records that nothing more of a run is sent, whichever process has it: that one, or the one that takes it next,
 * completes it before its next step. Nothing if that was recorded before.
 */
export async function intendRejection(
  deps: Pick<StepDeps, 'ledger' | 'clock'>,
  run: bigint,
  rejection: Rejection,
): Promise<void> {
  await deps.ledger.tx(async (db) => {
    if (await recordFirstRejection(db, run, rejection)) await auditIntention(db, { id: run }, deps, rejection);
  });
}

const auditIntention = (
  db: Db,
  run: Pick<ActiveRun, 'id'>,
  deps: Pick<StepDeps, 'clock'>,
  { by, because, trace, kind }: Rejection,
) => audit(db, run, deps, 'rejection_intended', { because, kind, ...trace }, by);

/** Completes an interrupted rejection before anything else is done for the run. */
export const finishRejection: Step = async (run, deps) => {
  await completeRejection(run, deps);
};

/**
 * Takes back all batches of a rejected run that were not started. A run whose sheet is not read stays rejected, and its
 * payments are canceled once they are read. Returns a sentence for each batch that could not be taken back: the next
 * steps follow those to their end.
 */
export async function completeRejection(run: ActiveRun, deps: StepDeps): Promise<readonly string[]> {
  const rejection = await openRejection(deps.ledger.db, run.id);
  if (!rejection || (await getRun(deps.ledger.db, run.id)).intake_at === null) return [];
  return withdraw(run, deps, rejection);
}

const DID: Readonly<Record<RejectionKind, string>> = {
  rejected: 'rejected it',
  withdrawn: 'withdrew it',
  stopped: 'stopped it',
};

async function withdraw(run: ActiveRun, deps: StepDeps, rejection: Rejection): Promise<readonly string[]> {
  const { by, because, trace, kind } = rejection;
  const reason = `${by} ${DID[kind]}${because ? `: ${because}` : '.'}`;
  // Read again, because another process may have started a batch before this one had the run. A rejection covers the
  // whole run, even batches that were never created because of an interruption. Those come first: otherwise the next
  // resume would create them.
  const batches = [
    ...(await notStarted(deps.ledger.db, run.id, UNMADE)),
    ...(await notStarted(deps.ledger.db, run.id, REJECTABLE)),
  ];
  const withdrawn: string[] = [];
  const left: string[] = [];
  for (const batch of batches) {
    const keptReason = await cancelBatch(run, deps, batch, { code: kind, why: reason });
    if (keptReason === null) withdrawn.push(batch.id);
    else left.push(keptReason);
  }
  await fenced(run, deps, async (db) => {
    await cancelPayments(db, run.id, ENDS_WITH_RUN, kind, reason);
    const { payments, sums, sent } = await endedPayments(db, [run.id], kind);
    await audit(
      db,
      run,
      deps,
      kind === 'withdrawn' ? 'withdrawn' : kind === 'stopped' ? 'stopped' : 'rejected',
      {
        ...{ batches: withdrawn, payments, sentBefore: sent },
        sums: Object.fromEntries(sums.map(({ currency, minor }) => [currency, String(minor)])),
        ...{ because, ...trace },
      },
      by,
    );
    await endRejection(db, run.id);
  });
  return left;
}
