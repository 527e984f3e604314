import { countBatchesAhead } from '../ledger/batch.ts';
import { countRecipientWork } from '../ledger/payment.ts';
import { getRun } from '../ledger/run.ts';
import { amountsOf, countsOf, type StateCounts, type Totals } from '../report/outcome.ts';
import { estimateMinutes } from '../service/estimate-minutes.ts';
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
  readonly sandbox: boolean;
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
    sandbox,
  };
}
