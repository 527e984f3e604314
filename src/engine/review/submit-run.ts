import { PayrunError } from '../../errors.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { leadOf, runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RunPlan, runPlan } from '../plan/run-plan.ts';
import { sheetPlan } from '../plan/sheet-plan.ts';
import { enqueue } from '../queue/enqueue.ts';
import { ingestAndConfirm } from '../runs/ingest-and-confirm.ts';

/** The plan of a run, with the other runs of its sheet, that waits to be submitted; null if it does not. */
export async function planToSubmit(appContext: AppContext, id: bigint): Promise<RunPlan | null> {
  const { db } = appContext.ledger;
  if (!isAsked(await getRun(db, id))) return null;
  const runs = await runsOfSheet(db, await leadOf(db, id));
  return runs.length > 1 ? sheetPlan(appContext, runs) : runPlan(appContext, id);
}

/** The part of a plan that the user confirms, as text, to compare it with the current plan. */
export function shownPlan({ payable, totals }: Pick<RunPlan, 'payable' | 'totals'>): string {
  const sums = Object.entries(totals).map(([currency, { rows, amount }]) => `${currency} ${rows} ${amount}`);
  return [`${payable} payments`, ...sums.sort()].join('; ');
}

/**
 * Submits or discards a run and the others of its sheet: `yes` queues them for the workers, otherwise their payments
 * are canceled. `shown` is the plan that the user saw (`shownPlan`). Throws `run_unknown`, `not_asked` if the run does
 * not wait to be submitted, `approval_outdated` if the plan has changed, and what `authorize` throws.
 */
export async function submitRun(
  appContext: AppContext,
  id: bigint,
  answer: { readonly by: Actor; readonly yes: boolean; readonly shown: string },
): Promise<void> {
  const { db } = appContext.ledger;
  const sheet = await runsOfSheet(db, await leadOf(db, id));
  await authorize(db, answer.by, answer.yes ? 'submit' : 'discard', {
    merchants: sheet.map(({ merchant_id }) => merchant_id),
    wrongState: !isAsked(await getRun(db, id)) && new PayrunError('not_asked', { run: String(id) }),
  });
  const { runs, confirmation } = await ingestAndConfirm(appContext, id, {
    asked: answer.by.name,
    trace: trace(answer.by),
    confirm: async (plan) => {
      if (answer.yes && shownPlan(plan) !== answer.shown)
        throw new PayrunError('approval_outdated', { run: String(id) });
      return answer.yes;
    },
    progress: () => {},
  });
  // Another user was faster. A user who discards must not believe that nothing is paid.
  if (confirmation !== 'now' && confirmation !== 'declined') throw new PayrunError('not_asked', { run: String(id) });
  if (!answer.yes) return;
  for (const run of runs) if (run.state !== 'done') await enqueue(appContext, { kind: 'run', run: String(run.id) });
}

function isAsked({ options, confirmed_at, intake_at, state }: RunRow): boolean {
  return options.ask === true && confirmed_at === null && intake_at !== null && state !== 'done';
}
