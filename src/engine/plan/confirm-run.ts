import { cancelPayments } from '../../ledger/payments/payment.ts';
import { confirmRun, getRun } from '../../ledger/runs/run.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';
import type { RunPlan } from './run-plan.ts';

export interface Asking {
  /** Told what the run is about to do and what it costs, before anybody is asked and before the first call. */
  readonly announce?: ((plan: RunPlan) => void) | undefined;
  /** Asks the person; null where nobody is there to be asked. */
  readonly confirm: ((plan: RunPlan) => Promise<boolean>) | null;
  /** Who is asked; without it who made the run. */
  readonly asked?: string | undefined;
  /** How they came, for the audit. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

/**
 * Asks whether what `plan` says may be paid, unless that was said before. One answer for all runs of a sheet, whose plans are
 * `parts`; the run that took the sheet in, which this process has, stands for all of them.
 * False where nothing may be paid: a dry run, a no, nobody who was asked, or a run that goes on waiting for its answer.
 */
export async function confirmBeforePaying(
  run: ActiveRun,
  deps: LocalDeps,
  plan: RunPlan,
  parts: readonly RunPlan[],
  { announce, confirm, asked = run.maker, trace = {} }: Asking,
): Promise<boolean> {
  // Each for itself: whoever released a held payment of one of them has said yes to that one.
  const waiting: RunPlan[] = [];
  for (const part of parts) if (!(await getRun(deps.ledger.db, part.run)).confirmed_at) waiting.push(part);
  announce?.(plan);
  if (waiting.length === 0) return true;
  if (plan.payable === 0) return false;
  if (run.options.ask && !confirm) return false;
  const said = confirm ? ((await confirm(plan)) ? 'yes' : 'declined') : 'not_confirmed';
  const yes = said === 'yes' && !run.options.dryRun;
  const code = run.options.dryRun ? 'dry_run' : said;
  await fenced(run, deps, async (tx) => {
    for (const part of waiting) {
      const id = BigInt(part.run);
      if (yes) {
        await audit(tx, { id }, deps, 'confirmed', { payable: part.payable, totals: part.totals, ...trace }, asked);
        await confirmRun(tx, id);
      } else {
        await cancelPayments(tx, id, ['ready'], code, WHY_NOT[code]!);
        await audit(tx, { id }, deps, 'not_paid', { code, ...trace }, asked);
      }
    }
  });
  return yes;
}

const WHY_NOT: Readonly<Record<string, string>> = {
  dry_run: 'This was a dry run: nothing is paid.',
  declined: 'The answer was no: nothing is paid.',
  not_confirmed: 'Nobody confirmed this run before it was interrupted. Drop the sheet again.',
};
