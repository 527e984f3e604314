import { checkContext } from '../../intake/check-context.ts';
import { checkRow } from '../../intake/check-row.ts';
import { CODES_OF_KIND } from '../../intake/codes-of-kind.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { getRowEdits, saveRowEdits } from '../../ledger/payments/correction.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { lockFinishedIntake } from '../../ledger/runs/reopen-intake.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { type RowToFix, selectRowsToFix } from '../../ledger/views/correctable-rows.ts';
import { mask, maskBankDetails } from '../../mask-bank-details.ts';
import type { Cells, Finding, Money, Problem, RowEdit, RowEdits } from '../../model.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { createBankNumberSuggester } from '../../rules/banks/suggest-repair.ts';
import { wrongCharacters } from '../../rules/wrong-characters.ts';
import { readAmountText } from '../../sheets/cells/amount-text.ts';
import {
  changedColumns,
  editedCells,
  findingsAfterEdit,
  nextEdit,
  shiftedCells,
  withReference,
} from '../../sheets/edited-row.ts';
import { COLUMNS, type Column, type ColumnKind, isSensitive } from '../../sheets/headers/columns.ts';
import type { AppContext } from '../context/app-context.ts';
import { getCellMove } from './misplaced.ts';

/**
 * A row to correct, as it may be shown: bank details and IDs are masked, except refused ones of a sheet that the user
 * uploaded.
 */
export interface CorrectableRow {
  readonly payment: string;
  readonly row: number;
  readonly recipientName: string | null;
  readonly state: RowToFix['state'];
  readonly reason: string | null;
  readonly shown: Cells;
  /** The columns whose cells are masked. */
  readonly masked: readonly string[];
  /** By column, the positions of the characters that are known to be wrong. */
  readonly wrongAt: Readonly<Record<string, readonly number[]>>;
  /** The columns that the user edited. */
  readonly edited: readonly string[];
  /**
   * The current errors and warnings of the row, with the typed cells. If it is edited and without errors, it can be
   * paid.
   */
  readonly problems: readonly Finding[];
  /** The reason that it can be corrected only in the sheet; null if it can be corrected on the page. */
  readonly locked: string | null;
}

export interface CorrectableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The words allowed in its cells; empty if there are many. */
  readonly choices: readonly string[];
  /** The codes of currencies or countries allowed in its cells. */
  readonly codes: readonly string[];
  readonly sensitive: boolean;
}

/** A column as a form needs it. */
export function correctableColumn({ name, kind, choices, sensitive }: Column): CorrectableColumn {
  return { name, kind, choices, sensitive, codes: CODES_OF_KIND[kind] ?? [] };
}

/** A user and the run whose rows they correct. */
export interface Corrector {
  readonly run: bigint;
  readonly by: string;
}

/**
 * Checks rows of a run with a user's edits, by the same rules as a sheet. An error of the reader in a cell stays until
 * the cell changes.
 */
export async function correctRows(
  appContext: AppContext,
  corrector: Corrector,
  rows: readonly RowToFix[],
): Promise<{ readonly columns: readonly CorrectableColumn[]; readonly rows: readonly CorrectableRow[] }> {
  const { db, vault } = appContext.ledger;
  const numbers = rows.map(({ row }) => row);
  const opened = await openRows(appContext, corrector.run, rows, await getRowEdits(db, vault, corrector, numbers));
  const { maker } = await getRun(db, corrector.run);
  const isOwn = isSamePerson(maker, corrector.by);
  const used = new Set(
    opened.flatMap(({ before, cells, problems }) => [
      ...Object.keys(before),
      ...Object.keys(cells),
      ...problems.map(columnOf),
      ...problems.flatMap((problem) => getCellMove(problem)?.to ?? []),
    ]),
  );
  return {
    columns: COLUMNS.filter(({ name }) => used.has(name) && name !== 'merchant').map(correctableColumn),
    rows: opened.map(({ of, cells, problems, edited, locked }) => ({
      payment: of.id,
      row: of.row,
      recipientName: of.recipientName,
      state: of.state,
      reason: of.reason,
      ...shownCells(cells, problems, isOwn),
      edited,
      problems,
      locked,
    })),
  };
}

/**
 * The cells as the user may see them. A value that a user entered and Payrun refused is no account, so it is shown in
 * full.
 */
function shownCells(
  cells: Cells,
  problems: readonly Finding[],
  isOwn: boolean,
): Pick<CorrectableRow, 'shown' | 'masked' | 'wrongAt'> {
  const shown: Record<string, string> = {};
  const masked: string[] = [];
  const wrongAt: Record<string, readonly number[]> = {};
  for (const [name, text] of Object.entries(cells)) {
    const errors = problems.filter((one) => isError(one) && one.column === name);
    const isMasked = isSensitive(name) && !(isOwn && errors.length > 0);
    shown[name] = isMasked ? mask(text) : isSensitive(name) ? text : maskBankDetails(text);
    if (isMasked) masked.push(name);
    const at = errors.flatMap((error) => wrongCharacters(error, text));
    if (at.length > 0 && shown[name] === text) wrongAt[name] = [...new Set(at)].sort((a, b) => a - b);
  }
  return { shown, masked, wrongAt };
}

/** Cells that a user typed, by column; null takes an edit back. */
export type TypedCells = Readonly<Record<string, string | null>>;

/** A row whose edits are to be stored, with the cells and errors that it has with the earlier ones. */
export interface RowToEdit extends OpenedRow {
  readonly edit: RowEdit;
}

/**
 * Stores the cells that a user typed, sealed, as edits of these rows. `typed` has the cells of a row; for some it may
 * have none. Rows that can only be corrected in the sheet have no edits. Returns the number of rows in which something
 * was typed. Throws what `authorize` throws.
 */
export async function saveEdits(
  appContext: AppContext,
  run: bigint,
  rows: readonly RowToFix[],
  typed: (row: RowToEdit) => TypedCells,
  by: Actor,
): Promise<number> {
  const { ledger } = appContext;
  const { merchant_id } = await getRun(ledger.db, run);
  await authorize(ledger.db, by, 'correct', { merchants: [merchant_id] });
  const editor = { run, by: by.name };
  const edits = await getRowEdits(
    ledger.db,
    ledger.vault,
    editor,
    rows.map(({ row }) => row),
  );
  const next = new Map<number, RowEdit>();
  for (const row of await openRows(appContext, run, rows, edits)) {
    const { of, before, locked } = row;
    if (locked !== null) continue;
    const edit = edits.get(of.row) ?? {};
    const sent = withPlainAmounts(typed({ ...row, edit }));
    if (Object.keys(sent).length > 0) next.set(of.row, nextEdit(before, edit, sent, wasTried(of)));
  }
  if (next.size === 0) return 0;
  await ledger.tx(async (db) => {
    // Not while the sheet is read again: the audit already says which edits that reading has.
    if (await lockFinishedIntake(db, run)) await saveRowEdits(db, ledger.vault, editor, next);
  });
  return next.size;
}

/** Cells use a decimal point; an amount with two meanings stays as typed, and is an error. */
export function withPlainAmounts<Typed extends TypedCells>(typed: Typed): Typed {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const read = text !== null && AMOUNTS.has(name) ? readAmountText(text.trim()) : null;
      return [name, read?.kind === 'clear' && read.mark === '' ? read.plain : text];
    }),
  ) as Typed;
}

const AMOUNTS: ReadonlySet<string> = new Set(COLUMNS.filter(({ kind }) => kind === 'amount').map(({ name }) => name));

/**
 * The rows of a run that a user edited and that still differ from the ledger, and all edits of the user. `evenIfLive`:
 * also rows whose reference another run pays by now.
 */
export async function openEdits(
  appContext: AppContext,
  run: bigint,
  by: string,
  evenIfLive = false,
): Promise<{ readonly edits: RowEdits; readonly changed: readonly OpenedRow[] }> {
  const { db, vault } = appContext.ledger;
  const edits = await getRowEdits(db, vault, { run, by });
  const rows = await selectRowsToFix(db, null, run, {
    rows: [...edits.keys()],
    evenIfLive,
  });
  const opened = await openRows(appContext, run, rows, edits);
  return { edits, changed: opened.filter(({ edited, locked }) => edited.length > 0 && locked === null) };
}

/** A row with a user's edits. */
export interface OpenedRow {
  readonly of: RowToFix;
  readonly before: Cells;
  readonly cells: Cells;
  readonly problems: readonly Finding[];
  /** The amount, if the row has no errors. */
  readonly amount: Money | null;
  /** The columns that the edits change. */
  readonly edited: readonly string[];
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
      return { of, before: {}, cells: {}, problems: [], amount: null, edited: [], locked: 'Its cells were purged.' };
    const opened = openRow(ledger.vault, of);
    const before = withReference(opened.cells, of.reference);
    const cells = editedCells(before, edits.get(of.row) ?? {}, wasTried(of));
    const payer = before.merchant ?? (options.byRow ? options.byRow.otherwise : merchant_id);
    const shifted = shiftedCells(opened.findings ?? []);
    const row = { row: of.row, cells, original: [], findings: findingsAfterEdit(opened.findings ?? [], before, cells) };
    const checked = checkRow(row, context);
    const problems: readonly Problem[] = suggest(checked.problems, cells);
    return {
      of,
      before,
      cells,
      problems,
      amount: checked.draft?.amount ?? null,
      edited: changedColumns(before, cells),
      locked: shifted
        ? `${shifted.message} Correct it in the sheet.`
        : payer !== merchant_id
          ? 'It names no merchant, or another one. Correct it in the sheet.'
          : null,
    };
  });
}

/** A row that was sent before keeps its reference, so that it is not also paid under another one. */
const wasTried = ({ state }: RowToFix): boolean => state !== 'invalid';

/** Whether a row with a user's edits has an error. */
export const isWrong = ({ problems }: { readonly problems: readonly Finding[] }): boolean => problems.some(isError);

const isError = ({ severity }: Finding) => severity === 'error';
const columnOf = ({ column }: Finding) => column ?? '';
