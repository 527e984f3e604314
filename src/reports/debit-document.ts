import { formatMinor } from '../money.ts';
import type { DebitState, TotalDebit } from '../outcomes/total-debits.ts';

/** The total debit of payments in one state from one balance, as plain decimals. */
export interface DebitDocument {
  readonly state: DebitState;
  /** Null for payments that are not debited. */
  readonly currency: string | null;
  readonly payments: number;
  /** Null if none of them has a quote. */
  readonly totalDebit: string | null;
  /** The debit of payments without a quote, before fees. */
  readonly beforeFees: string | null;
  /** Payments whose debit is not known before they are quoted. */
  readonly notQuoted: number;
}

export function debitDocument({ currency, totalDebit, beforeFees, ...line }: TotalDebit): DebitDocument {
  const text = (minor: bigint | null) => (minor === null || currency === null ? null : formatMinor(minor, currency));
  return { ...line, currency, totalDebit: text(totalDebit), beforeFees: text(beforeFees) };
}
