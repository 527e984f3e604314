import { pluralize } from '../platform/pluralize.ts';
import { as, plainFormat, type Value, valueText } from '../references/value.ts';
import type { DebitState, TotalDebit } from './total-debits.ts';

const SENT: readonly DebitState[] = ['processed', 'started', 'sent', 'unknown', 'discrepancy'];

/** A total debit in any form of its amounts: minor units, or decimals of a document. */
export interface AnyDebit extends Pick<TotalDebit, 'currency' | 'notQuoted'> {
  readonly state?: DebitState;
  readonly totalDebit: bigint | string | null;
  readonly beforeFees: bigint | string | null;
}

/** "1,240.50 USD", "1,240.50 USD before fees and 1 payment not quoted yet"; null if nothing is debited. */
export function debitValue({ state, currency, totalDebit, beforeFees, notQuoted }: AnyDebit): Value {
  if (currency === null) return null;
  const amount = (given: bigint | string) =>
    typeof given === 'string' ? as.decimal(given, currency) : as.money(given, currency);
  const known = [
    totalDebit === null ? null : as.words`${amount(totalDebit)}${state === 'returned' ? ' kept as fees' : null}`,
    beforeFees === null ? null : as.words`${amount(beforeFees)} ${as.quiet(as.whole('before fees'))}`,
    notQuoted === 0
      ? null
      : `${pluralize(notQuoted, 'payment')} ${state && SENT.includes(state) ? 'whose amount is not reported' : 'not quoted yet'}`,
  ];
  const isNamed = totalDebit === null && beforeFees === null;
  return as.words`${isNamed ? `${currency}: ` : null}${as.joined(known, ' and ')}`;
}

/** The same as text. */
export const debitWords = (debit: AnyDebit): string => valueText(debitValue(debit), plainFormat(String));
