import { POLICY_APPROVER } from '../../batches/approvals/approval-rules.ts';
import { unlessStarted } from '../../batches/reconciliations/external-start.ts';
import { finishRemovals } from '../../batches/reconciliations/read-back.ts';
import { REMOVED_BY_USER } from '../../batches/removals/remove-payments.ts';
import { PayrunError } from '../../errors.ts';
import { getBatches, isSent, moveBatch } from '../../ledger/batches/batch.ts';
import { type DecidedPayment, paymentsInState } from '../../ledger/payments/payment-decisions.ts';
import { intendRemoval } from '../../ledger/payments/payments-in-batches.ts';
import { scheduleLook } from '../../ledger/runs/run-looks.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { BEFORE_START } from '../../states.ts';
import { audit, fenced } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RunWatch, withRun } from '../leases/with-run-lease.ts';
import { givenReason } from './given-reason.ts';

export interface RemoveOptions extends RunWatch {
  readonly references: readonly string[];
  /** Only those of this run. */
  readonly run?: string | undefined;
  readonly because: string;
  readonly by: Actor;
}

/**
 * Removes payments from runs that are not sent yet, all of them or none of a run. They are canceled, and their
 * references can be reused. The rest is priced again and needs a new approval. Returns the runs, each of which has to
 * be continued. Throws `not_removable`, `run_ambiguous`, `because_missing`, `run_busy`, and what `authorize` throws.
 */
export async function removeFromRun(appContext: AppContext, options: RemoveOptions): Promise<readonly bigint[]> {
  const { references, run: only, by, because: why, ...watch } = options;
  const because = givenReason(why);
  const { db } = appContext.ledger;
  const found: DecidedPayment[] = [];
  for (const reference of references) {
    const batched = (await paymentsInState(db, reference, 'batched')).filter(
      ({ run_id }) => only === undefined || String(run_id) === only,
    );
    if (batched.length === 0) throw new PayrunError('not_removable', { reference });
    if (batched.length > 1) {
      const runs = batched.map(({ run_id }) => run_id).join(' and ');
      throw new PayrunError('run_ambiguous', { runs, reference });
    }
    found.push(...batched);
  }
  await authorize(db, by, 'remove', { merchants: [...new Set(found.map(({ merchant_id }) => merchant_id))] });
  const runs = Map.groupBy(found, ({ run_id }) => run_id);
  for (const [id, payments] of runs) {
    const sent = new Set<string>();
    await withRun(appContext, id, watch, async (run, deps) => {
      // Recorded before anything is deleted in the payout service, so that the run ends the same after a crash.
      const batches = await fenced(run, deps, async (write) => {
        const unsent = (await getBatches(write, id, ...BEFORE_START)).filter((one) => !isSent(one));
        for (const [batchId, of] of Map.groupBy(payments, ({ batch_id }) => batch_id)) {
          const batch = unsent.find((one) => one.id === batchId);
          if (!batch) throw new PayrunError('not_removable', { reference: of[0]!.reference });
          const ids = of.map((one) => one.id);
          await intendRemoval(write, batch.id, ids, REMOVED_BY_USER, `Removed from the run by ${by.name}: ${because}`);
        }
        // An approver of the run saw all of its batches.
        const unapproved = [];
        for (const batch of unsent) {
          const approvers = [batch.first_by, batch.approved_by].filter(
            (name) => name !== null && name !== POLICY_APPROVER,
          );
          const why = 'A payment was removed from the run: it must be approved again.';
          if (approvers.length > 0)
            await audit(write, run, deps, 'approval_void', { batch: batch.id, void: approvers, why });
          unapproved.push(
            batch.state === 'open' ? batch : await moveBatch(write, batch, 'quoted', { quote: null, approval: null }),
          );
        }
        const data = { rows: payments.map(({ row }) => row), because, ...trace(by) };
        await audit(write, run, deps, 'removed_from_run', data, by.name);
        return unapproved;
      });
      for (const batch of batches)
        if ((await unlessStarted(run, deps, batch, () => finishRemovals(run, deps, batch))) === 'started')
          sent.add(batch.id);
    });
    const [late] = payments.filter(({ batch_id }) => sent.has(batch_id!));
    if (late) {
      await scheduleLook(db, [id], 0);
      throw new PayrunError('not_removable', { reference: late.reference });
    }
  }
  return [...runs.keys()];
}
