import type { Clock } from '../clock.ts';
import { PayrunError } from '../errors.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { paidByState } from '../ledger/paid-totals.ts';
import type { RunRow } from '../ledger/run.ts';
import { getSheet, openSheetFile } from '../ledger/sheet.ts';
import { leadOf, runsOfSheet } from '../ledger/sheet-runs.ts';
import { type PaymentStatus, paymentsBetween, totalsByState } from '../ledger/status.ts';
import type { ProcessConfig } from '../money-rules.ts';
import { readOptions } from '../sheets/read-options.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import type { RowResult } from '../sheets/row-result.ts';
import { writeResults } from '../sheets/write-results.ts';
import { resultsPlace } from './results-place.ts';
import { runNames } from './run-names.ts';

export interface ReportDeps {
  readonly ledger: Ledger;
  readonly config: ProcessConfig;
  readonly clock: Clock;
  readonly sandbox: boolean;
}

/**
 * Writes the results workbook of a run, of all its runs where the sheet has several merchants, and beside it a CSV where the sheet
 * was one. From the ledger alone: the sheet is kept there too. Throws `run_unknown` and `file_unwritable`.
 */
export async function writeReport(
  { ledger, config, clock, sandbox }: ReportDeps,
  id: bigint | string,
  folder?: string,
): Promise<{ results: string }> {
  const { db, vault } = ledger;
  const runs = await runsOfSheet(db, await leadOf(db, id));
  const [run] = runs as [RunRow];
  const stored = run.sheet_id ? await getSheet(db, run.sheet_id) : null;
  if (!stored) throw new PayrunError('usage', { detail: `Run ${run.id} has no sheet to report on.` });

  const sheet = await readSheet(
    { name: stored.name, content: () => openSheetFile(db, vault, stored.id) },
    readOptions(config, run.options),
  );
  const ids = runs.map((one) => one.id);
  try {
    const { file } = run.options;
    const place = await resultsPlace(config.home, { run: run.id, sheet: stored.name, file, folder });
    const workbook = `${place}.xlsx`;
    await writeResults(sheet, {
      kind: 'full',
      workbook,
      csv: sheet.understood.format === 'csv' ? `${place}.csv` : undefined,
      heading: { ...headingOf(runs), sandbox, at: clock.now() },
      results: async (rows) => {
        const found = await paymentsBetween(db, ids, rows[0]!.row, rows.at(-1)!.row);
        return new Map(found.map((payment) => [payment.row, resultOf(payment, runs)]));
      },
      totals: async () => ({
        asked: (await totalsByState(db, ids)).map(({ currency, state, rows, amount, arriving }) => ({
          currency: currency ?? '',
          status: state,
          rows,
          amount: amount ?? '',
          arriving: arriving ?? '',
        })),
        paid: (await paidByState(db, ids)).map(({ state, ...paid }) => ({ ...paid, status: state })),
      }),
    });
    return { results: workbook };
  } finally {
    await sheet.close();
  }
}

/** Merchants that the heading names. */
const MOST_NAMED = 6;

/** Of which runs it is the report, and of which merchants. */
function headingOf(runs: readonly RunRow[]): { title: string; merchant: string } {
  const merchants = runs.map(({ merchant_id }) => merchant_id);
  return {
    title: runNames(runs.map(({ id }) => id)),
    merchant: merchants.length <= MOST_NAMED ? merchants.join(', ') : `${merchants.length} merchants`,
  };
}

function resultOf(payment: PaymentStatus, runs: readonly RunRow[]): RowResult {
  // One merchant of several could not go on: why not stands at its rows, for nobody looks for it elsewhere.
  const run = runs.find(({ id }) => id === payment.run);
  const stuck =
    (runs.length > 1 && payment.state === 'ready') ||
    (payment.state === 'batched' && run?.state === 'awaiting_service_approval')
      ? run?.note
      : null;
  const optional = {
    reference: payment.reference,
    batch: payment.service_batch,
    amount: payment.paid_amount,
    currency: payment.paid_amount === null ? null : payment.source_currency,
    fees: payment.fees,
    rate: payment.rate,
    targetAmount: payment.target_amount,
    targetCurrency: payment.target_amount === null ? null : payment.target_currency,
    // An invalid row's reason is the first of its problems, and those follow by themselves.
    reason: payment.state === 'invalid' ? null : (payment.reason ?? stuck ?? null),
  };
  return {
    row: payment.row,
    status: payment.state,
    payment: payment.payment,
    problems: payment.problems ?? [],
    before: payment.reason_code === 'duplicate_reference' || payment.reason_code === 'same_sheet',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}
