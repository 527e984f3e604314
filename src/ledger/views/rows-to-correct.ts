import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { LIVE } from '../db/live-states.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { corrected } from '../payments/correction.ts';
import { isDryRun } from '../runs/dry-run.ts';

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

/** SQL condition: the row was neither corrected nor taken over by a later run, and its cells are not purged. */
export const stillToCorrect = (p: string): string => `${p}.row_sealed <> ''
           and not exists (select 1 from payrun.payment e join payrun.run o on o.id = e.run_id
             where e.merchant_id = ${p}.merchant_id and e.reference = ${p}.reference and e.run_id <> ${p}.run_id
               and (e.state in (${LIVE}) or (e.run_id > ${p}.run_id and e.state <> 'cancelled' and not ${isDryRun('o')})))
           and not ${corrected(p)}`;

/**
 * Runs of the last `days` with rows that still need a correction, latest first, at most `most`. Omits runs that were
 * rejected as a whole, and rows that a later run has taken over: its own row for the reference says what to do.
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
       and not exists (select 1 from payrun.payment c where c.run_id = r.id and c.state = 'cancelled' and c.reason_code = 'rejected')
     order by r.id desc limit $3`,
    [scope, days, most],
  );
  return rows;
}
