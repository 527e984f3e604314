import type { SheetRow } from '../model.ts';

/** Whom a row pays, as people read it; null if it names nobody. */
export function recipientNameOf({ cells }: SheetRow): string | null {
  const person = [cells.firstName, cells.lastName].filter(Boolean).join(' ');
  return cells.name ?? (person || (cells.referenceId ?? null));
}
