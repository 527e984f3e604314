import { countBatchesAhead } from '../ledger/batch.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { countRecipientWork } from '../ledger/payment.ts';
import { getRun } from '../ledger/run.ts';
import { getSheet } from '../ledger/sheet.ts';
import { amountsOf, countsOf, type StateCounts, type Totals } from '../report/outcome.ts';
import { type SameSheet, sameSheet } from '../report/same-sheet.ts';
import { estimateMinutes } from '../service/estimate-minutes.ts';
import type { Understood } from '../sheets/open-sheet.ts';
import type { Workplace } from './workplace.ts';

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
  /** What was noticed of the sheet as a whole. */
  readonly warnings: readonly string[];
  readonly sandbox: boolean;
  /** Of a sheet with several merchants: what the run of each is about to do. */
  readonly merchants?: readonly MerchantPlan[];
}

/** What one merchant pays of a sheet. */
export interface MerchantPlan extends Pick<RunPlan, 'run' | 'payable' | 'rows' | 'totals'> {
  readonly merchant: string;
}

/** Create, read back, quote, summary, start. */
const CALLS_PER_BATCH = 5;
const PAYMENTS_PER_PAGE = 1_000;

export async function runPlan({ ledger, config, perWindow, sandbox }: Workplace, id: bigint): Promise<RunPlan> {
  const { db } = ledger;
  const [run, counts, totals] = [await getRun(db, id), await countsOf(db, id), await amountsOf(db, id)];
  const { unknown, changed } = await countRecipientWork(db, id);
  const batches = await countBatchesAhead(db, id, config.batchLimit);
  const batchCalls = batches.reduce(
    (sum, payments) => sum + CALLS_PER_BATCH - 1 + Math.ceil(payments / PAYMENTS_PER_PAGE),
    0,
  );
  // The list of recipients that exist, two calls for each new one, and the balance.
  const calls = (unknown > 0 ? 1 : 0) + 2 * unknown + 2 * changed + batchCalls + (batches.length > 0 ? 1 : 0);
  return {
    run: String(id),
    rows: run.rows_in ?? 0,
    payable: counts.ready,
    counts,
    totals,
    newRecipients: unknown,
    changedRecipients: changed,
    calls,
    minutes: estimateMinutes(calls, perWindow, config.quotaWindowMs),
    sameSheet: await sameSheet(db, id),
    ...(await understoodOf(db, run.sheet_id)),
    sandbox,
  };
}

async function understoodOf(db: Db, sheet: string | null): Promise<Pick<RunPlan, 'readAs' | 'warnings'>> {
  const stored = sheet === null ? null : await getSheet(db, sheet);
  const { readAs = null, warnings = [] } = (stored?.understood ?? {}) as Partial<Understood>;
  return { readAs, warnings };
}
