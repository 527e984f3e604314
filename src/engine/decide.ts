import { approveBatches, checkName } from '../batches/approve.ts';
import { discardBatch } from '../batches/discard.ts';
import { PayrunError } from '../errors.ts';
import { batchesOf } from '../ledger/batch.ts';
import { cancelPayments } from '../ledger/payment.ts';
import { getRun } from '../ledger/run.ts';
import { waitingBatches } from '../report/approval-summary.ts';
import type { RunOutcome } from '../report/outcome.ts';
import { audit, fenced } from '../step.ts';
import { type CarryOutOptions, carryOut } from './carry-out.ts';
import { withRun } from './with-run.ts';
import type { Workplace } from './workplace.ts';

export type DecideOptions = Omit<CarryOutOptions, 'confirm'> & { readonly by: string };

/**
 * A person's yes to what waits: binds it to the payments, their accounts and the quote, then carries the run on. Where
 * `shown` is given, the hash of the summary that the person saw, it is a yes to that and to nothing else.
 * Throws `run_unknown`, `not_waiting`, `maker_is_approver`, `approval_outdated`, `accounts_changed`.
 */
export async function approveRun(
  workplace: Workplace,
  id: string,
  options: DecideOptions & { readonly shown?: string | undefined },
): Promise<RunOutcome> {
  const by = checkName(options.by);
  const row = await getRun(workplace.ledger.db, id);
  if (by === row.maker) throw new PayrunError('maker_is_approver', { name: by });
  if ((await waitingBatches(workplace.ledger.db, row.id)).length === 0)
    throw new PayrunError('not_waiting', { run: id });
  await withRun(workplace, row.id, options, async (run, deps) => {
    await approveBatches(run, deps, await waitingBatches(deps.ledger.db, run.id), by, options.shown);
  });
  return carryOut(workplace, row.id, { ...options, confirm: null });
}

/**
 * A person's no: the batches are deleted at the service and their payments cancelled; their references are free again.
 * A batch on which start was ever attempted cannot be rejected. Throws `run_unknown`, `not_waiting`.
 */
export async function rejectRun(
  workplace: Workplace,
  id: string,
  options: DecideOptions & { readonly because: string },
): Promise<RunOutcome> {
  const by = checkName(options.by);
  const row = await getRun(workplace.ledger.db, id);
  const waiting = async () =>
    (await batchesOf(workplace.ledger.db, row.id, 'quoted', 'open', 'approved')).filter(
      (batch) => !batch.start_attempted_at,
    );
  if ((await waiting()).length === 0) throw new PayrunError('not_waiting', { run: id });
  const reason = `${by} rejected it${options.because ? `: ${options.because}` : '.'}`;
  await withRun(workplace, row.id, options, async (run, deps) => {
    // Read again: another process may have started one before this one had the run.
    const batches = await waiting();
    for (const batch of batches) await discardBatch(run, deps, batch, reason);
    await fenced(run, deps, async (db) => {
      await cancelPayments(db, run.id, ['ready'], 'rejected', reason);
      await audit(
        db,
        run,
        deps,
        'rejected',
        { batches: batches.map((batch) => batch.id), because: options.because },
        by,
      );
    });
  });
  return carryOut(workplace, row.id, { ...options, confirm: null });
}
