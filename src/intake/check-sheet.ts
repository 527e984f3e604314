import { basename } from 'node:path';
import type { Config } from '../config.ts';
import { isError } from '../errors.ts';
import type { PaymentDraft, Problem, SheetRow } from '../model.ts';
import { formatMinor } from '../money.ts';
import { type ControlTotalLine, controlTotalLine } from '../outcomes/control-total-line.ts';
import type { Clock } from '../platform/clock.ts';
import { createBankNumberSuggester } from '../rules/banks/suggest-repair.ts';
import { getRecipientName } from '../rules/people/recipient.ts';
import type { OpenSheet } from '../sheets/open-sheet.ts';
import { type GivenReading, readAs, readOptions } from '../sheets/read/reading.ts';
import { openSheetInProcess, writeResultsInProcess } from '../sheets/readers/read-in-process.ts';
import type { SheetSource } from '../sheets/understood-sheet.ts';
import type { ResultTotalsRow, RowResult } from '../sheets/write/row-result.ts';
import { createOneAccountCheck, createSharedAccountCheck } from './account-checks.ts';
import { type CheckContext, checkContext } from './check-context.ts';
import { checkRow } from './check-row.ts';
import { createCollectedErrors } from './collected-errors.ts';
import { mapOf } from './map-sheet.ts';
import { createDuplicateReferenceCheck } from './repeats/duplicate-reference-check.ts';
import { createRepeatedRowCheck } from './repeats/repeated-row-check.ts';
import { compareDates } from './schedule-pay-date.ts';
import { compareControlTotal, createTally, type Tally } from './tally.ts';
import { type UnusedColumn, unusedColumns } from './unused-columns.ts';

/** The result of `payrun check`: its JSON document, and the data of its screen. */
export interface CheckReport {
  readonly file: string;
  readonly rows: number;
  readonly valid: number;
  readonly invalid: number;
  /** Rows without an error of their own that are put on hold when the sheet is paid: another has the same reference. */
  readonly held: number;
  /** In row order, at most 100,000. */
  readonly problems: readonly Problem[];
  /** The number of problems beyond those. The checked workbook has all of them. */
  readonly notListed: number;
  /** Totals of the valid rows, by currency of the amount. */
  readonly totals: Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;
  /** The system that exported the sheet; null if it is not known. */
  readonly source: string | null;
  /** Encoding, delimiter and decimal separator, as a sentence. */
  readonly readAs: string;
  /** Columns with values that no payment uses, with their first cells as they may be shown. */
  readonly unused: readonly UnusedColumn[];
  /** Warnings about the whole file. */
  readonly warnings: readonly string[];
  /** The control total of the sheet, and the side of its payments that it counts; null if no row is valid. */
  readonly controlTotal: ControlTotalLine | null;
  /**
   * The differences from the control total that came with the sheet. Nothing of such a sheet is paid. Null if it
   * agrees, or the sheet has no control total.
   */
  readonly control: string | null;
  /** The path of the checked workbook; null if none was written. */
  readonly checked: string | null;
}

/** The most problems in one report. The checked workbook has all of them. */
const MOST_PROBLEMS = 100_000;

export interface CheckOptions extends GivenReading {
  /** The checked workbook. */
  readonly writeTo?: string | null;
  /** Writes it only if there is something to correct. */
  readonly onlyProblems?: boolean;
  /** The countries to which bank transfers are allowed. If absent, all that the service reaches. */
  readonly enabledCountries?: readonly string[] | undefined;
  /** Sentences about the reading that the report repeats. */
  readonly notes?: readonly string[];
}

/**
 * Validates a sheet offline, by the same rules that apply when it is paid. Memory does not grow with the number of
 * rows, except for about 100 bytes a row that find duplicates. Throws `file_*`, `sheet_*`.
 */
export async function checkSheet(
  source: SheetSource,
  config: Config,
  clock: Pick<Clock, 'now'>,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const file = typeof source === 'string' ? source : basename(source.name);
  const reading = readOptions(config, options);
  const sheet = await openSheetInProcess(source, reading);
  const context = checkContext({ ...config, enabledCountries: options.enabledCountries ?? [] }, clock.now());
  // Dropped once all rows are written, before the errors are listed: its tables take 60 MB for a million rows. If the
  // workbook is rewritten, all rows come in order again.
  let checkOne: RowCheck | null = null;
  const checked = (row: SheetRow) => {
    checkOne ??= createRowCheck(context);
    return checkOne(row);
  };
  try {
    let read = await readRows(sheet, checked);
    // The first row of a conflict was valid when it was read.
    if ((checkOne as RowCheck | null)?.conflicts()) read = await readRows(sheet, checked);
    const { problems, notListed, tally, arriving, oneAccount } = read;
    // The control total counts rows on hold, as it does when the sheet is paid.
    const { rows, invalid, totals: stated } = tally.result();
    const { rows: held, totals: onHold } = read.onHold.result();
    const { totals: noticed, unused: notUsed } = sheet.noticed();
    const unused = notUsed.length === 0 ? [] : unusedColumns(mapOf(sheet, read.first, reading), notUsed);
    const differences = [compareControlTotal(sheet.understood.control ?? [], tally.result()), noticed.difference];
    const control = differences.filter((one) => one !== null).join('; ') || null;
    const amounts = amountsOf(read.valid.result().totals);
    const sums = Object.entries(stated).map(([currency, total]) => ({
      currency,
      ...total,
      arriving: arriving.get(currency) ?? 0n,
    }));
    const suggestAgain = createBankNumberSuggester();
    const isFine = problems.count === 0 && control === null;
    const writeTo = options.onlyProblems && isFine ? null : (options.writeTo ?? null);
    const notWritten = await writeChecked(sheet, writeTo, clock.now(), {
      notUsed: unused.map(({ letter, header }) => `${letter}, "${header}"`),
      resultOf: (row) => {
        const { draft, isHeld, found } = checked(row);
        const status = draft === null ? 'invalid' : isHeld ? 'held' : 'valid';
        return { row: row.row, status, problems: suggestAgain(found, row.cells) };
      },
      totals: () => {
        checkOne = null;
        return totalsRows(amounts, amountsOf(onHold), invalid);
      },
      control: controlTotalLine(rows, sums),
    });
    return {
      file,
      rows,
      valid: rows - invalid - held,
      invalid,
      held,
      problems: problems.all(),
      notListed,
      totals: amounts,
      controlTotal: rows === invalid ? null : controlTotalLine(rows, sums),
      source: sheet.understood.source ?? null,
      readAs: readAs(sheet.understood, sheet.noticed().decimal),
      unused,
      warnings: [
        ...(options.notes ?? []),
        ...sheet.understood.notes.map(({ text }) => text),
        ...noticed.notes.map(({ text }) => text),
        ...[oneAccount.sentence()].filter((one) => one !== null),
        ...(control ? [`The control total does not match: ${control}. Nothing in this sheet would be paid.`] : []),
        ...[compareDates(tally.result(), undefined)].filter((one) => one !== null),
        ...(notWritten ? [notWritten] : []),
      ],
      control,
      checked: notWritten ? null : writeTo,
    };
  } finally {
    await sheet.close();
  }
}

interface RowCheck {
  (
    row: SheetRow,
  ): { readonly draft: PaymentDraft | null; readonly isHeld: boolean; readonly found: readonly Problem[] };
  readonly conflicts: () => number;
}

/** Checks all rows of a sheet in order, and adds them up. */
async function readRows(sheet: OpenSheet, check: (row: SheetRow) => ReturnType<RowCheck>) {
  const problems = createCollectedErrors();
  const [tally, valid, onHold] = [createTally(), createTally(), createTally()];
  /** The amounts that recipients get, by currency. The other totals are amounts to debit. */
  const arriving = new Map<string, bigint>();
  const oneAccount = createOneAccountCheck();
  const suggest = createBankNumberSuggester();
  let notListed = 0;
  let first: readonly SheetRow[] | null = null;
  for await (const rows of sheet.rows()) {
    first ??= rows;
    for (const row of rows) {
      const { draft, isHeld, found } = check(row);
      tally.add(draft);
      if (draft) (isHeld ? onHold : valid).add(draft);
      if (draft && !isHeld) oneAccount.add(draft, getRecipientName(row));
      if (draft?.fixed === 'target') {
        const { currency, minor } = draft.amount;
        arriving.set(currency, (arriving.get(currency) ?? 0n) + minor);
      }
      if (problems.count + found.length > MOST_PROBLEMS) notListed += found.length;
      else problems.add(suggest(found, row.cells));
    }
  }
  return { problems, notListed, tally, valid, onHold, arriving, oneAccount, first: first ?? [] };
}

/** Checks each row alone and against the earlier rows of the sheet: all in order first, then any of them again. */
function createRowCheck(context: CheckContext): RowCheck {
  const watch = createDuplicateReferenceCheck();
  const repeats = createRepeatedRowCheck();
  const sharedAccounts = createSharedAccountCheck();
  const check = (row: SheetRow): ReturnType<RowCheck> => {
    const { draft, problems: found } = checkRow(row, context);
    const repeated = watch(row.row, draft);
    if (repeated) return { draft, isHeld: true, found: [...found, repeated] };
    const name = getRecipientName(row);
    const copy = draft && repeats(row.row, draft, name);
    const shared = draft && sharedAccounts(row.row, draft, name);
    const more = [copy, shared].filter((one) => one !== null);
    return { draft, isHeld: false, found: more.length > 0 ? [...found, ...more] : found };
  };
  return Object.assign(check, { conflicts: watch.conflicts });
}

interface Checked {
  /** The columns that no payment uses. */
  readonly notUsed: readonly string[];
  readonly resultOf: (row: SheetRow) => RowResult;
  /** Called after all rows are written. */
  readonly totals: () => readonly ResultTotalsRow[];
  readonly control: ControlTotalLine;
}

/** Writes the checked workbook. Returns the error message if the folder is not writable: the report is still shown. */
async function writeChecked(
  sheet: OpenSheet,
  path: string | null,
  at: number,
  { resultOf, totals, control, notUsed }: Checked,
): Promise<string | null> {
  if (!path) return null;
  try {
    await writeResultsInProcess(sheet, {
      kind: 'check',
      workbook: path,
      heading: { title: 'Check', sandbox: false, at, notUsed },
      results: (chunk) => new Map(chunk.map((row) => [row.row, resultOf(row)])),
      totals: () => ({ stated: totals(), debits: [], sheet: control }),
    });
    return null;
  } catch (error) {
    if (!isError(error, 'file_unwritable')) throw error;
    return error.message;
  }
}

function amountsOf(totals: Tally['totals']): CheckReport['totals'] {
  return Object.fromEntries(
    Object.entries(totals).map(([currency, { rows, minor }]) => [
      currency,
      { rows, amount: formatMinor(minor, currency) },
    ]),
  );
}

function totalsRows(
  valid: CheckReport['totals'],
  held: CheckReport['totals'],
  invalid: number,
): readonly ResultTotalsRow[] {
  const rowsOf = (status: string, totals: CheckReport['totals']) =>
    Object.entries(totals).map(([currency, { rows, amount }]) => ({ currency, status, rows, amount }));
  const all = [...rowsOf('valid', valid), ...rowsOf('held', held)];
  return invalid > 0 ? [...all, { currency: '', status: 'invalid', rows: invalid, amount: '' }] : all;
}
