import type { Problem } from '../../model.ts';
import type { Awaiting } from '../../outcomes/total-debits.ts';
import type { PaymentState } from '../../states.ts';
import { awaitedBy, shownReason, shownState } from '../payments/shown-state.ts';
import { hintSql } from '../recipients/recipient-account.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A payment, as every page and list shows it. Amounts are in minor units of the currency next to them. */
export interface ShownPayment extends Awaiting {
  readonly id: string;
  readonly run: bigint;
  readonly row: number;
  readonly merchant: string;
  readonly state: PaymentState;
  readonly reference: string | null;
  readonly recipientName: string | null;
  readonly currency: string | null;
  readonly minor: bigint | null;
  /** Masked. */
  readonly account: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly final_at: Date | null;
  readonly problems: readonly Problem[] | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  /** The last comparison of a payment on hold that has one of its own, as a token; empty if there is none. */
  readonly compared: string;
  /** The payment that it was compared with, or that already paid it. */
  readonly held_for: string | null;
  readonly source_currency: string | null;
  readonly paid_source: bigint | null;
  readonly fees: bigint | null;
  readonly target_currency: string | null;
  readonly paid_target: bigint | null;
  /** Whether the payout service paid it as ordered: only then is there a proof of payment. */
  readonly is_proven: boolean;
  /** The run that retries it after it failed or was returned. */
  readonly retried_in: bigint | null;
}

/** SQL of the state of payment `p` of batch `b`. */
export const SHOWN_STATE = shownState('p', 'b');

/**
 * SQL condition that the payout service paid `p` of batch `b` as ordered. A user who confirmed or accepted an outcome,
 * or adopted the batch, proves nothing.
 */
const PROVEN = `(p.state = 'processed' and p.reason_code is null and p.remote_id is not null and p.paid_source_minor is not null
  and b.resolved_by is null)`;

/**
 * SQL of the account of payment `p`, masked. A row may have only the number of a recipient: it was paid to the account
 * that the payout service reported, and is to be paid to the one on file.
 */
const ACCOUNT = `coalesce(p.account_hint, ${hintSql('p.merchant_id', 'p.paid_account_remote_id')},
  case when p.profile_fp is null and p.paid_account_remote_id is null and p.final_at is null then (
    select coalesce(o.account_hint, ${hintSql('o.merchant_id', 'o.account_remote_id')}) from payrun.recipient o
    where o.merchant_id = p.merchant_id and o.key_fp = p.recipient_fp) end)`;

/** SQL of a column of the next payment with the reference of `p`: its retry, unless that was rejected or withdrawn. */
export const retrySql = (column: 'id' | 'run_id'): string =>
  `(select n.${column} from payrun.payment n where n.merchant_id = p.merchant_id and n.reference = p.reference
      and n.generation > p.generation and n.state <> 'canceled' order by n.generation limit 1)`;

/** SQL of a `ShownPayment`: of payment `p`, with its batch `b` joined. */
export const SHOWN_PAYMENT = `p.id, p.run_id as run, p.row, p.merchant_id as merchant, ${SHOWN_STATE} as state, ${awaitedBy('b')},
  p.reference, ${shownRecipient('p')} as "recipientName", p.currency, p.minor, ${ACCOUNT} as account, p.created_at, b.started_at, p.final_at,
  p.problems, p.reason_code, ${shownReason('p', 'b')} as reason, coalesce(p.compared_no::text, '') as compared, p.held_for,
  p.source_currency, p.paid_source_minor as paid_source, p.paid_fees_minor as fees, p.paid_target_currency as target_currency,
  p.paid_target_minor as paid_target, coalesce(${PROVEN}, false) as is_proven,
  case when p.state in ('failed', 'returned') then ${retrySql('run_id')} end as retried_in`;
