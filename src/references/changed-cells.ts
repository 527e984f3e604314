import { columnLabel } from './column-label.ts';
import { withShownAccounts } from './shown-account.ts';

/** Changed cells of a row as readers see them: `IBAN •••• 1111 → •••• 3000; memo nothing → J***`. */
export function changedCells(cells: Readonly<Record<string, { before?: unknown; now?: unknown }>>): string {
  return Object.entries(cells)
    .map(([column, { before, now }]) =>
      // Two values that are masked alike say nothing but that they differ.
      shown(before) === shown(now)
        ? `${columnLabel(column)} changed`
        : `${columnLabel(column)} ${shown(before)} → ${shown(now)}`,
    )
    .join('; ');
}

const shown = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? withShownAccounts(value) : '(blank)';
