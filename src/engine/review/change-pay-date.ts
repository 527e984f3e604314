import { POLICY_APPROVER } from '../../batches/approvals/approval-rules.ts';
import { PayrunError } from '../../errors.ts';
import { requirePayDate } from '../../intake/pay-day.ts';
import { schedulePayment } from '../../intake/schedule-pay-date.ts';
import { getBatches, isSent } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { getPayDate, type PayDate, setPayDate } from '../../ledger/runs/pay-date.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { authorizeApproval } from '../../permissions/decisions.ts';
import { runKind } from '../../references/run-kinds.ts';
import { audit, fenced } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { withRunLease } from '../leases/with-run-lease.ts';

/**
 * Gives a run another pay date, or none (`on` null: it is sent once approved), until its first start is attempted. An
 * approval covers payments, accounts and a quote, which a date does not change, so it stays valid; but only a user who
 * may approve the run can move approved money to an earlier day. Returns the new date. Throws `pay_day`,
 * `pay_day_fixed`, `run_unknown`, `run_busy`, and what `authorize` throws.
 */
export async function changePayDate(
  appContext: AppContext,
  id: bigint,
  { on, by }: { readonly on: string | null; readonly by: Actor },
): Promise<PayDate | null> {
  const { ledger, clock, config } = appContext;
  const { merchant_id: merchant } = await getRun(ledger.db, id);
  await authorize(ledger.db, by, 'reschedule', { merchants: [merchant] });
  if (on !== null) requirePayDate(appContext, on);
  return withRunLease(appContext, id, { progress: () => {} }, async ({ run, deps }) => {
    return fenced(run, deps, async (db) => {
      const found = await getRun(db, id);
      const batches = await getBatches(db, id);
      const why = fixedPayDateReason(found, batches);
      if (why !== null) throw new PayrunError('pay_day_fixed', { run: String(id), why });
      const before = getPayDate(found);
      const now = clock.now();
      if (on === null) await setPayDate(db, id, null);
      const date = on === null ? null : await schedulePayment(db, run, on, { config, now });
      const isEarlier = before !== null && (date?.startsAt.getTime() ?? now) < before.startsAt.getTime();
      if (isEarlier && batches.some(isApprovedByUser))
        await authorizeApproval(db, by, id, batches, `reschedule ${id} ${on === null ? '--now' : `--on ${on}`}`);
      await audit(db, run, deps, 'pay_date_changed', { before: before?.on ?? null, ...date, ...trace(by) }, by.name);
      return date;
    });
  });
}

/**
 * Whether this user may only move the pay date of a run to a later day: it is approved, and the user may not approve
 * it. For pages; `changePayDate` decides.
 */
export async function mayOnlyPostpone(db: Db, run: RunRow, batches: readonly BatchRow[], by: Actor): Promise<boolean> {
  if (getPayDate(run) === null || !batches.some(isApprovedByUser)) return false;
  try {
    await authorizeApproval(db, by, run.id, batches);
    return false;
  } catch (error) {
    if (!(error instanceof PayrunError)) throw error;
    return true;
  }
}

const isApprovedByUser = ({ approved_by, first_by }: BatchRow) =>
  first_by !== null || (approved_by !== null && approved_by !== POLICY_APPROVER);

/** The reason that the pay date of a run is fixed; null if it can be changed. */
export function fixedPayDateReason(
  { job, finished_at, intake_at }: Pick<RunRow, 'job' | 'finished_at' | 'intake_at'>,
  batches: readonly Parameters<typeof isSent>[0][],
): string | null {
  if (!runKind(job).hasPayments) return 'it pays no one';
  if (finished_at !== null) return 'nothing is left to send';
  if (intake_at === null) return 'its file is not read yet';
  if (!runKind(job).sends) return 'its payments were adopted, and Payrun does not send them';
  return batches.some(isSent) ? 'its payments are being sent' : null;
}
