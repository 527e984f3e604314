import { combineExitCodes, type PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { readRunFacts } from '../ledger/runs/run-facts.ts';
import { getLeadId, getSheetRuns } from '../ledger/runs/sheet-runs.ts';
import { DOCUMENT_STATES } from '../outcomes/run-outcome.ts';
import { runResult } from '../outcomes/run-result.ts';
import { MOST_PROBLEMS, type RunOutcome, runOutcome, shownResult } from './payment-run-outcome.ts';

/** The outcome of all runs of a sheet, with that of each merchant in `runs`. `issues`: the errors that stop them. */
export async function sheetOutcome(
  db: Db,
  id: bigint,
  results: string | null,
  issues: readonly { readonly run: bigint; readonly error: PayrunError }[] = [],
): Promise<RunOutcome> {
  const runs = await getSheetRuns(db, id);
  if (runs.length === 1) return runOutcome(db, id, results);
  const parts: { merchant: string; outcome: RunOutcome; error?: PayrunError | undefined }[] = [];
  for (const { id, merchant_id: merchant } of runs) {
    const error = issues.find(({ run }) => run === id)?.error;
    parts.push({ merchant, outcome: await runOutcome(db, id, results), error });
  }
  const all = parts.map(({ outcome }) => outcome);
  const facts = await readRunFacts(
    db,
    runs.map(({ id }) => id),
  );
  return {
    run: String(getLeadId(runs[0]!)),
    state: DOCUMENT_STATES.find((candidate) => all.some(({ state }) => state === candidate)) ?? 'done',
    ...shownResult(runResult(facts)),
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    problems: all
      .flatMap(({ problems }) => problems)
      .sort((a, b) => a.row - b.row)
      .slice(0, MOST_PROBLEMS),
    results,
    sameSheet: all[0]!.sameSheet,
    note: null,
    exitCode: combineExitCodes([
      ...all.map(({ exitCode }) => exitCode),
      ...parts.flatMap(({ error }) => error?.exitCode ?? []),
    ]),
    runs: parts.map(({ merchant, outcome: of, error }) => {
      const { run, state, outcome, rows, counts, reasons, totals, onHold, debits, money, paid, calls, note } = of;
      const issue = error ? { error: { code: error.code, message: error.message, next: error.next } } : {};
      return {
        run,
        merchant,
        state,
        outcome,
        rows,
        counts,
        reasons,
        totals,
        onHold,
        debits,
        money,
        paid,
        calls,
        note,
        ...issue,
      };
    }),
  };
}
