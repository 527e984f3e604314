import { formatMinor, readServiceAmount } from '../money.ts';
import type { ControlTotal } from '../sheets/understood-sheet.ts';
import type { Tally } from './tally.ts';

/**
 * Compares a sheet with the control totals that came with it. Returns null if they agree, else the differences as text.
 * An invalid row has no amount, so a sheet with invalid rows agrees only if its control total skips them.
 */
export function compareControlTotal(controls: readonly ControlTotal[], tally: Tally): string | null {
  const differences = controls.flatMap((control) => compareOne(control, tally));
  return differences.length > 0 ? differences.join('; ') : null;
}

function compareOne({ rows, totals }: ControlTotal, tally: Tally): string[] {
  const differences = rows === tally.rows ? [] : [`it says ${rows} payments, the sheet has ${tally.rows}`];
  const stated = new Map(totals.map(({ currency, amount }) => [currency, amount]));
  for (const currency of [...new Set([...stated.keys(), ...Object.keys(tally.totals)])].sort()) {
    const amount = stated.get(currency);
    const found = tally.totals[currency]?.minor ?? 0n;
    if (amount === undefined || readServiceAmount(amount, currency) !== found) {
      differences.push(
        `it says ${amount ?? 'nothing'} in ${currency}, the payable rows total ${formatMinor(found, currency)}`,
      );
    }
  }
  return differences;
}
