import { CORRECTABLE } from '../../outcomes/run-outcome.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';
import { LIVE } from '../db/state-lists.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { corrected } from '../payments/correction.ts';
import { MOST_LOOKED_AT } from './run-problems.ts';

/** The rows of a run that were not paid and can be corrected. */
export interface RowsToCorrect {
  readonly run: bigint;
  readonly merchant: string;
  readonly maker: string;
  readonly sheet: string | null;
  readonly counts: Readonly<Partial<Record<PaymentState, number>>>;
}

/** The number of runs that are examined; a platform can have thousands a month. */
const MOST_RUNS = 200;

/** SQL condition: the row was corrected, or its reference is in a later run. */
const takenOver = (p: string): string => `(exists (select 1 from payrun.payment e join payrun.run o on o.id = e.run_id
             where e.merchant_id = ${p}.merchant_id and e.reference = ${p}.reference and e.run_id <> ${p}.run_id
               and (e.state in (${LIVE}) or (e.run_id > ${p}.run_id and e.state <> 'canceled' and not ${isDryRun('o')})))
           or ${corrected(p)})`;
/** SQL condition: the row was neither corrected nor taken over by a later run, and its cells are not purged. */
export const stillToCorrect = (p: string): string => `${p}.row_sealed <> '' and not ${takenOver(p)}`;

/** The number of rows of the run that later runs took over, by their status in this run. */
export type TakenOver = Readonly<Partial<Record<PaymentState, number>>>;

/** Looks at the first rows of each status only, as `selectProblems` does. */
export async function countTakenOver(db: Db, run: bigint): Promise<TakenOver> {
  const { rows } = await db.query<{ state: PaymentState; n: number }>(
    `select one.state, count(*)::int as n from unnest($2::text[]) as one (state)
       cross join lateral (select * from payrun.payment p where p.run_id = $1 and p.state = one.state
         order by p.row limit ${MOST_LOOKED_AT}) p
     where ${takenOver('p')} group by 1`,
    [run, CORRECTABLE],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/**
 * Runs of the last `days` with rows that still need a correction, latest first, at most `most`. Omits runs that were
 * rejected before anything was sent, and rows that a later run has taken over: its own row for the reference says what
 * to do.
 */
export async function selectRowsToCorrect(
  db: Db,
  scope: Scope,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<readonly RowsToCorrect[]> {
  const { rows } = await db.query<RowsToCorrect>(
    `select r.id as run, r.merchant_id as merchant, r.maker, s.name as sheet, jsonb_strip_nulls(jsonb_build_object(
         'invalid', nullif(n.invalid, 0), 'failed', nullif(n.failed, 0), 'returned', nullif(n.returned, 0))) as counts
     from (select * from payrun.run r where ${visible('r.merchant_id')} and r.created_at > now() - $2 * interval '1 day'
         and r.confirmed_at is not null and not ${isDryRun('r')} order by r.id desc limit ${MOST_RUNS}) r
       left join payrun.sheet s on s.id = r.sheet_id
       cross join lateral (
         select count(*) filter (where p.state = 'invalid')::int as invalid, count(*) filter (where p.state = 'failed')::int as failed,
           count(*) filter (where p.state = 'returned')::int as returned
         from payrun.payment p where p.run_id = r.id and p.state in ('invalid', 'failed', 'returned') and ${stillToCorrect('p')}) n
     where n.invalid + n.failed + n.returned > 0
       and (exists (select 1 from payrun.batch b where b.run_id = r.id and b.started_at is not null)
         or not exists (select 1 from payrun.payment c where c.run_id = r.id and c.state = 'canceled' and c.reason_code in ('rejected', 'withdrawn', 'stopped')))
     order by r.id desc limit $3`,
    [scope, days, most],
  );
  return rows;
}
