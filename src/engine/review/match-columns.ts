import { isMistake } from '../../errors.ts';
import {
  type ColumnProposal,
  canonicalColumns,
  NOT_USED,
  type SheetMap,
  type SheetSource,
  unusedHeaders,
} from '../../intake/map-sheet.ts';
import { type UnusedColumn, unusedColumns } from '../../intake/unused-columns.ts';
import { storedSheetBytes } from '../../ledger/runs/sheet.ts';
import { type SavedSheetFormat, savedSheetFormats } from '../../ledger/runs/sheet-format.ts';
import type { UserRole } from '../../ledger/users/user.ts';
import { selectRowsToFix } from '../../ledger/views/correctable-rows.ts';
import { MOST_LOOKED_AT, selectProblems } from '../../ledger/views/run-problems.ts';
import { type RunView, selectRun } from '../../ledger/views/run-view.ts';
import { hasRole } from '../../permissions/access.ts';
import { columnLabel } from '../../references/column-label.ts';
import { usageError } from '../../references/usage-error.ts';
import { headerFingerprint } from '../../sheets/headers/normalize-header.ts';
import { type ShownColumn, shownColumns } from '../../sheets/read/shown-columns.ts';
import type { AppContext } from '../context/app-context.ts';
import { planFigures } from '../plan/run-plan.ts';
import { mapFile } from './save-format.ts';
import { correctsInPlace } from './submit-edits.ts';

interface Matcher {
  readonly name: string;
  readonly role: UserRole;
  readonly merchants: readonly string[] | null;
}

/** A value that is missing in this part of the rows is more likely in a column that was not recognized. */
const NEARLY_ALL = 0.9;
/** Maximum length of the name of a format. */
const LONGEST_NAME = 80;

/** The stored sheet of a run, to be read again. */
export const getStoredSheet = ({ ledger }: AppContext, { sheet, sheet_id }: RunView): SheetSource =>
  storedSheetBytes(ledger, { id: sheet_id!, name: sheet ?? '' });

/** The columns of a run's sheet and their meaning; none if its rows are those of an earlier run. */
export const getRunColumns = ({ understood, parent_run }: RunView): readonly ShownColumn[] =>
  parent_run === null ? shownColumns(understood) : [];

/** The columns of a run's sheet with values that no payment uses, read from the sealed sheet. */
export async function getUnusedColumns(appContext: AppContext, run: RunView): Promise<readonly UnusedColumn[]> {
  const unused = (run.understood?.unused ?? []) as readonly number[];
  if (unused.length === 0 || run.sheet_id === null) return [];
  try {
    return unusedColumns(await mapFile(appContext, getStoredSheet(appContext, run), run.options), unused);
  } catch (error) {
    // The settings of columns have changed since it was read.
    if (isMistake(error)) return [];
    throw error;
  }
}

/**
 * Whether this user may match the columns of a run again: its uploader, before it is submitted. A format applies to all
 * merchants, so only with access to all of them.
 */
export async function isMatchable(
  appContext: AppContext,
  { name, role, merchants }: Matcher,
  run: RunView | null,
): Promise<boolean> {
  if (run === null || merchants !== null || !hasRole(role, 'maker')) return false;
  return run.understood?.format !== 'pain.001' && (await correctsInPlace(appContext, run.id, name));
}

/** A column with values that no payment uses, and nothing is known about. */
export const isUnknown = ({ column, candidate, why, examples }: ColumnProposal): boolean =>
  column === null && candidate === null && why === null && examples.length > 0;

/**
 * Whether the columns of a run that was just read have to be asked for: a value is missing in nearly all of its rows,
 * and its sheet has unknown columns with values. No one is asked about a header that a user already explained.
 */
export async function asksForColumns(appContext: AppContext, user: Matcher, id: bigint): Promise<boolean> {
  const run = await selectRun(appContext.ledger.db, user.merchants, id);
  if (run === null || run.options.format !== undefined || !(await isMatchable(appContext, user, run))) return false;
  const unused = new Set(unusedHeaders(run.understood));
  if (unused.size === 0 || (await missingColumns(appContext, run)).length === 0) return false;
  const { columns } = await mapFile(appContext, getStoredSheet(appContext, run), run.options);
  // A header that is only nearly a known one was not used either.
  return columns.some((one) => unused.has(one.header) && (isUnknown(one) || one.by !== null));
}

/**
 * The page after a sheet was read: its columns if they have to be confirmed, or its rows with errors if they are
 * corrected in the run itself; else the run. While the sheet is being read, none.
 */
export async function stepAfterReading(
  appContext: AppContext,
  user: Matcher,
  run: bigint,
): Promise<'reading' | 'columns' | 'rows' | 'run'> {
  const { db } = appContext.ledger;
  const found = await selectRun(db, user.merchants, run);
  if (found !== null && found.intake_at === null && found.finished_at === null) return 'reading';
  if ((await asksForColumns(appContext, user, run)) || (await asksForColumnsThatLookUsed(appContext, user, found)))
    return 'columns';
  const wrong = await selectRowsToFix(db, user.merchants, run, { after: -1, limit: 1 });
  return wrong.length > 0 && (await correctsInPlace(appContext, run, user.name)) ? 'rows' : 'run';
}

/** Whether a column with values is not used although it looks like one that decides how much is paid, or to whom. */
async function asksForColumnsThatLookUsed(
  appContext: AppContext,
  user: Matcher,
  run: RunView | null,
): Promise<boolean> {
  if (run === null || run.options.format !== undefined || !(await isMatchable(appContext, user, run))) return false;
  return (await getUnusedColumns(appContext, run)).some(({ looksUsed }) => looksUsed);
}

/** The columns whose value is missing in nearly all rows. */
export async function missingColumns(
  { ledger: { db } }: AppContext,
  { id, rows }: RunView,
): Promise<readonly string[]> {
  if (!rows || ((await planFigures(db, [id])).counts.invalid ?? 0) < rows * NEARLY_ALL) return [];
  const groups = await selectProblems(db, null, id);
  const enough = Math.min(rows, MOST_LOOKED_AT) * NEARLY_ALL;
  const missing = groups.filter(
    (one) => one.state === 'invalid' && one.code.endsWith('_missing') && one.rows >= enough,
  );
  return [...new Set(missing.flatMap(({ column }) => column ?? []))];
}

/** A name for the format of a sheet, which no other header has: of its header, of its source, or of its file. */
export async function suggestFormatName(
  { ledger }: AppContext,
  { header, source }: SheetMap,
  file: string,
): Promise<string> {
  const formats = await savedSheetFormats(ledger.db);
  const own = headerFingerprint(header);
  const known = formats.find((one) => headerFingerprint(one.header) === own);
  if (known) return known.name;
  // Without the date: "payments-2026-06.csv".
  const ofFile = file.replace(/\.[^.]*$/, '').replace(/[\s._-]+\d[\d\s._-]*$/, '');
  const base = (source ?? ofFile).trim().slice(0, LONGEST_NAME - 5) || 'Format';
  const taken = new Set(formats.map(({ name }) => name));
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base} ${n}`;
  return name;
}

/**
 * The column format from a user's answers about the columns with a header, by index. Throws `usage` if a column is not
 * assigned, if two headers have the same column, or if the same header text appears twice with different columns:
 * formats identify columns by header text.
 */
export function createFormat(
  { header, columns }: SheetMap,
  name: string,
  columnAt: (index: number) => string | undefined,
): SavedSheetFormat {
  if (name === '' || name.length > LONGEST_NAME) throw usageError('format_name_invalid', { most: LONGEST_NAME });
  const known = new Set([...canonicalColumns(), NOT_USED]);
  const chosen: Record<string, string> = {};
  const taken = new Map<string, string>();
  for (const [at, { header: text }] of columns.entries()) {
    const column = columnAt(at) ?? '';
    if (!known.has(column)) throw usageError('column_not_chosen', { header: text });
    if (Object.hasOwn(chosen, text) && (column !== NOT_USED || chosen[text] !== NOT_USED))
      throw usageError('header_twice', { header: text });
    const other = column === NOT_USED ? undefined : taken.get(column);
    if (other !== undefined)
      throw usageError('column_chosen_twice', { other, header: text, column: columnLabel(column) });
    taken.set(column, text);
    chosen[text] = column;
  }
  return { name, header, columns: chosen };
}
