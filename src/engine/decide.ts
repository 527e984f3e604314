import { approveBatch, checkName } from '../batches/approve.ts';
import { discardBatch } from '../batches/discard.ts';
import { PayrunError } from '../errors.ts';
import { batchesOf } from '../ledger/batch.ts';
import { cancelPayments } from '../ledger/payment.ts';
import { getRun } from '../ledger/run.ts';
import type { RunOutcome } from '../report/outcome.ts';
import { audit, fenced } from '../step.ts';
import { type CarryOutOptions, carryOut, withRun } from './carry-out.ts';
import type { Workplace } from './workplace.ts';

export type DecideOptions = Omit<CarryOutOptions, 'confirm'> & { readonly by: string };

/**
 * A person's yes to what waits: binds it to the payments, their accounts and the quote, then carries the run on.
 * Throws `run_unknown`, `not_waiting`, `maker_is_approver`.
 */
export async function approveRun(workplace: Workplace, id: string, options: DecideOptions): Promise<RunOutcome> {
  const by = checkName(options.by);
  const row = await getRun(workplace.ledger.db, id);
  const waiting = await batchesOf(workplace.ledger.db, row.id, 'quoted');
  if (waiting.length === 0) throw new PayrunError('not_waiting', { run: id });
  await withRun(workplace, row.id, options, async (run, deps) => {
    for (const batch of await batchesOf(deps.ledger.db, run.id, 'quoted')) await approveBatch(run, deps, batch, by);
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
  const waiting = (await batchesOf(workplace.ledger.db, row.id, 'quoted', 'open', 'approved')).filter(
    (batch) => !batch.start_attempted_at,
  );
  if (waiting.length === 0) throw new PayrunError('not_waiting', { run: id });
  const reason = `${by} rejected it${options.because ? `: ${options.because}` : '.'}`;
  await withRun(workplace, row.id, options, async (run, deps) => {
    for (const batch of waiting) await discardBatch(run, deps, batch, reason);
    await fenced(run, deps, async (db) => {
      await cancelPayments(db, run.id, ['ready'], 'rejected', reason);
      await audit(
        db,
        run,
        deps,
        'rejected',
        { batches: waiting.map((batch) => batch.id), because: options.because },
        by,
      );
    });
  });
  return carryOut(workplace, row.id, { ...options, confirm: null });
}
