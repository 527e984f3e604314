import type { Config } from '../../config.ts';
import type { Db } from '../../ledger/db/db.ts';
import { findSheetFormat, hasSheetFormats, type SavedSheetFormat } from '../../ledger/runs/sheet-format.ts';
import { headerFingerprint } from '../../sheets/headers/saved-formats.ts';
import { headerOf } from '../../sheets/read/preview-sheet.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import type { SheetSource } from '../../sheets/understood-sheet.ts';

/**
 * The stored format for the sheet's header. If the header cannot be found, the later reading of the file reports it.
 */
export async function findSavedFormat(
  db: Db,
  config: Pick<Config, 'columns' | 'sheetFormats' | 'decimal' | 'encoding'>,
  file: SheetSource,
  given: Parameters<typeof readOptions>[1],
): Promise<SavedSheetFormat | undefined> {
  // Most installations have no formats, and then a large workbook is not opened twice.
  if (!(await hasSheetFormats(db))) return undefined;
  const header = await headerOf(file, readOptions(config, given)).catch(() => null);
  return (header && (await findSheetFormat(db, headerFingerprint(header)))) ?? undefined;
}
