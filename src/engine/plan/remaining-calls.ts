import { countBatchesAhead, getBatches } from '../../ledger/batches/batch.ts';
import { countRecipientWork } from '../../ledger/payments/payment.ts';
import { type AskedBefore, countAskedBefore, equalDays } from '../../ledger/payments/recorded-unpaid.ts';
import type { AppContext } from '../context/app-context.ts';

/** Create, read back, quote, summary, start. The read-back takes one call for each page of payments. */
const CALLS_PER_BATCH = 5;
const PAYMENTS_PER_PAGE = 1_000;

/** The calls that a run needs until its batches are started. */
export interface RemainingCalls {
  readonly calls: number;
  readonly newRecipients: number;
  readonly changedRecipients: number;
}

type PlanContext = Pick<AppContext, 'ledger' | 'config' | 'rules'>;

/** From the ledger alone. Following payments to their final status adds a few calls. */
export async function remainingCalls(appContext: PlanContext, run: bigint): Promise<RemainingCalls> {
  const { ledger, config } = appContext;
  const { db } = ledger;
  const { unknown, changed } = await countRecipientWork(db, run);
  const batches = await countBatchesAhead(db, run, config.batchLimit);
  const batchCalls = batches.reduce(
    (sum, payments) => sum + CALLS_PER_BATCH - 1 + Math.ceil(payments / PAYMENTS_PER_PAGE),
    0,
  );
  // The list of existing recipients, two calls for each new or changed one, the list of batches before the first is
  // created, and the balance.
  const calls =
    (unknown > 0 ? 1 : 0) +
    2 * unknown +
    2 * changed +
    batchCalls +
    (batches.length > 0 ? 2 : 0) +
    (await callsToAsk(appContext, run));
  return { calls, newRecipients: unknown, changedRecipients: changed };
}

/**
 * Earlier payments that were not paid, and that the run pays again, are read before recipients are synced, and again
 * before each start.
 */
async function callsToAsk({ ledger: { db }, config, rules }: PlanContext, run: bigint): Promise<number> {
  const days = equalDays((await rules()).rules.duplicateDays, config.returnDays);
  let calls = 2 * callsOf(await countAskedBefore(db, { run, days }));
  for (const { id } of await getBatches(db, run, 'planned', 'creating', 'open', 'quoted', 'approved', 'starting'))
    calls += callsOf(await countAskedBefore(db, { run, batch: id, days }));
  return calls;
}

/** Each earlier batch, its pages of payments, and the payments of each recipient. */
const callsOf = ({ batches, recipients }: AskedBefore) =>
  batches.reduce((sum, payments) => sum + 1 + Math.ceil(payments / PAYMENTS_PER_PAGE), recipients);
