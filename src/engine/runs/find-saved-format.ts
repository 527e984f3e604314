import type { Config } from '../../config.ts';
import { isError } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import { findSheetFormat, hasSheetFormats, type SavedSheetFormat } from '../../ledger/runs/sheet-format.ts';
import { ownHeader } from '../../sheets/headers/result-columns.ts';
import { headerFingerprint } from '../../sheets/headers/saved-formats.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { previewApart } from '../../sheets/readers/read-apart.ts';
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
  const preview = await previewApart(file, readOptions(config, given)).catch((error: unknown) => {
    // To read it once more would take as long again.
    if (isError(error, 'sheet_stopped', 'sheet_not_read_again')) throw error;
    return null;
  });
  return (preview && (await findSheetFormat(db, headerFingerprint(ownHeader(preview.header))))) ?? undefined;
}
