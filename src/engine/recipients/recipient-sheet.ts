import type { Config } from '../../config.ts';
import { isError } from '../../errors.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { readSheet } from '../../sheets/read/read-sheet.ts';

/** What of a sheet is about a payment: a sheet that has any of it is one of payments. */
const OF_PAYMENTS = ['amount', 'currency', 'targetAmount', 'targetCurrency', 'paymentReference', 'memo', 'category'];
/** What a sheet of payments may have too. */
const OF_BOTH = [...OF_PAYMENTS, 'merchant', 'tags', 'referenceId'];

/** Does this file have recipients, and no payments? False also where it cannot be read at all. */
export async function isRecipientSheet(
  file: string,
  config: Pick<Config, 'columns' | 'decimal' | 'encoding'>,
  options: { encoding?: string | undefined; worksheet?: string | undefined } = {},
): Promise<boolean> {
  try {
    const sheet = await readSheet(file, { ...readOptions(config, options), of: 'profiles' });
    await sheet.close();
    return isOfRecipients(sheet);
  } catch (error) {
    if (isError(error)) return false;
    throw error;
  }
}

/** Has it columns of recipients, and none of payments? */
export function isOfRecipients({ understood: { columns } }: OpenSheet): boolean {
  const known = columns.filter((name) => name !== null);
  return !known.some((name) => OF_PAYMENTS.includes(name)) && known.some((name) => !OF_BOTH.includes(name));
}
