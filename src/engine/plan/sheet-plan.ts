import type { RunRow } from '../../ledger/runs/run.ts';
import { estimateMinutes } from '../../platform/call-minutes.ts';
import type { AppContext } from '../context/app-context.ts';
import type { CutOff } from './cut-off.ts';
import { cutOffNote, movedDate, planFigures, type RunPlan, runPlan } from './run-plan.ts';

/**
 * The combined plan of the runs of a sheet with several merchants, which the user confirms together, with the plan of
 * each.
 */
export async function sheetPlan(appContext: AppContext, runs: readonly RunRow[]): Promise<RunPlan> {
  const plans: { merchant: string; plan: RunPlan }[] = [];
  for (const { id, merchant_id: merchant } of runs) plans.push({ merchant, plan: await runPlan(appContext, id) });
  const all = plans.map(({ plan }) => plan);
  const figures = await planFigures(
    appContext.ledger.db,
    runs.map(({ id }) => id),
  );
  const sum = (of: 'rows' | 'newRecipients' | 'changedRecipients' | 'calls') =>
    all.reduce((total, plan) => total + plan[of], 0);
  const { perAddress, config } = appContext;
  const notes = [
    ...all[0]!.notes.filter(({ code }) => code !== 'cut_off' && code !== 'pay_date_moved'),
    // Each of several pay dates is named once.
    ...new Map(all.flatMap(({ payDate }) => movedDate(payDate)).map((note) => [note.text, note])).values(),
    ...plans.flatMap(({ merchant, plan: { cutOff } }) => cutOffNote(cutOff, merchant)),
  ];
  return {
    ...all[0]!,
    rows: sum('rows'),
    ...figures,
    newRecipients: sum('newRecipients'),
    changedRecipients: sum('changedRecipients'),
    calls: sum('calls'),
    // The runs proceed in parallel, each in its own quota and all in the quota of this machine's address.
    minutes: Math.max(
      ...all.map(({ minutes }) => minutes),
      estimateMinutes(sum('calls'), perAddress, config.quotaWindowMs),
    ),
    warnings: notes.map(({ text }) => text),
    notes,
    // The cut-off of the merchant with the least time left, or the longest delay.
    cutOff: all.flatMap(({ cutOff }) => cutOff ?? []).sort((a, b) => spareOf(a) - spareOf(b))[0] ?? null,
    merchants: plans.map(({ merchant, plan: { run, payable, rows, totals, debits } }) => ({
      run,
      merchant,
      payable,
      rows,
      totals,
      debits,
    })),
  };
}

const spareOf = ({ at, startsAt }: CutOff) => Date.parse(at) - Date.parse(startsAt);
