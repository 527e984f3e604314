import type { Db } from '../db/db.ts';

/** A change of cells by a user after the upload, as the audit log has it: bank details and IDs are masked. */
export interface RowCorrection {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly cells: Readonly<Record<string, { readonly before: string; readonly now: string }>>;
}

/** A payment of which cells were corrected, with each correction in its order. */
export interface CorrectedPayment {
  readonly payment: string;
  readonly corrections: readonly RowCorrection[];
}

/** Payments in these batches of a run of which cells were corrected, by row: their number, and the first of them. */
export async function correctedPayments(
  db: Db,
  batches: readonly string[],
  most: number,
): Promise<{ readonly count: number; readonly shown: readonly CorrectedPayment[] }> {
  const { rows } = await db.query<{ count: number; shown: CorrectedPayment[] }>(CORRECTED, [batches, most]);
  return rows[0]!;
}

/** The ids of all of them. */
export async function correctedPaymentIds(db: Db, batches: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(`${CORRECTIONS} select distinct id from corrected`, [batches]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * A row is corrected in its run, or becomes a row of a new run, which has the corrected rows in the order of the audit
 * log; a retry keeps row numbers. So a correction is followed from its run down to the run of the batches.
 */
const CORRECTIONS = `
  with recursive line as (
    select r.id, r.parent_run, r.options ? 'rerun' as is_retry from payrun.run r
    where r.id in (select run_id from payrun.batch where id = any($1))
    union
    select r.id, r.parent_run, r.options ? 'rerun' from line l join payrun.run r on r.id = l.parent_run),
  events as materialized (
    select l.id as run, e.seq, e.at, e.actor, (e.data->>'run')::bigint as made, e.data->'rows' as rows
    from line l join payrun.event e on e.chain = 'run-' || l.id and e.kind = 'rows_corrected'
    where e.data->>'inPlace' = 'true' or (e.data->>'run')::bigint in (select id from line)),
  edits as materialized (
    select e.run, e.seq, e.at, e.actor, e.made, (one.of->>'row')::int as row, one.nth, one.of->'cells' as cells
    from events e cross join lateral jsonb_array_elements(e.rows) with ordinality as one (of, nth)),
  made as materialized (
    select run_id, row, row_number() over (partition by run_id order by row) as nth from payrun.payment
    where run_id in (select made from events)),
  hops as materialized (
    select e.run, e.row, e.made, m.row as made_row from edits e join made m on m.run_id = e.made and m.nth = e.nth),
  place as (
    select run, row, run as of, seq, at, actor, cells from edits
    union all
    select l.id, case when l.is_retry then p.row else h.made_row end, p.of, p.seq, p.at, p.actor, p.cells
    from place p join line l on l.parent_run = p.run left join hops h on (h.run, h.row, h.made) = (p.run, p.row, l.id)
    where l.is_retry or h.made is not null),
  corrected as materialized (
    select p.id, c.of, c.seq, c.at, c.actor, c.cells, dense_rank() over (order by p.row) as nth
    from place c join payrun.payment p on (p.run_id, p.row) = (c.run, c.row) where p.batch_id = any($1))`;

const CORRECTED = `${CORRECTIONS}
  select (select coalesce(max(nth), 0)::int from corrected) as count, (select coalesce(json_agg(s.one order by s.nth), '[]') from (
    select nth, json_build_object('payment', id,
      'corrections', json_agg(json_build_object('by', actor, 'at', at, 'cells', cells) order by of, seq)) as one
    from corrected where nth <= $2 group by nth, id) s) as shown`;
