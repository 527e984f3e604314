import type { Config } from '../config.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isSandbox } from '../ledger/merchants/environment-seen.ts';
import { openRow } from '../ledger/payments/sealed-row.ts';
import { paymentsBetween, type ReportedPayment } from '../ledger/runs/payment-status.ts';
import type { RunRow } from '../ledger/runs/run.ts';
import { type RunFacts, readRunFacts } from '../ledger/runs/run-facts.ts';
import { getSheet, storedSheetBytes } from '../ledger/runs/sheet.ts';
import { getSheetRuns } from '../ledger/runs/sheet-runs.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import { formatMinor } from '../money.ts';
import { sheetControlTotal } from '../outcomes/control-total-line.ts';
import { isPaidOut, type MoneyLine, statedLines, statedSums, withCurrencyTotals } from '../outcomes/run-money.ts';
import { OUTCOMES } from '../outcomes/run-outcome.ts';
import { runResult } from '../outcomes/run-result.ts';
import { debitStateWord, type TotalDebit } from '../outcomes/total-debits.ts';
import type { Clock } from '../platform/clock.ts';
import { usageError } from '../references/usage-error.ts';
import { readOptions } from '../sheets/read/reading.ts';
import { openSheetInProcess, writeAnswerInProcess, writeResultsInProcess } from '../sheets/readers/read-in-process.ts';
import type { DebitRow, ResultsOf, ResultTotals, RowResult } from '../sheets/write/row-result.ts';
import { resultsPath, runNames } from './run-names.ts';

export interface ReportDeps {
  readonly ledger: Ledger;
  readonly config: Config;
  readonly clock: Clock;
}

/**
 * Writes the results workbook of a run, or of all runs of its sheet if it has several merchants. Unless the sheet is an
 * XLSX, also writes a CSV; for a pain.001, also a pain.002. Reads only the ledger, which has the sheet too. Throws
 * `run_unknown`, `usage` if the run has no sheet, and `file_unwritable`.
 */
export async function writeReport(
  { ledger, config, clock }: ReportDeps,
  id: bigint | string,
  folder?: string,
): Promise<{ results: string; answer: string | null }> {
  const { db, vault } = ledger;
  const runs = await getSheetRuns(db, id);
  const [run] = runs as [RunRow];
  const stored = run.sheet_id ? await getSheet(db, run.sheet_id) : null;
  if (!stored) throw usageError('run_without_sheet', { run: String(run.id) });

  const sheet = await openSheetInProcess(storedSheetBytes(ledger, stored), readOptions(config, run.options));
  const ids = runs.map((one) => one.id);
  try {
    const { file } = run.options;
    const place = await resultsPath(config.home, { run: run.id, sheet: stored.name, file, folder });
    const workbook = `${place}.xlsx`;
    const results: ResultsOf = async (rows) => {
      const found = await paymentsBetween(db, ids, rows[0]!.row, rows.at(-1)!.row);
      return new Map(found.map((payment) => [payment.row, resultOf(vault, payment, runs)]));
    };
    const at = clock.now();
    const merchants = [...new Set(runs.map((one) => one.merchant_id))];
    const sandbox = await isSandbox({ ledger, config }, merchants);
    await writeResultsInProcess(sheet, {
      kind: 'full',
      workbook,
      csv: sheet.understood.format === 'xlsx' ? undefined : `${place}.csv`,
      heading: { ...headingOf(runs), sandbox, at },
      results,
      totals: async () => reportTotals(await readRunFacts(db, ids)),
    });
    const answer = sheet.understood.message === undefined ? null : `${place}${ANSWER_ENDING}`;
    if (answer !== null) await writeAnswerInProcess(sheet, { path: answer, id: `PAYRUN-${run.id}-${at}`, at, results });
    return { results: workbook, answer };
  } finally {
    await sheet.close();
  }
}

/** The ending of the answer to a pain.001, next to the results, which keeps programs from reading it as a new order. */
export const ANSWER_ENDING = '.pain.002.xml';

/** The most merchants that the heading names. */
const MOST_NAMED = 6;

/** The runs and merchants of the report, for its heading. */
function headingOf(runs: readonly RunRow[]): { title: string; merchant: string } {
  const merchants = runs.map(({ merchant_id }) => merchant_id);
  return {
    title: runNames(runs.map(({ id }) => id)),
    merchant: merchants.length <= MOST_NAMED ? merchants.join(', ') : `${merchants.length} merchants`,
  };
}

/** The reason that a payment of the run cannot proceed, if its note adds something to its status. */
function statusOf(run: RunRow | undefined): string | null {
  if (run?.status === 'awaiting_service_approval') return OUTCOMES.awaiting_service_approval.next;
  return run?.options.ask && run.confirmed_at === null ? OUTCOMES.ready_to_submit.next : null;
}

function resultOf(vault: Vault, payment: ReportedPayment, runs: readonly RunRow[]): RowResult {
  // The reason why a payment cannot proceed is written in its row: one merchant of several is blocked, or the batch
  // awaits approval in the payout service.
  const run = runs.find(({ id }) => id === payment.run);
  const stuck =
    (runs.length > 1 && payment.state === 'ready') ||
    (payment.state === 'batched' && run?.status === 'awaiting_service_approval')
      ? (run?.note ?? statusOf(run))
      : null;
  // Failed, returned and unfinished payments have a price too, but it is not an amount paid.
  const paid = isPaidOut(payment.state) ? payment : null;
  const { payment: id, merchant: merchant_id, corrected: row_sealed } = payment;
  const optional = {
    corrected: row_sealed && openRow(vault, { id, merchant_id, row_sealed }).cells,
    recipient: payment.recipient,
    reference: payment.reference,
    batch: payment.service_batch,
    amount: paid?.paid_amount ?? null,
    currency: paid === null || paid.paid_amount === null ? null : paid.source_currency,
    fees: paid?.fees ?? null,
    withheld: paid?.withheld ?? null,
    compliance: payment.compliance,
    rate: paid?.rate ?? null,
    targetAmount: paid?.target_amount ?? null,
    targetCurrency: paid === null || paid.target_amount === null ? null : paid.target_currency,
    // The problems of an invalid row are listed separately, so it needs no reason.
    reason: payment.state === 'invalid' ? null : (payment.reason ?? stuck ?? null),
  };
  return {
    row: payment.row,
    status: payment.state,
    payment: payment.payment,
    problems: payment.problems ?? [],
    before:
      payment.reason_code === 'duplicate_reference' ||
      payment.reason_code === 'same_sheet' ||
      payment.isHeldForAccepted,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

/** The totals of a results workbook: total debits with their fees, and what the sheet states. */
function reportTotals(facts: readonly RunFacts[]): ResultTotals {
  const groups = facts.flatMap((one) => one.groups);
  const { rows: all, control, debits, money } = runResult(facts);
  return {
    sheet: sheetControlTotal(all, statedSums(groups)),
    sent: control,
    stated: withCurrencyTotals(statedLines(groups), ['rows', 'minor']).map(({ currency, state, rows, minor }) => ({
      currency: currency ?? '',
      status: state,
      rows,
      amount: currency === null ? '' : formatMinor(minor, currency),
    })),
    debits: debits.flatMap((one) => (one.currency === null ? [] : [debitRow(one, one.currency, money)])),
  };
}

function debitRow(debit: TotalDebit, currency: string, money: readonly MoneyLine[]): DebitRow {
  const { state, payments, totalDebit, beforeFees } = debit;
  const reported = money.filter((line) => line.state === state && line.from === currency);
  const feesOf = (key: 'fees' | 'recipientFees') => reported.reduce((sum, line) => sum + line[key], 0n);
  const text = (minor: bigint | null) => (minor === null ? '' : formatMinor(minor, currency));
  const keptFees = state === 'returned' ? text(totalDebit) : '';
  return {
    ...{ currency, status: debitStateWord(state), payments },
    ...{ totalDebit: text(totalDebit), beforeFees: text(beforeFees) },
    fees: reported.length === 0 ? keptFees : text(feesOf('fees')),
    recipientFees: reported.length === 0 ? '' : text(feesOf('recipientFees')),
  };
}
