import type { PaymentState } from '../../states.ts';
import { hasWarning } from '../batches/approval-facts.ts';
import type { Db } from '../db/db.ts';
import { CAME_BACK, LAST_PAID, otherThanLastPaid } from '../payments/last-paid-account.ts';
import { IS_CORRECTED } from '../payments/rows-corrected.ts';
import { hintOf } from '../recipients/account-hint.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import { likeText } from './run-list.ts';

/** A payment that awaits approval, with the last payment to its recipient. Bank details are masked. */
export interface ListedForApproval {
  readonly id: string;
  readonly row: number;
  readonly reference: string;
  readonly recipientName: string | null;
  readonly country: string | null;
  readonly account: string | null;
  readonly currency: string;
  readonly minor: bigint;
  /** The last payment to the recipient that did not fail and was not returned; null if none. */
  readonly lastState: PaymentState | null;
  /** When it was paid; when it was started if that is not confirmed. */
  readonly lastAt: Date | null;
  readonly lastCurrency: string | null;
  readonly lastMinor: bigint | null;
  /** The latest payment to the recipient failed or was returned. */
  readonly cameBack: 'failed' | 'returned' | null;
  /** It goes to another account than the last payment. */
  readonly isChanged: boolean;
  readonly isReleased: boolean;
  /** Cells of it were corrected after the upload. */
  readonly isCorrected: boolean;
  /** It has a warning that an approver must see. */
  readonly isWarned: boolean;
}

export interface ApprovalListFilter {
  readonly run: bigint;
  readonly batches: readonly string[];
  /** A row number, or part of a reference or name. */
  readonly text: string | null;
  /** Cursor: the last row of the previous page. */
  readonly after: number;
  readonly limit: number;
}

/** A page of the payments in these batches, in row order; only their recipients are looked up. */
export async function listForApproval(db: Db, filter: ApprovalListFilter): Promise<readonly ListedForApproval[]> {
  const { run, batches, text, after, limit } = filter;
  const { rows } = await db.query<ListedForApproval>(LISTED, [
    ...[batches, after, limit],
    ...[text === null ? null : `%${likeText(text)}%`, text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null],
    run,
  ]);
  return rows;
}

const LISTED = `
  with mine as materialized (
    select p.id, p.row, p.reference, ${shownRecipient('p')} as "recipientName", p.currency, p.minor, p.recipient_id, p.paid_account_fp,
      p.paid_account_remote_id, p.released_by, ${hasWarning('p')} as "isWarned", r.merchant_id, r.email_fp, coalesce(p.paid_account_country, r.account_country) as country,
      coalesce(p.account_hint, ${hintOf('p.merchant_id', 'p.paid_account_remote_id')}, r.account_hint) as account
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id
    where p.run_id = $6 and p.batch_id = any($1) and p.row > $2
      and ($4::text is null or p.reference ilike $4 or p.recipient_name ilike $4 or p.row = $5::int)
    order by p.row limit $3),
  who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
  ${LAST_PAID},
  ${CAME_BACK}
  select m.id, m.row, m.reference, m."recipientName", m.country, m.account, m.currency, m.minor,
    l.state as "lastState", case when l.state = 'processed' then coalesce(l.final_at, l.started_at) else l.started_at end as "lastAt",
    c.state as "cameBack", l.currency as "lastCurrency", l.minor as "lastMinor",
    case when l.recipient_id is not null then ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')}
      else c.recipient_id is not null and ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id', 'c')} end as "isChanged",
    m.released_by is not null as "isReleased", m."isWarned",
    (select ${IS_CORRECTED} from payrun.payment o where o.id = m.id) as "isCorrected"
  from mine m left join last l on l.recipient_id = m.recipient_id
    left join came_back c on c.recipient_id = m.recipient_id order by m.row`;
