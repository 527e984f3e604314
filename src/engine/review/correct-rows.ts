import { basename, extname } from 'node:path';
import { PayrunError } from '../../errors.ts';
import { checkRow } from '../../intake/check.ts';
import { checkContext } from '../../intake/check-context.ts';
import { createBankNumberSuggester } from '../../intake/suggest-bank-numbers.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { recordCorrections } from '../../ledger/payments/correction.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { getSheet } from '../../ledger/runs/sheet.ts';
import type { RowToFix } from '../../ledger/views/rows-to-fix.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { saying } from '../../messages.ts';
import type { Cells, Finding, Problem } from '../../model.ts';
import { decimalsOf } from '../../money.ts';
import { csvLine } from '../../reports/csv-line.ts';
import { mask, showValue } from '../../rules/show-value.ts';
import { readAmountText } from '../../sheets/cells/amount-text.ts';
import { sheetOfBytes } from '../../sheets/files/sheet-file.ts';
import { COLUMNS, isSensitive } from '../../sheets/headers/columns.ts';
import { columnMatcher } from '../../sheets/headers/match-header.ts';
import type { AppContext } from '../context/app-context.ts';
import { createSheetRun } from '../runs/create-sheet-run.ts';
import { type Actor, trace } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';

/** The cells of a row that a user changed. An empty text removes the cell. */
export type Typed = Readonly<Record<string, string>>;

/** A row to correct, as it may be shown: bank details and IDs are masked. */
export interface CorrectableRow {
  readonly payment: string;
  readonly row: number;
  readonly state: RowToFix['state'];
  /** Why it failed or was returned. */
  readonly reason: string | null;
  /** Cells by column; sensitive ones are masked. */
  readonly shown: Cells;
  /**
   * The current errors and warnings of the row, with the typed cells. If `changed` and without errors, it can be paid.
   */
  readonly problems: readonly Finding[];
  readonly changed: boolean;
  /** Why it can only be corrected in the sheet; null if it can be corrected here. */
  readonly locked: string | null;
}

/** A column of the grid. */
export interface CorrectableColumn {
  readonly name: string;
  readonly sensitive: boolean;
}

/**
 * Checks rows of a run with their typed cells by the same rules as a sheet. An error of the reader in a cell stays
 * until the cell changes. `typed` is keyed by payment.
 */
export async function correctRows(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  typed: ReadonlyMap<string, Typed>,
): Promise<{ readonly columns: readonly CorrectableColumn[]; readonly rows: readonly CorrectableRow[] }> {
  const opened = await openRows(appContext, run, rows, typed);
  const used = new Set(opened.flatMap(({ before, problems }) => [...Object.keys(before), ...problems.map(columnOf)]));
  return {
    columns: COLUMNS.filter(({ name }) => used.has(name) && name !== 'merchant').map(({ name }) => ({
      name,
      sensitive: isSensitive(name),
    })),
    rows: opened.map(({ of, before, problems, changed, locked }) => ({
      payment: of.id,
      row: of.row,
      state: of.state,
      reason: of.reason,
      shown: Object.fromEntries(
        Object.entries(before).map(([name, text]) => [name, isSensitive(name) ? mask(text) : maskBankDetails(text)]),
      ),
      problems,
      changed,
      locked,
    })),
  };
}

/**
 * Creates a run of the changed rows that have no errors, as if a sheet of them had been uploaded. It waits to be
 * submitted, and the hold rules apply as to any sheet. The audit log of the old run gets the changes, with bank details
 * masked. Returns the new run; null if no changed row is correct. Throws what `createSheetRun` and `authorize` throw,
 * `usage`, and `corrected_already`.
 */
export async function payCorrected(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  typed: ReadonlyMap<string, Typed>,
  by: Actor,
): Promise<bigint | null> {
  const { config, ledger, clock } = appContext;
  await authorize(ledger.db, by, 'correct', { merchants: [(await getRun(ledger.db, run)).merchant_id] });
  const right = (await openRows(appContext, run, rows, typed)).filter(
    ({ changed, problems, locked }) => changed && locked === null && !problems.some(isError),
  );
  if (right.length === 0) return null;
  const { merchant_id: merchant, sheet_id } = await getRun(ledger.db, run);
  const used = new Set(right.flatMap(({ cells }) => Object.keys(cells)));
  const names = COLUMNS.map(({ name }) => name).filter((name) => used.has(name) && name !== 'merchant');
  const columnNamed = columnMatcher(config.columns);
  const other = names.find((name) => columnNamed(name) !== name);
  if (other)
    throw new PayrunError('usage', {
      detail: `Your own headers use "${other}" for another column: correct the rows in the sheet.`,
    });

  const lines = [names, ...right.map(({ cells }) => names.map((name) => cells[name] ?? ''))];
  return createSheetRun(appContext, {
    file: sheetOfBytes(await nameOf(appContext, sheet_id), Buffer.from(lines.map(csvLine).join(''))),
    merchant,
    onlyMerchant: true,
    maker: by,
    decimal: 'point',
    dryRun: false,
    confirmed: false,
    ask: true,
    corrects: run,
    within: async (db, made) => {
      await recordCorrections(db, { of: run, made, payments: right.map(({ of }) => of.id) });
      const corrected = right.map(({ of, before, cells }) => ({ row: of.row, cells: changesOf(before, cells) }));
      await appendEvent(db, {
        chain: `run-${run}`,
        at: new Date(clock.now()),
        actor: by.name,
        kind: 'rows_corrected',
        data: { run: String(made), rows: corrected, ...trace(by) },
      });
    },
  });
}

interface OpenedRow {
  readonly of: RowToFix;
  readonly before: Cells;
  readonly cells: Cells;
  readonly problems: readonly Finding[];
  readonly changed: boolean;
  readonly locked: string | null;
}

async function openRows(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  typed: ReadonlyMap<string, Typed>,
): Promise<readonly OpenedRow[]> {
  const { ledger, config, clock } = appContext;
  const { merchant_id, options } = await getRun(ledger.db, run);
  const { country } = await getMerchant(ledger.db, merchant_id);
  const { rules } = await appContext.rules();
  const context = checkContext({ ...config, ...rules }, clock.now(), country);
  const suggest = createBankNumberSuggester();
  return rows.map((of) => {
    if (!of.row_sealed?.length)
      return { of, before: {}, cells: {}, problems: [], changed: false, locked: 'Its cells were purged.' };
    const kept = openRow(ledger.vault, of);
    const before: Cells = { ...(of.reference ? { paymentReference: of.reference } : {}), ...kept.cells };
    const cells = withTyped(before, typed.get(of.id) ?? {}, of.state);
    const payer = before.merchant ?? (options.byRow ? options.byRow.otherwise : merchant_id);
    // If the reader could not separate the fields of the row, no cell is certain to be in its column.
    const shifted = (kept.findings ?? []).find((finding) => finding.column === null && isError(finding));
    const standing = (kept.findings ?? []).filter(({ column }) => column === null || cells[column] === before[column]);
    const row = { row: of.row, cells, original: [], findings: [...standing, ...ambiguous(before, cells)] };
    const problems: readonly Problem[] = suggest(checkRow(row, context).problems, cells);
    const changed = Object.keys(changesOf(before, cells)).length > 0;
    return {
      of,
      before,
      cells,
      problems,
      changed,
      locked: shifted
        ? `${shifted.message} Correct it in the sheet.`
        : payer !== merchant_id
          ? 'It does not say who pays it, or names somebody else. Correct it in the sheet.'
          : null,
    };
  });
}

/** An error for a typed amount with two meanings, as in a sheet: "1.240" is 1.24 or 1,240, depending on the locale. */
function ambiguous(before: Cells, cells: Cells): readonly Finding[] {
  const typed = { amount: cells.currency, targetAmount: cells.targetCurrency };
  return Object.entries(typed).flatMap(([column, currency = '']) => {
    const text = cells[column];
    if (text === undefined || text === before[column] || decimalsOf(currency.toUpperCase()) === 3) return [];
    const read = readAmountText(text);
    if (read.kind !== 'ambiguous') return [];
    return [{ column, ...saying('amount_ambiguous.typed', { one: read.point, other: read.comma }), value: text }];
  });
}

/**
 * Applies the typed cells. The merchant cannot be changed, nor the reference of a row that was tried, so that it is not
 * also paid under another reference.
 */
function withTyped(before: Cells, typed: Typed, state: RowToFix['state']): Cells {
  const cells: Record<string, string> = {};
  for (const { name } of COLUMNS) {
    const stays = name === 'merchant' || (name === 'paymentReference' && state !== 'invalid');
    const sent = stays ? undefined : typed[name];
    const written = before[name] ?? '';
    const untouched =
      sent === undefined || [written, maskBankDetails(written)].map(onOneLine).includes(onOneLine(sent));
    const text = (untouched ? written : sent).trim();
    if (text !== '') cells[name] = text;
  }
  return cells;
}

/** Browsers change or drop the line breaks of a form field even if the user does not touch it. */
function onOneLine(text: string): string {
  return text.replace(/[\r\n]/g, '').trim();
}

/** The changed cells by column, before and now, as they may be shown. */
function changesOf(
  before: Cells,
  now: Cells,
): Readonly<Record<string, { readonly before: string; readonly now: string }>> {
  const changed = COLUMNS.filter(({ name }) => (before[name] ?? '').trim() !== (now[name] ?? ''));
  const shown = (name: string, text: string) => (isSensitive(name) ? mask(text) : showValue(name, text));
  return Object.fromEntries(
    changed.map(({ name }) => [name, { before: shown(name, before[name] ?? ''), now: shown(name, now[name] ?? '') }]),
  );
}

/** The corrected rows of `june.csv` become `june corrected.csv`. */
async function nameOf({ ledger }: AppContext, sheet: string | null): Promise<string> {
  const name = (sheet === null ? null : await getSheet(ledger.db, sheet))?.name ?? 'rows.csv';
  return `${basename(name, extname(name)).replace(/( corrected)+$/, '')} corrected.csv`;
}

const isError = ({ severity }: Finding) => severity === 'error';
const columnOf = ({ column }: Finding) => column ?? '';
