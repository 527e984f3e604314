import type { Problem } from '../../model.ts';
import type { Compliance } from '../../outcomes/compliance-words.ts';
import type { Awaiting, DebitState } from '../../outcomes/total-debits.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isNumbered } from '../db/dry-run.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { IS_CORRECTED } from '../payments/correction.ts';
import { awaitedBy, awaitedState, shownReason } from '../payments/shown-state.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A row of the view payrun.payment_status. Amounts are decimal text in their currency. */
export interface PaymentStatus {
  readonly payment: string;
  readonly run: bigint;
  readonly row: number;
  readonly merchant: string;
  readonly reference: string | null;
  readonly recipient: string | null;
  readonly state: PaymentState;
  readonly currency: string | null;
  readonly amount: string | null;
  readonly source_currency: string | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly problems: readonly Problem[] | null;
  readonly batch: string | null;
  readonly service_batch: string | null;
  readonly service_payment: string | null;
  readonly paid_amount: string | null;
  readonly fees: string | null;
  readonly rate: string | null;
  readonly target_currency: string | null;
  readonly target_amount: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly final_at: Date | null;
  /** The version of the rules that it was checked with; null if it predates their recording. */
  readonly rules: string | null;
  /** Tax that the payout service withheld from the recipient. */
  readonly withheld: string | null;
  /** The last result of the payout service's compliance review of the recipient. */
  readonly compliance: Compliance | null;
}

const PAYMENT = `payment, run, row, merchant, reference,
  (select ${shownRecipient('p')} from payrun.payment p where p.id = payment) as recipient, state, currency, amount::text, source_currency, reason_code,
  (select ${shownReason('p', 'b')} from payrun.payment p left join payrun.batch b on b.id = p.batch_id where p.id = payment) as reason,
  problems, batch, service_batch, service_payment, paid_amount::text, fees::text, rate, target_currency, target_amount::text,
  created_at, started_at, final_at, rules, withheld::text, compliance`;

const AWAITING = `payrun.payment_status left join lateral (select ${awaitedBy('b')} from payrun.batch b where b.id = batch) w on true`;

/** Null if there is no such payment, or the reader may not see it. */
export async function selectPaymentStatus(
  db: Db,
  scope: Scope,
  payment: string,
): Promise<(PaymentStatus & Awaiting) | null> {
  const { rows } = await db.query<PaymentStatus & Awaiting>(
    `select ${PAYMENT}, w.* from ${AWAITING} where ${visible('merchant')} and payment = $2`,
    [scope, payment],
  );
  return rows[0] ?? null;
}

/**
 * Payments of runs, latest run first; those of a dry run only if it is named. `shown`: the status that is shown, by
 * what their batches await. `after`: the last one of the page before.
 */
export async function selectPayments(
  db: Db,
  scope: Scope,
  filter: {
    run: string | null;
    state: PaymentState | null;
    shown?: DebitState | null;
    reference: string | null;
    after: { run: string; row: number } | null;
    limit: number;
  },
): Promise<readonly (PaymentStatus & Awaiting)[]> {
  const { rows } = await db.query<PaymentStatus & Awaiting>(
    `select ${PAYMENT}, w.* from ${AWAITING}
     where ${visible('merchant')} and (run = $6 or $6::bigint is null and ${isNumbered('run')}) and ($2::text is null or state = $2) and ($3::text is null or reference = $3)
       and ($5::text is null or ${awaitedState('state', 'w')} = $5) and ($7::bigint is null or (run, -row) < ($7, -$8::int))
     order by run desc, row limit $4`,
    [
      ...[scope, filter.state, filter.reference, filter.limit, filter.shown ?? null, filter.run],
      ...[filter.after?.run ?? null, filter.after?.row ?? null],
    ],
  );
  return rows;
}

export interface ReportedPayment extends PaymentStatus {
  /** On hold because of a payment that a user accepted as the payout service made it. */
  readonly isHeldForAccepted: boolean;
  /** Its sealed row, if cells were corrected after the upload. */
  readonly corrected: Buffer | null;
}

const HELD_FOR_ACCEPTED = `exists (select 1 from payrun.payment p join payrun.payment o on o.id = p.held_for
  where p.id = payment and p.state = 'held' and o.state = 'processed' and o.reason_code = 'accepted')`;

/** Payments of the runs in the rows from `first` to `last`, for the report. */
export async function paymentsBetween(
  db: Db,
  runs: readonly bigint[],
  first: number,
  last: number,
): Promise<readonly ReportedPayment[]> {
  const { rows } = await db.query<ReportedPayment>(
    `select ${PAYMENT}, ${HELD_FOR_ACCEPTED} as "isHeldForAccepted",
       (select o.row_sealed from payrun.payment o where o.id = payment and o.row_sealed <> '' and ${IS_CORRECTED}) as corrected
     from payrun.payment_status where run = any($1) and row between $2 and $3`,
    [runs, first, last],
  );
  return rows;
}
