import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { shownReason } from '../payments/shown-state.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import { REASON_SENTENCE } from '../runs/run-facts.ts';

/** Rows of a run with the same error or reason. */
export interface ProblemGroup {
  readonly state: PaymentState;
  readonly code: string;
  /** Column of the sheet; null if it concerns the whole row. */
  readonly column: string | null;
  readonly rows: number;
  /** The first rows, at most five, with the recipient if known. */
  readonly first: readonly { readonly row: number; readonly recipientName: string | null }[];
  /** Message of the first row; the same for all of them if only the message gives the reason. */
  readonly message: string;
}

/** Rows examined per state at most; the run's totals count the others. */
export const MOST_LOOKED_AT = 5_000;

/**
 * Groups, largest first. A row with several invalid cells counts in each group. Until a run is submitted, the warnings
 * of rows that are ready are groups too.
 */
export async function selectProblems(db: Db, scope: Scope, run: bigint): Promise<readonly ProblemGroup[]> {
  const { rows } = await db.query<ProblemGroup>(
    `with looked_at as materialized (
       select p.* from unnest(array['invalid', 'held', 'dismissed', 'already_paid', 'failed', 'returned', 'canceled', 'unknown', 'discrepancy']) as one (state)
       cross join lateral (
         select p.row, p.state, p.problems, p.reason_code, p.reason, ${REASON_SENTENCE} as sentence from payrun.payment p
         where p.run_id = $2 and p.state = one.state and ${visible('p.merchant_id')}
           and p.state in ('invalid', 'held', 'dismissed', 'already_paid', 'failed', 'returned', 'canceled', 'unknown', 'discrepancy')
         order by p.row limit ${MOST_LOOKED_AT}) p
       union all
       -- Payments of an unconfirmed batch are unconfirmed too, and its note says why.
       select * from (
         select p.row, 'unknown', p.problems, coalesce(p.reason_code, b.remote_status, 'unknown'), ${shownReason('p', 'b')}, ''
         from payrun.batch b join payrun.payment p on p.batch_id = b.id
         where b.run_id = $2 and b.state = 'unknown' and p.run_id = $2 and p.state = 'batched' and ${visible('p.merchant_id')}
         order by p.row limit ${MOST_LOOKED_AT}) in_batch
       union all
       select * from (
         select p.row, p.state, p.problems, p.reason_code, p.reason, '' from payrun.run r join payrun.payment p on p.run_id = r.id
         where r.id = $2 and r.status = 'ready_to_submit' and p.state = 'ready' and p.problems @> '[{"severity": "warning"}]'
           and ${visible('p.merchant_id')}
         order by p.row limit ${MOST_LOOKED_AT}) with_warnings),
     troubles as (
       select l.state, l.row, t.code, t."column", t.message, null as sentence from looked_at l
       cross join lateral jsonb_to_recordset(l.problems) as t (code text, "column" text, severity text, message text)
       where jsonb_typeof(l.problems) = 'array' and (l.state, t.severity) in (('invalid', 'error'), ('ready', 'warning'))
       union all
       select state, row, coalesce(reason_code, state), null, coalesce(reason, ''), sentence from looked_at
       where state not in ('invalid', 'ready')),
     -- Failures at the service have no code: the service's message distinguishes them.
     found as (
       select state, code, "column", count(distinct row)::int as rows, (array_agg(distinct row))[1:5] as first,
         (array_agg(message order by row))[1] as message
       from troubles group by state, code, "column", sentence order by rows desc, state, code limit 60)
     select state, code, "column", rows, message,
       (select jsonb_agg(jsonb_build_object('row', p.row, 'recipientName', ${shownRecipient('p')}) order by p.row)
        from payrun.payment p where p.run_id = $2 and p.row = any(found.first)) as first
     from found order by rows desc, state, code`,
    [scope, run],
  );
  return rows;
}
