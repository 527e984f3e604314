import type { AppContext } from '../../engine/context/app-context.ts';
import type { RunPlan } from '../../engine/plan/run-plan.ts';
import { getProblems } from '../../ledger/payments/payment.ts';
import { MOST_PROBLEMS } from '../../reports/payment-run-outcome.ts';
import { onlyFirst, showProblems } from './show-problems.ts';

/** The warnings on rows that a plan pays, in lines, for the user who confirms it; empty if there are none. */
export async function showRowWarnings(
  { ledger }: Pick<AppContext, 'ledger'>,
  { run, merchants }: Pick<RunPlan, 'run' | 'merchants'>,
): Promise<readonly string[]> {
  const runs = merchants?.map((one) => one.run) ?? [run];
  const all = await Promise.all(runs.map((one) => getProblems(ledger.db, BigInt(one), MOST_PROBLEMS)));
  const problems = all.flat();
  const isRefused = new Set(problems.flatMap(({ row, severity }) => (severity === 'error' ? [row] : [])));
  return [
    ...showProblems(problems.filter(({ row }) => !isRefused.has(row))),
    ...(all.map(onlyFirst).find((lines) => lines.length > 0) ?? []),
  ];
}
