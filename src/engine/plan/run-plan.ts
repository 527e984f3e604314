import type { Db } from '../../ledger/db/db.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { readRunFacts } from '../../ledger/runs/run-facts.ts';
import { getSheet } from '../../ledger/runs/sheet.ts';
import { type RuleDifference, sayDifference } from '../../money-rules.ts';
import { runResult, type StateCounts } from '../../outcomes/run-result.ts';
import { shownResult, type Totals } from '../../reports/outcome.ts';
import { type SameSheet, sameSheet } from '../../reports/same-sheet.ts';
import { estimateMinutes } from '../../service/quotas/estimate-minutes.ts';
import { type ShownColumn, shownColumns } from '../../sheets/read/shown-columns.ts';
import type { Understood } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { ledgerPlace } from '../context/ledger-place.ts';
import { callsLeft } from './calls-left.ts';
import { type CutOff, cutOffOf } from './cut-off.ts';

/** What a run is about to do, for the person who confirms it. */
export interface RunPlan {
  readonly run: string;
  readonly rows: number;
  /** Rows that will be paid. */
  readonly payable: number;
  readonly counts: StateCounts;
  readonly totals: Totals;
  readonly newRecipients: number;
  readonly changedRecipients: number;
  /** Calls up to the start; following payments to their end adds a few. */
  readonly calls: number;
  /** What those calls take at the quota, at least. */
  readonly minutes: number;
  /** Where the same sheet came before, under whatever name; null where it did not. */
  readonly sameSheet: SameSheet | null;
  /** How the sheet was read: encoding, delimiter, decimals; null in a rerun. */
  readonly readAs: string | null;
  /** What each header of the sheet was understood as; none in a rerun. */
  readonly columns: readonly ShownColumn[];
  /** What was noticed of the sheet as a whole, and that it cannot be started in time. */
  readonly warnings: readonly string[];
  /** By when it must be started, and whether it can be; null where the setting `cutOff` says nothing. */
  readonly cutOff: CutOff | null;
  readonly sandbox: boolean;
  /** Where the configuration of this process differs from the rules in force, which count. */
  readonly rulesDiffer: readonly RuleDifference[];
  /** Which ledger is used: `embedded, /srv/pay/.payrun`. */
  readonly ledger: string;
  /** Of a sheet with several merchants: what the run of each is about to do. */
  readonly merchants?: readonly MerchantPlan[];
}

/** What one merchant pays of a sheet. */
export interface MerchantPlan extends Pick<RunPlan, 'run' | 'payable' | 'rows' | 'totals'> {
  readonly merchant: string;
}

export async function runPlan(appContext: AppContext, id: bigint): Promise<RunPlan> {
  const { ledger, config, perWindow, sandbox } = appContext;
  const { db } = ledger;
  const run = await getRun(db, id);
  const figures = await planFigures(db, [id]);
  const left = await callsLeft(db, id, config.batchLimit);
  const cutOff = await cutOffOf(appContext, id, run.merchant_id, left.calls);
  const { readAs, columns, warnings } = await understoodOf(db, run.sheet_id);
  const { differs } = await appContext.rules();
  return {
    run: String(id),
    rows: run.rows_in ?? 0,
    ...figures,
    ...left,
    minutes: estimateMinutes(left.calls, perWindow, config.quotaWindowMs),
    sameSheet: await sameSheet(db, id),
    readAs,
    columns,
    warnings: [...differs.map(sayDifference), ...warnings, ...(cutOff?.warning ? [cutOff.warning] : [])],
    rulesDiffer: differs,
    cutOff,
    sandbox,
    ledger: ledgerPlace(config),
  };
}

/** What runs that are not begun are about to pay, together. */
export async function planFigures(
  db: Db,
  ids: readonly bigint[],
): Promise<Pick<RunPlan, 'payable' | 'counts' | 'totals'>> {
  const { counts, totals } = shownResult(runResult(await readRunFacts(db, ids)));
  return { payable: counts.ready, counts, totals };
}

async function understoodOf(db: Db, sheet: string | null): Promise<Pick<RunPlan, 'readAs' | 'columns' | 'warnings'>> {
  const stored = sheet === null ? null : await getSheet(db, sheet);
  const {
    readAs = null,
    warnings = [],
    header = [],
    columns = [],
    results = null,
  } = (stored?.understood ?? {}) as Partial<Understood>;
  return { readAs, columns: shownColumns({ header, columns, results }), warnings };
}
