import type { Config } from '../../../config.ts';
import { findSavedFormat } from '../../../engine/runs/find-saved-format.ts';
import { isError } from '../../../errors.ts';
import type { CheckOptions } from '../../../intake/check-sheet.ts';
import type { SheetSource } from '../../../intake/map-sheet.ts';
import { newestRules } from '../../../ledger/operations/money-rules.ts';
import { withExistingLedger } from '../../../ledger/with-existing-ledger.ts';

type TaughtFormat = NonNullable<CheckOptions['format']>;

interface Taught {
  readonly formats: ReadonlyMap<SheetSource, TaughtFormat>;
  readonly enabledCountries?: readonly string[] | undefined;
  readonly notes: readonly string[];
}

/**
 * The formats saved on the upload page for the headers of the files, and the countries that payments may go to. Sheets
 * are also checked where the ledger is out of reach; the report says so.
 */
export async function formatsOfLedger(
  config: Config,
  files: readonly SheetSource[],
  reading: Parameters<typeof findSavedFormat>[3],
): Promise<Taught> {
  const formats = new Map<SheetSource, TaughtFormat>();
  try {
    return await withExistingLedger(config, 'payrun.sheet_format', async (db) => {
      for (const file of db ? files : []) {
        const format = await findSavedFormat(db!, config, file, reading);
        if (format) formats.set(file, format);
      }
      const rules = db && (await newestRules(db))?.rules;
      return { formats, notes: [], enabledCountries: rules?.enabledCountries };
    });
  } catch (error) {
    if (!isError(error)) throw error;
    return { formats, notes: [NO_LEDGER] };
  }
}

const NO_LEDGER =
  'The ledger cannot be read, so columns that somebody explained on the upload page, and the countries that payments may go to, are not known here. `payrun doctor` says why.';
