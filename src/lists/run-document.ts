import type { AnyRunOutcome } from '../engine/runs/run-outcomes.ts';
import { RUN_OUTCOMES } from '../engine/runs/run-outcomes.ts';
import { PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { isDryRunId } from '../ledger/db/dry-run.ts';
import type { Scope } from '../ledger/merchants/scope.ts';
import { type ListedRun, selectRunList } from '../ledger/views/run-list.ts';
import { runKind } from '../references/run-kinds.ts';
import type { RunOutcome } from '../reports/payment-run-outcome.ts';
import { runList } from './runs.ts';

/** A run of the list, and its outcome. Throws `run_unknown`. */
export async function runWithOutcome(
  db: Db,
  scope: Scope,
  run: bigint,
): Promise<{ readonly listed: ListedRun; readonly outcome: AnyRunOutcome }> {
  const [listed] = await selectRunList(db, scope, { run, limit: 1, withSummary: true });
  if (!listed) throw new PayrunError('run_unknown', { run: String(run) });
  return { listed, outcome: await RUN_OUTCOMES[runKind(listed.job).subject](db, listed.id) };
}

/** A run as JSON: as in the list, with its outcome. Throws `run_unknown`. */
export async function runDocument(db: Db, scope: Scope, run: bigint): Promise<object> {
  const { listed, outcome } = await runWithOutcome(db, scope, run);
  return { ...runList.document!(listed), ...outcomeDocument(outcome) };
}

/** The outcome of a run as JSON, without what is for a terminal. */
export function outcomeDocument(outcome: AnyRunOutcome): object {
  const { exitCode: _, ...document } = outcome;
  if (!('summaryLines' in document)) return numbered(document);
  const { summaryLines: __, ...shown } = document;
  return numbered(shown);
}

/** A dry run has no number: null. */
function numbered({ run, ...document }: Pick<AnyRunOutcome, 'run'> & Pick<RunOutcome, 'runs'>): object {
  const { runs } = document;
  const shown = { run: isDryRunId(run) ? null : run, ...document };
  return runs === undefined ? shown : { ...shown, runs: runs.map(numbered) };
}
