import type { Config } from '../../../config.ts';
import { findSavedFormat } from '../../../engine/runs/find-saved-format.ts';
import { isError } from '../../../errors.ts';
import type { CheckOptions } from '../../../intake/check-sheet.ts';
import type { SheetSource } from '../../../intake/map-sheet.ts';
import { withExistingLedger } from '../../../ledger/with-existing-ledger.ts';

type TaughtFormat = NonNullable<CheckOptions['format']>;

interface Taught {
  readonly formats: ReadonlyMap<SheetSource, TaughtFormat>;
  readonly notes: readonly string[];
}

/**
 * The formats saved on the upload page for the headers of the files. Sheets are also checked where the
 * ledger is out of reach; the report says so.
 */
export async function formatsOfLedger(
  config: Config,
  files: readonly SheetSource[],
  reading: Parameters<typeof findSavedFormat>[3],
): Promise<Taught> {
  const formats = new Map<SheetSource, TaughtFormat>();
  try {
    await withExistingLedger(config, 'payrun.sheet_format', async (db) => {
      for (const file of db ? files : []) {
        const format = await findSavedFormat(db!, config, file, reading);
        if (format) formats.set(file, format);
      }
    });
    return { formats, notes: [] };
  } catch (error) {
    if (!isError(error)) throw error;
    return { formats, notes: [NO_LEDGER] };
  }
}

const NO_LEDGER =
  'The ledger cannot be read, so columns that somebody explained on the upload page are not known here. `payrun doctor` says why.';
