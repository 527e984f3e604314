import { type FoundOrphan, findOrphanBatch } from '../../batches/cancellations/find-orphan-batch.ts';
import { EXIT, isError, isOutOfReach } from '../../errors.ts';
import { dueOrphanBatches, type OrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobReport } from '../job.ts';
import { type RunWatch, withRun } from '../leases/with-run-lease.ts';

/**
 * A batch that appeared in the payout service after it was canceled, or a second one of a batch that was created again.
 */
export interface OrphanFinding extends JobReport {
  readonly document: {
    readonly run: string;
    readonly batch: string;
    readonly end: FoundOrphan['end'];
    readonly what: string;
  };
}

/**
 * Looks for orphan batches: those that were canceled or created again while the answer to their creation was lost, and
 * those that were deleted while the service did not show them. Deletes the ones that only hold payments of their run
 * and are not sent. Makes no calls if none is due; otherwise usually one for each, in at most two passes. A run that
 * another process holds is skipped until the next time. Returns the batches found. Throws the errors of API calls; an
 * error of one batch is thrown after the others were checked, unless the service cannot be reached.
 */
export async function findOrphanBatches(appContext: AppContext, watch: RunWatch): Promise<readonly OrphanFinding[]> {
  const { ledger, clock, log } = appContext;
  const findings: OrphanFinding[] = [];
  let failure: unknown;
  for (const late of await dueOrphanBatches(ledger.db, new Date(clock.now()))) {
    watch.signal?.throwIfAborted();
    try {
      await withRun(appContext, late.run, watch, async (run, deps) => {
        const found = await findOrphanBatch(run, deps, late);
        if (found) findings.push(findingOf(late, found));
      });
    } catch (error) {
      if (!isError(error) || isOutOfReach(error)) throw error;
      if (isError(error, 'run_busy', 'fenced')) log.info({ run: String(late.run) }, error.message);
      else failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return findings;
}

const NOTES: Readonly<Record<FoundOrphan['end'], (status: string) => string>> = {
  deleted: () => 'Payrun deleted it there before it could be sent.',
  begun: (status) =>
    `Someone has sent it there (${status}), although Payrun had withdrawn it. Action is required before its payments are sent again.`,
  not_ours: (status) =>
    `It has payments that are not in this run (${status}), so Payrun left it there. Check it before anyone sends it.`,
};

const TWICE = (status: string) =>
  `Someone has sent it there (${status}) in addition to the one that Payrun pays, so its recipients may be paid twice. Check it there immediately.`;

function findingOf({ run, currentId }: OrphanBatch, { remoteId, end, status }: FoundOrphan): OrphanFinding {
  const came = currentId === null ? 'a withdrawn batch' : 'a duplicate of a batch that was created again';
  const note = currentId !== null && end === 'begun' ? TWICE(status) : NOTES[end](status);
  const what = `Run ${run}: ${came} appeared in the payout service later (${remoteId}). ${note}`;
  const exitCode = end === 'deleted' ? EXIT.done : EXIT.waits;
  return { document: { run: String(run), batch: remoteId, end, what }, lines: [what], exitCode };
}
