import { cancelPayments, ENDS_WITH_RUN } from '../../ledger/payments/payment.ts';
import { confirmRun, getRun } from '../../ledger/runs/run.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';
import type { RunPlan } from './run-plan.ts';

export interface ConfirmOptions {
  /** Receives the plan of the run before anybody is asked to confirm it and before the first API call. */
  readonly announce?: ((plan: RunPlan) => void) | undefined;
  /** Asks the user to confirm the plan; null if no user is present. */
  readonly confirm: ((plan: RunPlan) => Promise<boolean>) | null;
  /** The user to ask; by default the uploader of the run. */
  readonly asked?: string | undefined;
  /** The user's connection, for the audit log. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

/** Whether the runs of a sheet were confirmed: `now` or `earlier` they may be paid. */
export type Confirmation = 'now' | 'earlier' | 'declined' | 'not_asked';

/**
 * Asks the user to confirm `plan`, unless it is already confirmed. One confirmation covers all runs of a sheet, whose
 * plans are `parts`; `run` is the one that ingested the sheet and that this process holds. If it is not confirmed, the
 * payments are canceled, also those on hold, except for a run that keeps waiting to be submitted. A dry run keeps those
 * on hold, to show their reasons.
 */
export async function confirmBeforePaying(
  run: ActiveRun,
  deps: LocalDeps,
  plan: RunPlan,
  parts: readonly RunPlan[],
  { announce, confirm, asked = run.maker, trace = {} }: ConfirmOptions,
): Promise<Confirmation> {
  // Each run separately: one with a released payment is already confirmed.
  const waiting: RunPlan[] = [];
  for (const part of parts) if (!(await getRun(deps.ledger.db, part.run)).confirmed_at) waiting.push(part);
  announce?.(plan);
  if (waiting.length === 0) return 'earlier';
  if (plan.payable === 0 || (run.options.ask && !confirm)) return 'not_asked';
  const confirmation = confirm ? ((await confirm(plan)) ? 'yes' : 'declined') : 'not_confirmed';
  const yes = confirmation === 'yes' && !run.options.dryRun;
  const code = run.options.dryRun ? 'dry_run' : confirmation;
  await fenced(run, deps, async (tx) => {
    for (const part of waiting) {
      const id = BigInt(part.run);
      if (yes) {
        await audit(tx, { id }, deps, 'confirmed', { payable: part.payable, totals: part.totals, ...trace }, asked);
        await confirmRun(tx, id);
      } else {
        await cancelPayments(tx, id, code === 'dry_run' ? ['ready'] : ENDS_WITH_RUN, code, WHY_NOT[code]!);
        await audit(tx, { id }, deps, 'not_paid', { code, ...trace }, asked);
      }
    }
  });
  return yes ? 'now' : 'declined';
}

const WHY_NOT: Readonly<Record<string, string>> = {
  dry_run: 'This was a dry run: nothing is paid.',
  declined: 'Discarded: nothing is paid.',
  not_confirmed: 'This run was interrupted before it was submitted. Pay its rows in a new run.',
};
