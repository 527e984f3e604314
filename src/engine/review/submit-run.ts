import { PayrunError } from '../../errors.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { getSheetRuns } from '../../ledger/runs/sheet-runs.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Confirmation } from '../plan/confirm-run.ts';
import { isAboutTypes, type RunPlan, runPlan, sheetPlan } from '../plan/run-plan.ts';
import { ingestAndConfirm } from '../runs/ingest-and-confirm.ts';

/** The plan of a run, with the other runs of its sheet, that waits to be submitted; null if it does not. */
export async function planToSubmit(appContext: AppContext, id: bigint): Promise<RunPlan | null> {
  const { db } = appContext.ledger;
  if (!isAsked(await getRun(db, id))) return null;
  const runs = await getSheetRuns(db, id);
  return runs.length > 1 ? sheetPlan(appContext, runs) : runPlan(appContext, id);
}

/**
 * The part of a plan that the user confirms, as text, to compare it with the current plan. The time of reading stands
 * for what the sums do not show, such as an account.
 */
export function shownPlan({ payable, totals, readAt }: Pick<RunPlan, 'payable' | 'totals' | 'readAt'>): string {
  const sums = Object.entries(totals).map(([currency, { rows, amount }]) => `${currency} ${rows} ${amount}`);
  return [`${payable} payments`, ...sums.sort(), `read ${readAt?.toISOString()}`].join('; ');
}

/**
 * Submits a run and the others of its sheet, and returns those to continue. `shown` is the plan that the user saw
 * (`shownPlan`). Throws `run_unknown`, `not_asked` if the run does not wait to be submitted, `approval_outdated` if the
 * plan has changed, `usage` if rows have no type and `businesses` does not say how to pay them, and what `authorize`
 * throws.
 */
export async function submitRun(
  appContext: AppContext,
  run: string,
  { by, shown, businesses }: { readonly by: Actor; readonly shown: string; readonly businesses: boolean },
): Promise<readonly bigint[]> {
  const runs = await answer(appContext, run, { by, name: 'submit', expected: 'now' }, async (plan) => {
    if (shownPlan(plan) !== shown) throw new PayrunError('approval_outdated', { run });
    if (!businesses && plan.notes.some(isAboutTypes)) throw usageError('types_not_confirmed');
    return true;
  });
  return runs.filter(({ finished_at }) => finished_at === null).map(({ id }) => id);
}

/**
 * Discards a run and the others of its sheet: their payments are canceled. Throws `run_unknown`, `not_asked` if the run
 * does not wait to be submitted, and what `authorize` throws.
 */
export async function discardRun(appContext: AppContext, run: string, by: Actor): Promise<void> {
  await answer(appContext, run, { by, name: 'discard', expected: 'declined' }, async () => false);
}

async function answer(
  appContext: AppContext,
  run: string,
  { by, name, expected }: { readonly by: Actor; readonly name: 'submit' | 'discard'; readonly expected: Confirmation },
  confirm: (plan: RunPlan) => Promise<boolean>,
): Promise<readonly RunRow[]> {
  const { db } = appContext.ledger;
  const found = await getRun(db, run);
  const sheet = await getSheetRuns(db, found.id);
  await authorize(db, by, name, {
    merchants: sheet.map(({ merchant_id }) => merchant_id),
    wrongState: !isAsked(found) && new PayrunError('not_asked', { run }),
  });
  const options = { asked: by.name, trace: trace(by), confirm, progress: () => {} };
  const { runs, confirmation } = await ingestAndConfirm(appContext, found.id, options);
  // Another user was faster. A user who discards must not believe that nothing is paid.
  if (confirmation !== expected) throw new PayrunError('not_asked', { run });
  return runs;
}

function isAsked({ options, confirmed_at, intake_at, finished_at }: RunRow): boolean {
  return options.ask === true && confirmed_at === null && intake_at !== null && finished_at === null;
}
