import { formatMinor } from '../../money.ts';
import type { MerchantStore } from '../merchant-store.ts';
import type { PaymentRecord } from '../records.ts';

/** The outcome of payments that match, instead of `processed`. Every key of `match` must match. */
export interface OutcomeRule {
  readonly match: {
    readonly recipientEmail?: string;
    readonly externalId?: string;
    readonly amount?: string;
  };
  readonly outcome: 'failed' | 'returned';
  readonly reason: string;
  /** Only with `returned`: payments that were processed before this rule was set are returned too, at once. */
  readonly late?: boolean;
}

/** The first rule that matches a payment. */
export function ruleFor(
  rules: readonly OutcomeRule[],
  store: MerchantStore,
  payment: PaymentRecord,
): OutcomeRule | undefined {
  return rules.find(({ match }) => fits(match, store, payment));
}

function fits(match: OutcomeRule['match'], store: MerchantStore, payment: PaymentRecord): boolean {
  const { recipientEmail, externalId, amount } = match;
  if (externalId !== undefined && externalId !== payment.externalId) return false;
  if (amount !== undefined && !amountsOf(payment).includes(amount)) return false;
  if (recipientEmail === undefined) return true;
  return store.recipient.get(payment.recipientId)?.email.toLowerCase() === recipientEmail.toLowerCase();
}

/** The spellings of a payment's fixed amount: "12.00" and, if there are no cents, "12". */
function amountsOf({ fixed, source, target, sourceCurrency, targetCurrency }: PaymentRecord): readonly string[] {
  const sides = [formatMinor(source, sourceCurrency)];
  if (fixed === 'target') sides.push(formatMinor(target, targetCurrency));
  return sides.flatMap((text) => [text, text.replace(/\.0+$/, '')]);
}
