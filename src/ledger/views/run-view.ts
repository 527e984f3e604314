import { approversSql } from '../batches/approvers.ts';
import { BATCH_COLUMNS, type BatchRow } from '../batches/batch-row.ts';
import type { Db } from '../db/db.ts';
import { isNumbered } from '../db/dry-run.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import type { RunOptions } from '../runs/run.ts';
import { SHOWN_RUN, SHOWN_RUNS, type ShownRun } from './shown-run.ts';

/** A run with the data at the top of its page. */
export interface RunView extends ShownRun {
  readonly options: RunOptions;
  /** Null if the run has no sheet or the sheet was purged. */
  readonly sheet_id: string | null;
  readonly understood: Readonly<Record<string, unknown>> | null;
  readonly lead_run: bigint | null;
  readonly same_as: bigint | null;
  readonly intake_at: Date | null;
  readonly calls: number;
  /** The latest ten runs that retry this one, without those that were rejected or withdrawn. */
  readonly reruns: readonly string[];
}

/** Null if no such run exists or the reader may not see it. */
export async function selectRun(db: Db, scope: Scope, id: bigint | null): Promise<RunView | null> {
  const { rows } = await db.query<RunView>(
    `select ${SHOWN_RUN}, r.options, case when s.purged_at is null then r.sheet_id end as sheet_id,
       s.understood, r.lead_run, r.same_as, r.intake_at,
       r.calls_purged + (select count(*)::int from payrun.call c where c.run_id = r.id) as calls,
       array(select k.id::text from payrun.run k where k.parent_run = r.id and ${isNumbered('k.id')}
         and k.status not in ('rejected', 'canceled', 'not_submitted') order by k.id desc limit 10) as reruns
     from ${SHOWN_RUNS} where r.id = $2 and ${visible('r.merchant_id')}`,
    [scope, id],
  );
  return rows[0] ?? null;
}

/** Whether there is such a run that the reader may see. */
export async function seesRun(db: Db, scope: Scope, id: bigint | null): Promise<boolean> {
  const { rowCount } = await db.query(`select from payrun.run r where r.id = $2 and ${visible('r.merchant_id')}`, [
    scope,
    id,
  ]);
  return rowCount === 1;
}

/** Those of these runs that the reader may see, as text; null if the reader may see all merchants. */
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

/** A batch with its approvers: two users if two were required. */
export interface RunBatch extends BatchRow {
  readonly approvers: readonly string[];
}

/** In the order of their currencies, after the one at `after`. */
export async function selectBatches(
  db: Db,
  scope: Scope,
  run: bigint,
  most: number,
  after: Pick<RunBatch, 'currency' | 'id'> | null = null,
): Promise<readonly RunBatch[]> {
  const { rows } = await db.query<RunBatch>(
    `select ${BATCH_COLUMNS}, ${approversSql('b')} as approvers from payrun.batch b where run_id = $2 and ${visible('merchant_id')} and ($4::text is null or (currency, id) > ($4, $5::uuid))
     order by currency, id limit $3`,
    [scope, run, most, after?.currency ?? null, after?.id ?? null],
  );
  return rows;
}
