import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { ofMerchant, type ReportRange, rangeValues } from './report-range.ts';

/** The decisions of one person in the range about payments that are debited in one currency. */
export interface ApprovalSum {
  readonly person: string;
  readonly currency: string;
  /** Runs, and their total debits as quoted, in minor units. First and second approvals count alike. */
  readonly approved: number;
  readonly approvedMinor: bigint;
  readonly rejected: number;
  readonly rejectedMinor: bigint;
  /** Time from when it could be decided until the decision, in ms; null if that is not known. */
  readonly median: number | null;
  readonly slowest: number | null;
}

/** Finds the steps of its run before decision `l` by their index. */
const PRICED = `e.chain = l.chain and e.seq < l.seq and e.kind in ('batch_quoted', 'batch_approved_first')`;

/**
 * Decisions from the audit. One that is given again for the same batch, as after a changed price, counts once. It could
 * be decided since the batch was priced, and by a second approver since the first approval.
 */
export async function selectApprovals(db: Db, scope: Scope, range: ReportRange): Promise<readonly ApprovalSum[]> {
  const { rows } = await db.query<ApprovalSum>(
    `with decisions as materialized (
       select e.chain, e.seq, e.at, e.actor as person, e.kind = 'rejected' as is_rejected, e.data
       from payrun.event e
       where e.kind in ('batch_approved_first', 'batch_approved', 'rejected') and e.chain like 'run-%'
         and e.at >= $2::date::timestamp at time zone $4 and e.at < ($3::date + 1)::timestamp at time zone $4),
     decided as (
       select d.*, (d.data->>'batch')::uuid as batch from decisions d where not is_rejected
       union all
       select d.*, t.batch::uuid from decisions d cross join lateral jsonb_array_elements_text(d.data->'batches') as t(batch)
       where is_rejected and jsonb_typeof(d.data->'batches') = 'array'),
     last as materialized (
       select distinct on (d.person, d.is_rejected, b.id) d.person, d.is_rejected, d.chain, d.at, d.seq, b.id, b.currency,
         coalesce(d.data->'quote'->>'debitMinor', b.quote->>'debitMinor', b.source_minor::text)::bigint as minor
       from decided d join payrun.batch b on b.id = d.batch
       where ${visible('b.merchant_id')} and ${ofMerchant('b.merchant_id')}
       order by d.person, d.is_rejected, b.id, d.at desc, d.seq desc),
     timed as materialized (
       select l.*, (extract(epoch from l.at - coalesce(
           (select max(e.at) from payrun.event e where ${PRICED} and e.kind = 'batch_approved_first' and e.actor <> l.person
             and e.data->>'batch' = l.id::text),
           (select min(e.at) from payrun.event e where ${PRICED} and e.kind = 'batch_quoted' and e.data->>'batch' = l.id::text))) * 1000)::float8 as took
       from last l)
     select person, currency, count(distinct chain) filter (where not is_rejected)::int as approved,
       coalesce(sum(minor) filter (where not is_rejected), 0)::bigint as "approvedMinor", count(distinct chain) filter (where is_rejected)::int as rejected,
       coalesce(sum(minor) filter (where is_rejected), 0)::bigint as "rejectedMinor",
       percentile_cont(0.5) within group (order by greatest(took, 0)) as median, max(greatest(took, 0)) as slowest
     from timed group by 1, 2 order by count(*) desc, person, currency`,
    [scope, ...rangeValues(range)],
  );
  return rows;
}
