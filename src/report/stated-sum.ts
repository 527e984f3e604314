import type { StatedSum } from '../control-total-line.ts';
import type { TotalOfState } from '../ledger/status.ts';
import { readServiceAmount } from '../money.ts';

/** What rows of one state and currency state; nothing where no currency could be read. */
export function statedSum({
  currency,
  state,
  rows,
  amount,
  arriving,
}: TotalOfState): (StatedSum & Pick<TotalOfState, 'state'>)[] {
  if (currency === null) return [];
  const minorOf = (text: string | null) => readServiceAmount(text ?? '0', currency) ?? 0n;
  return [{ currency, state, rows, minor: minorOf(amount), arriving: minorOf(arriving) }];
}
