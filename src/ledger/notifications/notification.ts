import { maskBankDetails } from '../../mask-bank-details.ts';
import { approvalHash } from '../batches/approval-hash.ts';
import { getBatch } from '../batches/batch.ts';
import type { BatchRow } from '../batches/batch-row.ts';
import type { Db } from '../db/db.ts';
import { hasUnknownAuthor } from '../payments/bank-detail-authors.ts';
import { changedAccountReleasers } from '../payments/payment-decisions.ts';
import type { RunOptions } from '../runs/run.ts';
import { type RunFacts, readRunFacts } from '../runs/run-facts.ts';
import { nameKey } from '../users/name-key.ts';
import type { NotificationChannel } from './notification-delivery.ts';

/**
 * A sheet and its runs, at least one of which changed since the last check for notifications; or a run without a sheet.
 */
export interface SheetToNotify {
  /** The run that took the sheet in. */
  readonly lead: bigint;
  /** Run id -> time of its change, as text, because a Date has no microseconds. */
  readonly marks: Readonly<Record<string, string>>;
  /** Changed too long ago to notify anyone. */
  readonly old: boolean;
}

/** Sheets to check, oldest change first. `newsMs`: the age in ms from which a change is `old`. */
export async function sheetsToNotify(db: Db, maxAgeMs: number, limit: number): Promise<readonly SheetToNotify[]> {
  const { rows } = await db.query<SheetToNotify>(
    `select coalesce(lead_run, id) as lead, jsonb_object_agg(id, unnotified_since::text) as marks,
       max(unnotified_since) < now() - $1 * interval '1 millisecond' as old
     from payrun.run where unnotified_since is not null group by 1 order by min(unnotified_since) limit $2`,
    [maxAgeMs, limit],
  );
  return rows;
}

export interface NotifiedRun {
  readonly id: bigint;
  readonly job: string;
  readonly merchant: string;
  readonly maker: string;
  readonly sheet: string | null;
  readonly rows: number;
  readonly options: RunOptions;
  readonly confirmed: boolean;
  /** Its counts and sums. */
  readonly facts: RunFacts;
  /** Batches that wait for a user or for funds. */
  readonly waiting: readonly WaitingBatch[];
  /** The moves of its pay date, oldest first. */
  readonly moves: readonly PayDateMove[];
  readonly approvers: readonly string[];
}

/** A pay date that a user changed, or that is not a business day. */
export interface PayDateMove {
  /** Its number in the audit of the run. */
  readonly seq: number;
  readonly kind: 'pay_date_set' | 'pay_date_changed';
  readonly actor: string;
  readonly before: string | null;
  /** Null: it is sent once approved. */
  readonly on: string | null;
  readonly startsAt: string | null;
  readonly zone: string | null;
  readonly because: string | null;
}

export interface WaitingBatch {
  readonly batch: string;
  readonly state: 'quoted' | 'waiting_funds' | 'approved' | 'awaiting_service_approval';
  /**
   * Identifies the approval round: the number of voided approvals of the run, with '+1' if one of two approvers has
   * approved.
   */
  readonly approvals: string;
  /**
   * Reason for two approvers apart from the amount: the uploader is unknown, or the first approver released changed
   * bank details.
   */
  readonly whyTwo: 'unknown_dropper' | 'released' | null;
}

/** The current state of the runs of a sheet. The first of two approvals counts only of a user who may approve now. */
export async function notifiedRuns(
  db: Db,
  lead: bigint,
  mayApprove: (name: string, run: bigint, batch: BatchRow) => Promise<boolean>,
): Promise<readonly NotifiedRun[]> {
  const { rows } = await db.query<Omit<NotifiedRun, 'waiting' | 'facts'> & { waiting: readonly FoundBatch[] }>(
    NOTIFIED_RUNS,
    [lead],
  );
  const facts = await readRunFacts(
    db,
    rows.map(({ id }) => id),
  );
  const runs: NotifiedRun[] = [];
  for (const [i, run] of rows.entries()) {
    const waiting: WaitingBatch[] = [];
    for (const { firstBy: recorded, ...batch } of run.waiting) {
      const row = recorded === null ? null : await getBatch(db, batch.batch);
      const isInForce = row && (await isFirstInForce(db, row)) && (await mayApprove(recorded!, run.id, row));
      const firstBy = isInForce ? recorded : null;
      waiting.push({
        ...batch,
        approvals: firstBy === null ? batch.approvals.replace('+1', '') : batch.approvals,
        whyTwo: batch.state === 'quoted' ? await whyTwo(db, run.id, batch.batch, firstBy) : null,
      });
    }
    runs.push({ ...run, facts: facts[i]!, waiting });
  }
  return runs;
}

type FoundBatch = Omit<WaitingBatch, 'whyTwo'> & { readonly firstBy: string | null };

/** A first approval counts for what it was given for, and for nothing else. */
async function isFirstInForce(db: Db, row: BatchRow): Promise<boolean> {
  return row.first_hash?.equals(await approvalHash(db, row)) ?? false;
}

async function whyTwo(db: Db, run: bigint, batch: string, firstBy: string | null): Promise<WaitingBatch['whyTwo']> {
  if (await hasUnknownAuthor(db, run, [batch])) return 'unknown_dropper';
  if (firstBy === null) return null;
  const releasers = await changedAccountReleasers(db, run, [batch]);
  return releasers.some((name) => nameKey(name) === nameKey(firstBy)) ? 'released' : null;
}

const NOTIFIED_RUNS = `
select r.id, r.job, r.merchant_id as merchant, r.maker, s.name as sheet, coalesce(r.rows_in, 0) as rows, r.options,
  r.confirmed_at is not null as confirmed,
  coalesce((select jsonb_agg(jsonb_build_object('batch', b.id, 'state', b.state, 'approvals', concat((select count(*) from payrun.event e
        where e.chain = 'run-' || r.id and e.kind = 'approval_void'), case when b.first_by is null then '' else '+1' end), 'firstBy', b.first_by)
      order by b.created_at, b.id)
    from payrun.batch b where b.run_id = r.id and b.state in ('quoted', 'waiting_funds', 'approved', 'awaiting_service_approval')), '[]') as waiting,
  coalesce((select jsonb_agg(jsonb_build_object('seq', e.seq, 'kind', e.kind, 'actor', e.actor, 'before', e.data->'before', 'on', e.data->'on',
        'startsAt', e.data->'startsAt', 'zone', e.data->'zone', 'because', e.data->'because') order by e.seq)
    from payrun.event e where e.chain = 'run-' || r.id and (e.kind = 'pay_date_changed' or e.kind = 'pay_date_set' and e.data->>'because' is not null)), '[]') as moves,
  array(select distinct b.approved_by from payrun.batch b where b.run_id = r.id and b.approved_by is not null order by 1) as approvers
from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
where r.id = $1 or r.lead_run = $1 order by r.id`;

/** The notifications already written about an object, by kind. */
export interface NotifiedKinds {
  readonly kind: string;
  readonly ordinal: number;
  readonly stages: readonly string[];
  readonly figure: number;
}

export async function getNotifiedKinds(db: Db, about: string): Promise<ReadonlyMap<string, NotifiedKinds>> {
  const { rows } = await db.query<NotifiedKinds>(
    `select kind, max(ordinal) as ordinal, max(figure) as figure,
       array(select distinct s from payrun.notification n, unnest(n.stages) s where n.about = $1 and n.kind = latest.kind) as stages
     from payrun.notification latest where about = $1 group by kind`,
    [about],
  );
  return new Map(rows.map((notified) => [notified.kind, notified]));
}

export interface NewNotification {
  readonly kind: string;
  readonly about: string;
  readonly run: bigint | null;
  readonly ordinal: number;
  readonly stages: readonly string[];
  readonly figure: number;
  readonly content: unknown;
  readonly targets: readonly { readonly channel: NotificationChannel; readonly target: string }[];
}

/**
 * Writes a notification and its deliveries in one statement. False if another process has written it meanwhile, or if
 * it has no targets.
 */
export async function writeNotification(db: Db, notification: NewNotification): Promise<boolean> {
  const { kind, about, run, ordinal, stages, figure, content, targets } = notification;
  const { rowCount } = await db.query(
    `with made as (
       insert into payrun.notification (kind, about, run_id, ordinal, stages, figure, content)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (about, kind, ordinal) do nothing returning id)
     insert into payrun.notification_delivery (notification_id, channel, target)
     select made.id, t.channel, t.target from made, jsonb_to_recordset($8::jsonb) t (channel text, target text)`,
    [kind, about, run, ordinal, stages, figure, JSON.stringify(content), JSON.stringify(targets)],
  );
  return rowCount > 0;
}

/** Did a sheet that can pay arrive since `since`? `merchant` null: for any merchant. */
export async function arrivedSince(db: Db, merchant: string | null, since: Date): Promise<boolean> {
  const { rows } = await db.query<{ came: boolean }>(
    `select exists (select 1 from payrun.run where created_at >= $2 and ($1::text is null or merchant_id = $1)
       and sheet_id is not null and parent_run is null and not coalesce((options->>'dryRun')::boolean, false)) as came`,
    [merchant, since],
  );
  return rows[0]!.came;
}

/** An inbox file that was rejected as a whole. */
export interface RefusedFile {
  readonly id: string;
  readonly name: string;
  /** The one in whose folder it was dropped; null if in none. */
  readonly merchant: string | null;
  readonly run: bigint | null;
  readonly note: string | null;
}

/** Files that ended in `failed/` without a row in the last `newsMs` (ms), and that have no notification yet. */
export async function refusedFiles(db: Db, maxAgeMs: number): Promise<readonly RefusedFile[]> {
  const { rows } = await db.query<RefusedFile>(
    `select f.id, f.name, f.run_id as run, f.note,
       nullif(case when f.user_folder is null then f.folder else regexp_replace(f.folder, '/?[^/]*$', '') end, '') as merchant
     from payrun.inbox_file f left join payrun.run r on r.id = f.run_id
     where f.state = 'failed' and f.updated_at > now() - $1 * interval '1 millisecond' and coalesce(r.rows_in, 0) = 0
       and not exists (select 1 from payrun.notification n where n.about = 'file-' || f.id)
     order by f.updated_at limit 100`,
    [maxAgeMs],
  );
  return rows.map((file) => ({
    ...file,
    name: maskBankDetails(file.name),
    note: file.note && maskBankDetails(file.note),
  }));
}
