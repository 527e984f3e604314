import type { KnownPayment } from '../ledger/verify-remote.ts';
import { formatMinor, readServiceAmount } from '../money.ts';
import type { RemotePayment } from '../service/answer-shapes.ts';

/** One thing in which a payment differs; `here` and `there` are what each side has, never a bank detail. */
export interface PaymentDifference {
  readonly kind: 'recipient' | 'currency' | 'amount' | 'state';
  readonly here: string;
  readonly there: string;
}

/** The states of the ledger that say the same as one of the service. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  pending: ['batched'],
  processing: ['batched'],
  processed: ['processed'],
  failed: ['failed'],
  returned: ['returned'],
};
/** What the service calls a payment that it pays or has paid. */
export const PAID: ReadonlySet<string> = new Set(['processing', 'processed']);

/**
 * In what the service's payment is not the ledger's: whom it pays, in what, how much, and what became of it. A payment that the ledger has on its way may
 * be final there: it is asked about by `settle`.
 */
export function comparePayment(ours: KnownPayment, listed: RemotePayment): readonly PaymentDifference[] {
  const found: PaymentDifference[] = [];
  const recipient = listed.recipient?.id ?? null;
  if (recipient !== ours.recipient_remote_id)
    found.push({ kind: 'recipient', here: ours.recipient_remote_id ?? 'none', there: recipient ?? 'none' });
  const [currency, amount] =
    ours.fixed === 'source'
      ? [listed.sourceCurrency, listed.sourceAmount]
      : [listed.targetCurrency, listed.targetAmount];
  const mine = ours.currency ?? '';
  if (currency !== ours.currency) found.push({ kind: 'currency', here: mine, there: currency ?? 'none' });
  else if (readServiceAmount(amount ?? '', mine) !== ours.minor)
    found.push({
      kind: 'amount',
      here: ours.minor === null ? 'none' : `${formatMinor(ours.minor, mine)} ${mine}`,
      there: `${amount ?? 'none'} ${currency ?? ''}`.trim(),
    });
  if (ours.state !== 'batched' && !(SAME[listed.status] ?? []).includes(ours.state))
    found.push({ kind: 'state', here: ours.state, there: listed.status });
  return found;
}
