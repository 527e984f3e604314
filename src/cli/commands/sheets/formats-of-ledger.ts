import type { Config } from '../../../config.ts';
import { isError } from '../../../errors.ts';
import { newestRules } from '../../../ledger/operations/money-rules.ts';
import { type SavedSheetFormat, savedSheetFormats } from '../../../ledger/runs/sheet-format.ts';
import { withExistingLedger } from '../../../ledger/with-existing-ledger.ts';

interface Taught {
  readonly formats: readonly SavedSheetFormat[];
  readonly enabledCountries?: readonly string[] | undefined;
  readonly notes: readonly string[];
}

/**
 * The formats saved on the upload page, and the countries that payments may go to. Sheets are also checked where the
 * ledger is out of reach; the report says so.
 */
export async function getSavedFormats(config: Config): Promise<Taught> {
  try {
    return await withExistingLedger(config, 'payrun.sheet_format', async (db) => {
      const rules = db && (await newestRules(db))?.rules;
      return { formats: db ? await savedSheetFormats(db) : [], notes: [], enabledCountries: rules?.enabledCountries };
    });
  } catch (error) {
    if (!isError(error)) throw error;
    return { formats: [], notes: [NO_LEDGER] };
  }
}

const NO_LEDGER =
  'Payrun can’t read the ledger, so columns matched on the upload page and limits on recipient countries are not applied. Find out why with `payrun doctor`.';
