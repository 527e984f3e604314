import { basename } from 'node:path';
import { isError, PayrunError } from '../../errors.ts';

/** Columns that only a sheet of payments has. */
const OF_PAYMENTS = ['amount', 'currency', 'targetAmount', 'targetCurrency', 'paymentReference', 'memo', 'category'];
/** Columns that do not make a sheet one of recipients. */
const OF_BOTH = [...OF_PAYMENTS, 'merchant', 'tags', 'referenceId'];
/** A recipient has one of them. */
const KEYS = ['referenceId', 'email'];

/** For a sheet that Payrun makes: its header has the catalog's names, whatever an installation calls its columns. */
export const OWN_HEADER = { columns: {} } as const;

/** The error of a sheet that was read as payments; `recipient_sheet` if it has recipients and no payments. */
export function asRecipientSheet(error: unknown): unknown {
  if (!isError(error, 'sheet_columns_missing')) return error;
  const { file, found } = error.details;
  if (!isOfRecipients(String(found).split(','))) return error;
  return new PayrunError('recipient_sheet', { file: basename(String(file)) }, { cause: error });
}

/** Whether a sheet with these columns has recipients and no payments. */
export function isOfRecipients(columns: readonly (string | null)[]): boolean {
  const has = (names: readonly string[]) => columns.some((name) => name !== null && names.includes(name));
  return has(KEYS) && !has(OF_PAYMENTS) && columns.some((name) => name !== null && !OF_BOTH.includes(name));
}
