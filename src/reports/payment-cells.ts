import { openRow, type SealedRow } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import { showValue } from '../mask-bank-details.ts';
import { COLUMNS } from '../sheets/headers/columns.ts';

/** A cell of a payment's row that may be shown. */
export interface ShownCell {
  readonly column: string;
  /** Masked if it is a bank detail, an ID or a date of birth. */
  readonly value: string;
}

const SENSITIVE: ReadonlySet<string> = new Set(COLUMNS.filter(({ sensitive }) => sensitive).map(({ name }) => name));

/**
 * The cells of a payment's row, in the order of the column catalog. A sensitive value is never complete. Throws
 * `vault_damaged`.
 */
export function paymentCells(vault: Vault, payment: SealedRow): readonly ShownCell[] {
  const { cells } = openRow(vault, payment);
  const shown = COLUMNS.filter(({ name }) => cells[name] !== undefined).map(({ name }) => {
    const value = showValue(name, cells[name]!);
    // If the catalog has a sensitive column that `showValue` does not mask, the value is hidden completely.
    const masked = !SENSITIVE.has(name) || value.includes('***');
    return { column: name, value: masked ? value : '***' };
  });
  const others = Object.keys(cells)
    .filter((name) => !COLUMNS.some((column) => column.name === name))
    .map((name) => ({ column: name, value: '***' }));
  return [...shown, ...others];
}
