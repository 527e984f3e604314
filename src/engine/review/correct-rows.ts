import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { PayrunError } from '../../errors.ts';
import { checkRow } from '../../intake/check.ts';
import { checkContext } from '../../intake/check-context.ts';
import { createSuggester } from '../../intake/suggest.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { recordCorrections } from '../../ledger/payments/correction.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { getSheet } from '../../ledger/runs/sheet.ts';
import type { RowToFix } from '../../ledger/views/rows-to-fix.ts';
import { saying } from '../../messages.ts';
import type { Cells, Finding, Problem } from '../../model.ts';
import { decimalsOf } from '../../money.ts';
import { csvLine } from '../../reports/csv-line.ts';
import { mask, showValue } from '../../rules/show-value.ts';
import { readAmountText } from '../../sheets/cells/amount-text.ts';
import { COLUMNS, isSensitive } from '../../sheets/headers/columns.ts';
import { columnMatcher } from '../../sheets/headers/match-header.ts';
import type { AppContext } from '../context/app-context.ts';
import { createSheetRun } from '../runs/create-sheet-run.ts';
import { type Actor, trace } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';

/** What somebody typed for a row: only the cells that they changed; an empty text takes a cell out. */
export type Typed = Readonly<Record<string, string>>;

/** A row to correct, as it may be shown: nothing of a bank detail or an ID is in it in the clear. */
export interface CorrectableRow {
  readonly payment: string;
  readonly row: number;
  readonly state: RowToFix['state'];
  /** Why it failed or came back. */
  readonly reason: string | null;
  /** By column; masked where it is sensitive. */
  readonly shown: Cells;
  /** What is wrong with it now, with what was typed. Empty, and `changed`: it can be paid. */
  readonly problems: readonly Finding[];
  readonly changed: boolean;
  /** Why it can only be corrected in the sheet; null where it can be here. */
  readonly locked: string | null;
}

/** A column of the grid. */
export interface CorrectableColumn {
  readonly name: string;
  readonly sensitive: boolean;
}

/**
 * Rows of a run with what was typed for them, checked by the same rules as a sheet. A cell that the reader did not trust stays a
 * problem until something else is typed. `typed` by payment.
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
        Object.entries(before).map(([name, text]) => [name, isSensitive(name) ? mask(text) : text]),
      ),
      problems,
      changed,
      locked,
    })),
  };
}

/**
 * Makes a run of the rows that were changed and are right now, as if a sheet with them had been dropped; it waits to be submitted, and the
 * screens hold what they hold in any sheet. What was changed is in the audit of the old run, bank details masked. Returns the new
 * run, and null where no row is right. Throws what `createSheetRun` throws, and `corrected_already`.
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

  const folder = await mkdtemp(join(tmpdir(), 'payrun-corrected-'));
  try {
    const file = join(folder, await nameOf(appContext, sheet_id));
    const lines = [names, ...right.map(({ cells }) => names.map((name) => cells[name] ?? ''))];
    await writeFile(file, lines.map(csvLine).join(''), { mode: 0o600 });
    return await createSheetRun(appContext, {
      file,
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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
  const suggest = createSuggester();
  return rows.map((of) => {
    if (!of.row_sealed?.length)
      return { of, before: {}, cells: {}, problems: [], changed: false, locked: 'Its cells were purged.' };
    const kept = openRow(ledger.vault, of.id, of.row_sealed);
    const before: Cells = { ...(of.reference ? { paymentReference: of.reference } : {}), ...kept.cells };
    const cells = withTyped(before, typed.get(of.id) ?? {}, of.state);
    const payer = before.merchant ?? (options.byRow ? options.byRow.otherwise : merchant_id);
    // Where its fields could not be told apart, no cell is known to be in its column.
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

/** What was typed as an amount and has two meanings, as a sheet would ask: "1.240" is one and a quarter here, and a thousand elsewhere. */
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

/** Who pays is not typed here; and a row that was tried is known by its reference, so that it is not paid under another one too. */
function withTyped(before: Cells, typed: Typed, state: RowToFix['state']): Cells {
  const cells: Record<string, string> = {};
  for (const { name } of COLUMNS) {
    const stays = name === 'merchant' || (name === 'paymentReference' && state !== 'invalid');
    const sent = stays ? undefined : typed[name];
    const untouched = sent === undefined || onOneLine(sent) === onOneLine(before[name] ?? '');
    const text = (untouched ? (before[name] ?? '') : sent).trim();
    if (text !== '') cells[name] = text;
  }
  return cells;
}

/** A field of a form sends the breaks of lines in another form than the sheet has them, or not at all, whoever touched it. */
function onOneLine(text: string): string {
  return text.replace(/[\r\n]/g, '').trim();
}

/** By column: what was there and what is there now, as it may be shown. */
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

/** `june.csv` is corrected as `june corrected.csv`. */
async function nameOf({ ledger }: AppContext, sheet: string | null): Promise<string> {
  const name = (sheet === null ? null : await getSheet(ledger.db, sheet))?.name ?? 'rows.csv';
  return `${basename(name, extname(name)).replace(/( corrected)+$/, '')} corrected.csv`;
}

const isError = ({ severity }: Finding) => severity === 'error';
const columnOf = ({ column }: Finding) => column ?? '';
