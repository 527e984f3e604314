import { PayrunError } from '../../errors.ts';
import { mapSheet, type SheetMap } from '../../intake/map-sheet.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type SavedSheetFormat, saveSheetFormat } from '../../ledger/runs/sheet-format.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import { headerFingerprint } from '../../sheets/headers/normalize-header.ts';
import { type GivenReading, readOptions } from '../../sheets/read/reading.ts';
import { openSheetInProcess } from '../../sheets/readers/read-in-process.ts';
import type { SheetSource } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * Stores the meaning of a sheet's columns for every later sheet with exactly this header. Call it in the transaction
 * that reads a sheet by it, so that it is not stored if that is refused. It applies to all merchants, so the user needs
 * access to all of them. Throws `may_not_decide`, `usage` if the name belongs to another header, and what `authorize`
 * throws.
 */
export async function saveFormat(
  db: Db,
  { by, at }: { readonly by: Actor; readonly at: Date },
  format: SavedSheetFormat,
): Promise<void> {
  const user = await authorize(db, by, 'upload');
  if (user && user.merchants !== null)
    throw new PayrunError('may_not_decide', {
      name: by.name,
      action: 'match the columns of a sheet',
      detail: 'it applies to all merchants, and they have access to only some.',
    });
  if (!(await saveSheetFormat(db, format, headerFingerprint(format.header), by.name)))
    throw usageError('format_name_taken', { name: format.name });
  await appendEvent(db, {
    ...{ chain: 'system', at, actor: by.name, kind: 'columns_taught' },
    data: { name: format.name, columns: { ...format.columns }, ...trace(by) },
  });
}

/** The detected columns of a file. Throws `file_*`, `sheet_*`. */
export function mapFile(
  { config }: Pick<AppContext, 'config'>,
  file: SheetSource,
  given: GivenReading,
): Promise<SheetMap> {
  return mapSheet(file, readOptions(config, given));
}

/**
 * Checks that a file can be read, perhaps by a format, so that missing columns are reported now and not for every later
 * sheet. Throws `file_*`, `sheet_*`.
 */
export async function requireReadable(
  { config }: Pick<AppContext, 'config'>,
  file: SheetSource,
  given: GivenReading,
  format = given.format,
): Promise<void> {
  await (await openSheetInProcess(file, readOptions(config, { ...given, format }))).close();
}
