import { visible } from '../merchants/scope.ts';

/**
 * SQL for the entries that no export has of the payments `pending` (ids), as `found`. A returned payment was debited
 * first: it has both. If entries were exported and the payment has another outcome or other amounts since, the
 * difference: dated by its return, else by this export (the parameter `now`), because the period of the first entry may
 * be closed. The scope is $1.
 */
export const foundEntries = (pending: string, now: string): string => `
  pending as materialized (${pending}),
  ended as (
    select p.id, p.merchant_id, p.state, p.source_currency as currency, p.paid_source_minor as sent, coalesce(p.paid_fees_minor, 0) as fees,
      coalesce(p.paid_recipient_fees_minor, 0) as recipient_fees, coalesce(p.paid_withheld_minor, 0) as withheld, p.final_at as paid_at,
      b.last / 2 as seq, b.last % 2 = 1 as taken_back,
      b.payables as booked_payables, b.fees as booked_fees, b.withheld as booked_withheld, b.balance as booked_balance,
      case when p.state = 'failed' then 0 when p.state = 'returned' and p.paid_source_minor is null then b.fees
        else coalesce(p.paid_fees_minor, 0) - coalesce(p.paid_recipient_fees_minor, 0) end as merchant_fees,
      (select max(e.at) from payrun.event e where p.state = 'returned' and e.chain = 'run-' || p.run_id and e.kind = 'payments_returned'
        and e.data->'payments' ? p.id::text) as returned_at
    from pending n join payrun.payment p on p.id = n.id
    cross join lateral (
      select max(seq * 2 + (kind = 'returned')::int) as last, sum(payables_minor)::bigint as payables, sum(fees_minor)::bigint as fees,
        sum(withheld_minor)::bigint as withheld, sum(balance_minor)::bigint as balance
      from payrun.journal_entry j where j.payment_id = p.id) b
    where (p.state in ('processed', 'returned') and p.paid_source_minor is not null or p.state in ('returned', 'failed') and b.last is not null)
      and ${visible('p.merchant_id')}),
  found as (
    select *, 'paid' as kind, paid_at as at from ended where seq is null
    union all select *, 'returned', coalesce(returned_at, paid_at) from ended where seq is null and state = 'returned'
    union all select *, case when state = 'returned' and not taken_back then 'returned' when state = 'processed' and taken_back then 'paid'
        else 'corrected' end, case when state = 'returned' and not taken_back then coalesce(returned_at, ${now}) else ${now} end
      from ended where seq is not null
        and (merchant_fees, case state when 'processed' then sent else 0 end + merchant_fees) is distinct from (booked_fees, booked_balance))`;

/** SQL for the payments that may have entries to export, each once. */
export const PENDING = `select distinct payment_id as id from payrun.journal_pending where ${visible('merchant_id')}`;
