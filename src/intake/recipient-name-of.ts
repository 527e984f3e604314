import type { SheetRow } from '../model.ts';

/** The name of a row's recipient, or their referenceId; null if the row has neither. */
export function recipientNameOf({ cells }: SheetRow): string | null {
  const person = [cells.firstName, cells.lastName].filter(Boolean).join(' ');
  return cells.name ?? (person || (cells.referenceId ?? null));
}
