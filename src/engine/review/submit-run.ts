import { PayrunError } from '../../errors.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { leadOf, runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RunPlan, runPlan } from '../plan/run-plan.ts';
import { sheetPlan } from '../plan/sheet-plan.ts';
import { enqueue } from '../queue/enqueue.ts';
import { ingestRunsOfSheet } from '../runs/execute-run.ts';
import { type Actor, trace } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';

/** What a run, with the others of its sheet, waits to be told yes or no to; null where it does not wait for that. */
export async function askedPlan(appContext: AppContext, id: bigint): Promise<RunPlan | null> {
  const { db } = appContext.ledger;
  if (!isAsked(await getRun(db, id))) return null;
  const runs = await runsOfSheet(db, await leadOf(db, id));
  return runs.length > 1 ? sheetPlan(appContext, runs) : runPlan(appContext, id);
}

/** What a person saw of a plan, as text: a yes is to that. */
export function shownPlan({ payable, totals }: Pick<RunPlan, 'payable' | 'totals'>): string {
  const sums = Object.entries(totals).map(([currency, { rows, amount }]) => `${currency} ${rows} ${amount}`);
  return [`${payable} payments`, ...sums.sort()].join('; ');
}

/**
 * A person's answer to what a run, and the others of its sheet, are about to pay: yes leaves them to the workers, no cancels
 * their payments. `shown` is what they saw (`shownPlan`). Throws `run_unknown`, `not_asked` where no answer is waited for, and
 * `approval_outdated` where it would not pay what was shown.
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
  let isHeard = false;
  const runs = await ingestRunsOfSheet(appContext, id, {
    asked: answer.by.name,
    trace: trace(answer.by),
    confirm: async (plan) => {
      isHeard = true;
      if (answer.yes && shownPlan(plan) !== answer.shown)
        throw new PayrunError('approval_outdated', { run: String(id) });
      return answer.yes;
    },
    progress: () => {},
  });
  // Somebody else has answered since it was looked at: whoever said no here must not believe that nothing is paid.
  if (!isHeard) throw new PayrunError('not_asked', { run: String(id) });
  if (!answer.yes) return;
  for (const run of runs) if (run.state !== 'done') await enqueue(appContext, { kind: 'run', run: String(run.id) });
}

function isAsked({ options, confirmed_at, intake_at, state }: RunRow): boolean {
  return options.ask === true && confirmed_at === null && intake_at !== null && state !== 'done';
}
