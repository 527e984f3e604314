import { basename, extname } from 'node:path';
import { type AuditedChanges, auditedChanges, changedColumns } from '../../intake/changes/audited-changes.ts';
import { checkContext } from '../../intake/check-context.ts';
import { checkRow } from '../../intake/check-row.ts';
import { createBankNumberSuggester } from '../../intake/suggest-bank-numbers.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { recordCorrections } from '../../ledger/payments/correction.ts';
import { discardRowEdits, rowEditsOf, saveRowEdits } from '../../ledger/payments/row-edit.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { lockFinishedIntake } from '../../ledger/runs/reopen-intake.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { getSheet } from '../../ledger/runs/sheet.ts';
import type { RowToFix } from '../../ledger/views/correctable-rows.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import type { Cells, Finding, Problem, RowEdit, RowEdits } from '../../model.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import { csvLine } from '../../reports/csv-line.ts';
import { COUNTRIES } from '../../rules/countries/countries.ts';
import { CURRENCIES } from '../../rules/countries/currencies.ts';
import { mask } from '../../rules/show-value.ts';
import { readAmountText } from '../../sheets/cells/amount-text.ts';
import { editedCells, findingsAfterEdit, shiftedCells } from '../../sheets/edited-row.ts';
import { sheetOfBytes } from '../../sheets/files/sheet-file.ts';
import { COLUMNS, type ColumnKind, isSensitive } from '../../sheets/headers/columns.ts';
import { columnMatcher } from '../../sheets/headers/match-header.ts';
import type { AppContext } from '../context/app-context.ts';
import { createSheetRun } from '../runs/create-sheet-run.ts';
import { nextEdit } from '../runs/edited-rows.ts';
import { targetOfMove } from './misplaced.ts';

/** A row to correct, as it may be shown: bank details and IDs are masked. */
export interface CorrectableRow {
  readonly payment: string;
  readonly row: number;
  readonly recipientName: string | null;
  readonly state: RowToFix['state'];
  /** Why it failed or was returned. */
  readonly reason: string | null;
  /** Cells by column, with the edits; sensitive ones are masked. */
  readonly shown: Cells;
  /** The columns that the user edited. */
  readonly edited: readonly string[];
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
  readonly kind: ColumnKind;
  /** The words allowed in its cells; empty if there are many. */
  readonly choices: readonly string[];
  /** The codes of currencies or countries allowed in its cells. */
  readonly codes: readonly string[];
  readonly sensitive: boolean;
}

const CODES: Partial<Record<ColumnKind, readonly string[]>> = {
  currency: Object.keys(CURRENCIES),
  country: Object.keys(COUNTRIES),
};

/**
 * Checks rows of a run with a user's edits, by the same rules as a sheet. An error of the reader in a cell stays until
 * the cell changes.
 */
export async function correctRows(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  edits: RowEdits,
): Promise<{ readonly columns: readonly CorrectableColumn[]; readonly rows: readonly CorrectableRow[] }> {
  const opened = await openRows(appContext, run, rows, edits);
  const used = new Set(
    opened.flatMap(({ before, cells, problems }) => [
      ...Object.keys(before),
      ...Object.keys(cells),
      ...problems.map(columnOf),
      ...problems.flatMap((problem) => targetOfMove(problem) ?? []),
    ]),
  );
  const wrong = new Set(opened.flatMap(({ problems }) => problems.filter(isError).map(columnOf)));
  const columns = COLUMNS.filter(({ name }) => used.has(name) && name !== 'merchant').map(
    ({ name, kind, choices, sensitive }) => ({ name, kind, choices, sensitive, codes: CODES[kind] ?? [] }),
  );
  return {
    // The cells to correct are visible without scrolling sideways.
    columns: [...columns.filter(({ name }) => wrong.has(name)), ...columns.filter(({ name }) => !wrong.has(name))],
    rows: opened.map(({ of, before, cells, problems, locked }) => {
      const edited = changedColumns(before, cells);
      return {
        payment: of.id,
        row: of.row,
        recipientName: of.recipientName,
        state: of.state,
        reason: of.reason,
        shown: Object.fromEntries(
          Object.entries(cells).map(([name, text]) => [name, isSensitive(name) ? mask(text) : maskBankDetails(text)]),
        ),
        edited,
        problems,
        changed: edited.length > 0,
        locked,
      };
    }),
  };
}

/** A row whose edits are to be stored, with the cells and errors that it has with the earlier ones. */
interface RowToEdit {
  readonly of: RowToFix;
  readonly edit: RowEdit;
  readonly cells: Cells;
  readonly problems: readonly Finding[];
}

/**
 * Stores the cells that a user typed, sealed, as edits of these rows. `typed` has the cells of a row; null takes an
 * edit back. Rows that can only be corrected in the sheet have no edits. Throws what `authorize` throws.
 */
export async function saveEdits(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  typed: (row: RowToEdit) => Readonly<Record<string, string | null>>,
  by: Actor,
): Promise<void> {
  const { ledger } = appContext;
  const { merchant_id } = await getRun(ledger.db, run);
  await authorize(ledger.db, by, 'correct', { merchants: [merchant_id] });
  const edits = await rowEditsOf(
    ledger.db,
    ledger.vault,
    { run, by: by.name },
    rows.map(({ row }) => row),
  );
  const next = new Map<number, RowEdit>();
  for (const { of, before, cells, problems, locked } of await openRows(appContext, run, rows, edits)) {
    if (locked !== null) continue;
    const edit = edits.get(of.row) ?? {};
    const sent = withPlainAmounts(typed({ of, edit, cells, problems }));
    next.set(of.row, nextEdit(before, edit, sent, wasTried(of)));
  }
  if (next.size === 0) return;
  await ledger.tx(async (db) => {
    // Not while the sheet is read again: the audit already says which edits that reading has.
    if (await lockFinishedIntake(db, run)) await saveRowEdits(db, ledger.vault, { run, by: by.name }, next);
  });
}

/** Cells use a decimal point; an amount with two meanings stays as typed, and is an error. */
function withPlainAmounts(typed: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const read = text !== null && AMOUNTS.has(name) ? readAmountText(text.trim()) : null;
      return [name, read?.kind === 'clear' && read.mark === '' ? read.plain : text];
    }),
  );
}

const AMOUNTS: ReadonlySet<string> = new Set(COLUMNS.filter(({ kind }) => kind === 'amount').map(({ name }) => name));

/** The changed rows of a user's edits, with the changes as the audit log has them. */
export async function editedRows(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  edits: RowEdits,
): Promise<readonly { readonly row: number; readonly cells: AuditedChanges }[]> {
  return (await openRows(appContext, run, rows, edits)).flatMap(({ of, before, cells, changed, locked }) =>
    changed && locked === null ? [{ row: of.row, cells: auditedChanges(before, cells) }] : [],
  );
}

/**
 * Creates a run of the edited rows that have no errors, as if a sheet of them had been uploaded. It waits to be
 * submitted, and the hold rules apply as to any sheet. The audit log of the old run gets the changes, without
 * names. Returns the new run; null if no edited row is correct. Throws what `createSheetRun` and `authorize` throw,
 * `usage`, and `corrected_already`.
 */
export async function payCorrected(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  edits: RowEdits,
  by: Actor,
): Promise<bigint | null> {
  const { config, ledger, clock } = appContext;
  await authorize(ledger.db, by, 'correct', { merchants: [(await getRun(ledger.db, run)).merchant_id] });
  const right = (await openRows(appContext, run, rows, edits)).filter(
    ({ changed, problems, locked }) => changed && locked === null && !problems.some(isError),
  );
  if (right.length === 0) return null;
  const { merchant_id: merchant, sheet_id } = await getRun(ledger.db, run);
  const used = new Set(right.flatMap(({ cells }) => Object.keys(cells)));
  const names = COLUMNS.map(({ name }) => name).filter((name) => used.has(name) && name !== 'merchant');
  const columnNamed = columnMatcher(config.columns);
  const other = names.find((name) => columnNamed(name) !== name);
  if (other) throw usageError('column_used_twice', { header: other });

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
      await discardRowEdits(
        db,
        { run, by: by.name },
        right.map(({ of }) => of.row),
      );
      const corrected = right.map(({ of, before, cells }) => ({ row: of.row, cells: auditedChanges(before, cells) }));
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
  edits: RowEdits,
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
    const opened = openRow(ledger.vault, of);
    const before: Cells = { ...(of.reference ? { paymentReference: of.reference } : {}), ...opened.cells };
    const cells = editedCells(before, edits.get(of.row) ?? {}, wasTried(of));
    const payer = before.merchant ?? (options.byRow ? options.byRow.otherwise : merchant_id);
    const shifted = shiftedCells(opened.findings ?? []);
    const row = { row: of.row, cells, original: [], findings: findingsAfterEdit(opened.findings ?? [], before, cells) };
    const problems: readonly Problem[] = suggest(checkRow(row, context).problems, cells);
    const changed = changedColumns(before, cells).length > 0;
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

/** A row that was sent before keeps its reference, so that it is not also paid under another one. */
const wasTried = ({ state }: RowToFix): boolean => state !== 'invalid';

/** The corrected rows of `june.csv` become `june corrected.csv`. */
async function nameOf({ ledger }: AppContext, sheet: string | null): Promise<string> {
  const name = (sheet === null ? null : await getSheet(ledger.db, sheet))?.name ?? 'rows.csv';
  return `${basename(name, extname(name)).replace(/(?<! corrected)( corrected)+$/, '')} corrected.csv`;
}

const isError = ({ severity }: Finding) => severity === 'error';
const columnOf = ({ column }: Finding) => column ?? '';
