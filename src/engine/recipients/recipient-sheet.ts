import type { Config } from '../../config.ts';
import { isError } from '../../errors.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { openApart } from '../../sheets/readers/read-apart.ts';
import type { SheetSource } from '../../sheets/understood-sheet.ts';

/** Columns that only a sheet of payments has. */
const OF_PAYMENTS = ['amount', 'currency', 'targetAmount', 'targetCurrency', 'paymentReference', 'memo', 'category'];
/** Columns that do not make a sheet one of recipients. */
const OF_BOTH = [...OF_PAYMENTS, 'merchant', 'tags', 'referenceId'];

/** For a sheet that Payrun makes: its header has the catalog's names, whatever an installation calls its columns. */
export const OWN_HEADER = { columns: {} } as const;

/** Whether the file has recipients and no payments. False also if it cannot be read. */
export async function isRecipientSheet(
  file: SheetSource,
  config: Pick<Config, 'columns' | 'decimal' | 'encoding'>,
  options: { encoding?: string | undefined; worksheet?: string | undefined } = {},
): Promise<boolean> {
  try {
    const sheet = await openApart(file, { ...readOptions(config, options), of: 'profiles' });
    await sheet.close();
    return isOfRecipients(sheet);
  } catch (error) {
    if (isError(error)) return false;
    throw error;
  }
}

/** Whether the sheet has recipient columns and no payment columns. */
export function isOfRecipients({ understood: { columns } }: OpenSheet): boolean {
  const known = columns.filter((name) => name !== null);
  return !known.some((name) => OF_PAYMENTS.includes(name)) && known.some((name) => !OF_BOTH.includes(name));
}
