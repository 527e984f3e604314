import type { Awaiting } from '../../outcomes/total-debits.ts';
import type { PaymentState } from '../../states.ts';
import { awaitedBy, shownState } from '../payments/shown-state.ts';
import { hintSql } from '../recipients/account-hint.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A payment, as every page and list shows it. */
export interface ShownPayment extends Awaiting {
  readonly id: string;
  readonly run: bigint;
  readonly row: number;
  readonly merchant: string;
  readonly state: PaymentState;
  readonly reference: string | null;
  readonly recipientName: string | null;
  readonly currency: string | null;
  /** In minor units of `currency`. */
  readonly minor: bigint | null;
  /** Masked. */
  readonly account: string | null;
  readonly started_at: Date | null;
  readonly final_at: Date | null;
}

/** SQL of the state of payment `p` of batch `b`. */
export const SHOWN_STATE = shownState('p', 'b');

/**
 * SQL condition that the payout service paid `p` of batch `b` as ordered. A user who confirmed or accepted an outcome,
 * or adopted the batch, proves nothing.
 */
export const PROVEN = `(p.state = 'processed' and p.reason_code is null and p.remote_id is not null and p.paid_source_minor is not null
  and b.resolved_by is null)`;

/**
 * SQL of the account of payment `p`, masked. A row may have only the number of a recipient: it was paid to the account
 * that the payout service reported, and is to be paid to the one on file.
 */
const ACCOUNT = `coalesce(p.account_hint, ${hintSql('p.merchant_id', 'p.paid_account_remote_id')},
  case when p.profile_fp is null and p.paid_account_remote_id is null and p.final_at is null then (
    select coalesce(o.account_hint, ${hintSql('o.merchant_id', 'o.account_remote_id')}) from payrun.recipient o
    where o.merchant_id = p.merchant_id and o.key_fp = p.recipient_fp) end)`;

/** SQL of a `ShownPayment`: of payment `p`, with its batch `b` joined. */
export const SHOWN_PAYMENT = `p.id, p.run_id as run, p.row, p.merchant_id as merchant, ${SHOWN_STATE} as state, ${awaitedBy('b')},
  p.reference, ${shownRecipient('p')} as "recipientName", p.currency, p.minor, ${ACCOUNT} as account, b.started_at, p.final_at`;

/** SQL of a column of the next payment with the reference of `p`: its retry, unless that was rejected or withdrawn. */
export const retrySql = (column: 'id' | 'run_id'): string =>
  `(select n.${column} from payrun.payment n where n.merchant_id = p.merchant_id and n.reference = p.reference
      and n.generation > p.generation and n.state <> 'canceled' order by n.generation limit 1)`;
