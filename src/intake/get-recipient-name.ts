import { maskBankDetails } from '../mask-bank-details.ts';
import type { SheetRow } from '../model.ts';

/**
 * The name of a row's recipient, or their referenceId; null if the row has neither. Stored unsealed, so bank details in
 * the wrong cell are masked.
 */
export function getRecipientName({ cells }: SheetRow): string | null {
  const person = [cells.firstName, cells.lastName].filter(Boolean).join(' ');
  const name = cells.name ?? (person || (cells.referenceId ?? null));
  return name === null ? null : maskBankDetails(name);
}
