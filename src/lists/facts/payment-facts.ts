import type { PaymentView } from '../../ledger/views/payment-view.ts';
import { COMPLIANCE } from '../../outcomes/compliance-words.ts';
import { getTotalDebit } from '../../outcomes/run-money.ts';
import { toStatusValue } from '../../outcomes/status-value.ts';
import { as, type Value } from '../../references/value.ts';
import type { PaymentState } from '../../states.ts';
import { approverWords } from '../event-text/approver-words.ts';
import { EXACT, type Facts } from '../list.ts';

/** Label of the debit for payments that did not arrive. */
const LEFT: { readonly [state in PaymentState]?: string } = {
  failed: 'Planned total debit',
  returned: 'Total debit before the return',
  canceled: 'Planned total debit',
};

/** Label of the time at which a payment became final. */
const FINAL: { readonly [state in PaymentState]?: string } = {
  processed: 'Paid',
  failed: 'Failed',
  returned: 'Returned',
  canceled: 'Canceled',
};

/** Payments that a payment is about, as far as the reader may see them. */
type RelatedPayments = Readonly<Record<'previous' | 'next' | 'heldFor', PaymentView | null | undefined>>;

/** Whether the reader sees several merchants. */
type Several = { readonly several: boolean };

export function paymentFacts(one: PaymentView, { previous, next, heldFor, several }: RelatedPayments & Several): Facts {
  const { run, row, sheet, source_currency: from, target_currency: to } = one;
  // A reference that both have says nothing, and the run does.
  const link = (id: string | null, other: PaymentView | null | undefined): Value => {
    if (id === null) return null;
    if (!other) return 'a payment of another merchant';
    const place = `run ${other.run}, row ${other.row}`;
    const isSame = other.reference === null || other.reference === one.reference;
    return isSame
      ? as.link('payment', id, place)
      : as.words`${as.link('payment', id, other.reference)} ${as.quiet(place)}`;
  };
  const isPaid = LEFT[one.state] === undefined;
  const place = as.words`${sheet === null ? '' : `run ${run}, `}${as.link('row', `${run} ${row}`, `row ${row}`)}`;
  return [
    ['To account', as.account(one.account)],
    ['Must arrive', one.fixed === 'target' ? as.money(one.minor, one.currency) : null],
    ['Paid from the balance in', one.fixed === 'target' ? from : null],
    [LEFT[one.state] ?? 'Total debit', as.money(fromBalance(one), from)],
    ['Amount returned', returnedAmountText(one)],
    ...(isPaid ? feeFacts(one) : []),
    ['Tax withheld', one.withheld ? as.money(one.withheld, from) : null],
    ['Compliance', one.compliance && COMPLIANCE[one.compliance]],
    ['Rate', from === null || to === null ? null : as.rate(from, to, one.rate)],
    ['Recipient gets', isPaid ? as.money(one.paid_target, to) : null],
    ['Run', as.words`${as.link('run', run, sheet ?? `Run ${run}`)} ${as.quiet(place)}`],
    ['Merchant', several ? one.merchant : null],
    ['Uploaded by', one.maker],
    [
      'Approved by',
      one.approvers.length === 0 ? null : as.words`${approverWords([one])}, ${as.time(one.approved_at, EXACT)}`,
    ],
    ['Released by', one.released_by],
    ['Uploaded', as.time(one.uploaded_at, EXACT)],
    ['Sent', as.time(one.started_at, EXACT)],
    [one.returned_at ? 'Paid' : (FINAL[one.state] ?? 'Final'), as.time(one.final_at, EXACT)],
    ['Returned', as.time(one.returned_at, EXACT)],
    ['Reference', one.derived ? as.words`${one.reference} ${as.quiet('derived from the row')}` : null],
    ['Attempt', one.generation > 1 && !isUnsent(previous) ? String(one.generation) : null],
    [isUnsent(previous) ? 'Earlier row' : 'Retry of', link(one.previous, previous)],
    [isUnsent(one) ? 'Later row' : 'Retried in', link(one.next, next)],
    [one.state === 'already_paid' ? 'Paid as' : 'On hold because of', link(one.held_for, heldFor)],
  ];
}

/** Facts for support, by operators or the payout service. */
export function technicalFacts(one: PaymentView): Facts {
  const code = (text: string | null) => text && as.code(text);
  return [
    ['Payment in the service', code(one.service_payment)],
    ['Batch in the service', code(one.service_batch)],
    ['Recipient in the service', code(one.service_recipient)],
    ['Batch', one.batch_state && toStatusValue(one.batch_state)],
    ['Version of the rules', code(one.rules)],
    ['Payment in Payrun', code(one.id)],
  ];
}

/** Whether nothing was sent for the row: another row with its reference is no retry then. */
const isUnsent = (payment: PaymentView | null | undefined): boolean => payment?.started_at === null;

/** The fees by bearer; two facts if both bear some. */
export function feeFacts({ fees, recipient_fees: deducted, source_currency: currency }: PaymentView): Facts {
  if (fees === null || currency === null) return [];
  const all = as.money(fees, currency);
  if (!deducted || fees === 0n) return [['Fees', all]];
  if (fees === deducted) return [['Fees', as.words`${all} ${as.quiet('deducted from the recipient')}`]];
  return [
    ['Fees', all],
    ['Deducted from the recipient', as.money(deducted, currency)],
  ];
}

/** The amount returned to the balance, and the fees kept by the service; null if nothing was returned. */
function returnedAmountText(one: PaymentView): Value {
  const back = getReturnedAmount(one);
  const { source_currency: currency } = one;
  if (back === null || currency === null) return null;
  const withoutFees = as.quiet(as.words`without ${as.money(back.keptFees, currency)} of fees`);
  return as.joined([as.money(back.sent, currency), back.keptFees === 0n ? null : withoutFees], ' ');
}

/**
 * Total debit of a payment in minor units: the amount sent, plus the fees that are not deducted from the recipient.
 * Null if the service has not reported it.
 */
export function fromBalance(one: Pick<PaymentView, 'paid_source' | 'fees' | 'recipient_fees'>): bigint | null {
  if (one.paid_source === null) return null;
  return getTotalDebit({ sent: one.paid_source, fees: one.fees ?? 0n, recipientFees: one.recipient_fees ?? 0n });
}

/**
 * The returned amount of a payment: the amount sent. The fees on top, which the payout service keeps, are `kept`. Null
 * if the payment is not returned, or the service has not reported its amounts.
 */
export function getReturnedAmount(
  one: Pick<PaymentView, 'state' | 'paid_source' | 'fees' | 'recipient_fees'>,
): { readonly sent: bigint; readonly keptFees: bigint } | null {
  if (one.state !== 'returned' || one.paid_source === null) return null;
  return { sent: one.paid_source, keptFees: fromBalance(one)! - one.paid_source };
}
