import type { BatchState, PaymentState } from '../../states.ts';
import type { Quote } from '../batch.ts';
import type { Db } from '../db.ts';
import type { RunOptions } from '../run.ts';
import type { ListedRun } from './run-list.ts';
import { type Scope, visible } from './scope.ts';

/** A run with all that its page says first. */
export interface RunView extends Omit<ListedRun, 'invalid' | 'held' | 'failed' | 'unknown' | 'discrepancy'> {
  readonly options: RunOptions;
  /** Null also where the sheet was purged. */
  readonly sheet_id: string | null;
  readonly sheet_size: bigint | null;
  readonly understood: Readonly<Record<string, unknown>> | null;
  readonly parent_run: bigint | null;
  readonly lead_run: bigint | null;
  readonly same_as: bigint | null;
  readonly intake_at: Date | null;
  readonly leased: boolean;
  readonly calls: number;
  readonly calls_expected: number | null;
  /** Runs that run rows of this one again. */
  readonly reruns: readonly string[];
}

/** Null where there is no such run, or none that the reader may see. */
export async function selectRun(db: Db, scope: Scope, id: bigint | null): Promise<RunView | null> {
  const { rows } = await db.query<RunView>(
    `select r.id, r.job, r.state, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.rows_in as rows,
       r.totals_in as totals, coalesce((r.options->>'dryRun')::boolean, false) as dry_run, r.confirmed_at, r.created_at, r.finished_at,
       r.options, case when s.purged_at is null then r.sheet_id end as sheet_id, s.size as sheet_size, s.understood, r.parent_run, r.lead_run, r.same_as, r.intake_at,
       coalesce(r.lease_until > now(), false) as leased,
       r.calls_purged + (select count(*)::int from payrun.call c where c.run_id = r.id) as calls,
       (select calls_expected from payrun.run_progress g where g.run_id = r.id) as calls_expected,
       array(select k.id::text from payrun.run k where k.parent_run = r.id order by k.id desc limit 10) as reruns
     from payrun.run r left join payrun.sheet s on s.id = r.sheet_id where r.id = $2 and ${visible('r.merchant_id')}`,
    [scope, id],
  );
  return rows[0] ?? null;
}

/** Which of these runs the reader may see, as text; null: all, because they may see every merchant. */
export async function selectSeenRuns(
  db: Db,
  scope: Scope,
  ids: readonly (bigint | string | null)[],
): Promise<ReadonlySet<string> | null> {
  if (scope === null) return null;
  const asked = ids.flatMap((id) => (id === null ? [] : String(id)));
  if (asked.length === 0) return new Set();
  const { rows } = await db.query<{ id: bigint }>(
    `select r.id from payrun.run r where r.id = any($2::bigint[]) and ${visible('r.merchant_id')}`,
    [scope, asked],
  );
  return new Set(rows.map(({ id }) => String(id)));
}

/** Payments of a run that are alike: how many and their sums, in minor units of the currency that is named beside. */
export interface RunFigures {
  readonly state: PaymentState;
  /** Of the amount that the sheet says. */
  readonly currency: string | null;
  readonly source_currency: string | null;
  readonly target_currency: string | null;
  readonly payments: number;
  readonly minor: bigint | null;
  /** Of it what is to arrive; the rest is debited. */
  readonly arriving: bigint | null;
  readonly paid_source: bigint | null;
  readonly fees: bigint | null;
  readonly recipient_fees: bigint | null;
  readonly paid_target: bigint | null;
}

/** Reads every payment of the run: a quarter of a second for 100,000, so the caller keeps what it came to for a while. */
export async function selectFigures(db: Db, scope: Scope, run: bigint): Promise<readonly RunFigures[]> {
  const { rows } = await db.query<RunFigures>(
    `select ${STATE} as state, g.currency, g.source_currency, g.target_currency, sum(g.n)::int as payments, sum(g.minor)::bigint as minor, sum(g.arriving)::bigint as arriving,
       sum(g.paid_source)::bigint as paid_source, sum(g.fees)::bigint as fees, sum(g.recipient_fees)::bigint as recipient_fees,
       sum(g.paid_target)::bigint as paid_target
     from (select p.state, p.batch_id, p.currency, p.source_currency, p.paid_target_currency as target_currency, count(*) as n,
             sum(p.minor) as minor, sum(p.minor) filter (where p.fixed = 'target') as arriving, sum(p.paid_source_minor) as paid_source, sum(p.paid_fees_minor) as fees,
             sum(p.paid_recipient_fees_minor) as recipient_fees, sum(p.paid_target_minor) as paid_target
           from payrun.payment p where p.run_id = $2 and ${visible('p.merchant_id')} group by 1, 2, 3, 4, 5) g
       left join payrun.batch b on b.id = g.batch_id
     group by 1, 2, 3, 4 order by 2 nulls last, 1`,
    [scope, run],
  );
  return rows;
}

/** As people see it: the batch says whether what is in it was started. The same as in payrun.payment_status. */
const STATE = `case when g.state = 'batched' and b.state in ('started', 'settled') then 'started'
  when g.state = 'batched' and b.state = 'unknown' then 'unknown' else g.state end`;

/** A batch of a run with its price. */
export interface RunBatch {
  readonly id: string;
  readonly currency: string;
  readonly state: BatchState;
  readonly payments: number;
  readonly source_minor: bigint;
  readonly quote: Quote | null;
  readonly priced: Readonly<Record<string, string>> | null;
  readonly remote_id: string | null;
  readonly remote_status: string | null;
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  readonly started_at: Date | null;
  readonly settled_at: Date | null;
  readonly note: string | null;
}

export async function selectBatches(db: Db, scope: Scope, run: bigint, most: number): Promise<readonly RunBatch[]> {
  const { rows } = await db.query<RunBatch>(
    `select id, currency, state, payments, source_minor, quote, priced, remote_id, remote_status, approved_by, approved_at, started_at,
       settled_at, note
     from payrun.batch where run_id = $2 and ${visible('merchant_id')} order by currency, id limit $3`,
    [scope, run, most],
  );
  return rows;
}
