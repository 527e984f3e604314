import type { RunStatus } from '../../states.ts';
import type { Db } from '../db/db.ts';

export type InboxState = 'taking' | 'taken' | 'running' | 'finishing' | 'done' | 'failed';

/** A file of the inbox. Names and paths are relative to the inbox. */
export interface InboxFile {
  readonly id: string;
  /** The merchant's folder, or a user's folder in it or in the inbox; '' is the inbox itself. */
  readonly folder: string;
  readonly source: string;
  readonly name: string;
  readonly sidecar: string | null;
  /** The text of its control total at the time the file was stored. */
  readonly control: string | null;
  /** Size in bytes. */
  readonly size: bigint;
  /** The metadata of the file and its control total when the file had stopped growing. */
  readonly stamp: string;
  /** Its permissions without the right to execute, which its copies get too. */
  readonly mode: number;
  /** The stored file; null before it is stored. */
  readonly sheet_id: string | null;
  readonly state: InboxState;
  readonly run_id: bigint | null;
  readonly ends_in: 'done' | 'failed' | null;
  readonly end_name: string | null;
  readonly note: string | null;
  readonly fence: bigint;
  /** The process that works on it. */
  readonly owner: string | null;
  /** User id of the file's owner when it was dropped. */
  readonly owner_uid: bigint;
  /** Whether another account than the owner may have written the file. */
  readonly others_may_write: boolean;
  /** The user whose folder it was dropped in; null: not in a user's folder. */
  readonly user_folder: string | null;
  /** The user who dropped it; null: unknown. */
  readonly dropped_by: string | null;
  readonly created_at: Date;
}

/** An open file with the statuses of those runs of its sheet that have not ended. */
export interface OpenInboxFile extends InboxFile {
  readonly statuses: readonly RunStatus[];
  /** Uploader of the run; null if it has no run or the uploader is unknown. */
  readonly maker: string | null;
  readonly run_note: string | null;
}

/** The process that works on a file, and the duration of its lease. */
export interface InboxLease {
  readonly owner: string;
  readonly leaseMs: number;
}

const COLUMNS =
  'id, folder, source, name, sidecar, control, size, stamp, mode, sheet_id, state, run_id, ends_in, end_name, note, fence, owner, owner_uid, others_may_write, user_folder, dropped_by, created_at';
const OPEN = `state in ('taking', 'taken', 'running', 'finishing')`;

/**
 * Records that a file is about to be stored, under the lease of the process that stores it. Null if another process has
 * recorded it or a file with that name is in progress.
 */
export async function addInboxFile(
  db: Db,
  inbox: string,
  file: Pick<
    InboxFile,
    | 'id'
    | 'folder'
    | 'source'
    | 'name'
    | 'sidecar'
    | 'size'
    | 'stamp'
    | 'mode'
    | 'owner_uid'
    | 'others_may_write'
    | 'user_folder'
  >,
  { owner, leaseMs }: InboxLease,
): Promise<InboxFile | null> {
  const { rows } = await db.query<InboxFile>(
    `insert into payrun.inbox_file (id, inbox, folder, source, name, sidecar, size, stamp, fence, owner, lease_until,
       owner_uid, user_folder, others_may_write, mode)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, now() + $10::bigint * interval '1 millisecond', $11, $12, $13, $14)
     on conflict do nothing returning ${COLUMNS}`,
    [
      ...[file.id, inbox, file.folder, file.source, file.name, file.sidecar, file.size, file.stamp, owner, leaseMs],
      ...[file.owner_uid, file.user_folder, file.others_may_write, file.mode],
    ],
  );
  return rows[0] ?? null;
}

/** Files of an inbox that are unfinished, or whose copies are outdated, oldest first. */
export async function openInboxFiles(db: Db, inbox: string): Promise<readonly OpenInboxFile[]> {
  const { rows } = await db.query<OpenInboxFile>(
    `select ${COLUMNS.replace(/\w+/g, 'f.$&')}, coalesce(r.statuses, '{}') as statuses, r.maker, r.run_note
     from payrun.inbox_file f left join lateral (
       select array_agg(status order by id) filter (where finished_at is null) as statuses, min(maker) filter (where unknown_maker is null) as maker,
         (array_agg(note order by id) filter (where note is not null))[1] as run_note
       from payrun.run where id = f.run_id or lead_run = f.run_id) r on f.run_id is not null
     where f.inbox = $1 and (f.outdated or f.${OPEN}) order by f.created_at, f.id`,
    [inbox],
  );
  return rows;
}

/**
 * Takes the lease of a file. Null if another process has the lease or the file's state has changed. `deadOwner`: a
 * process that is known to have ended, whose lease does not count.
 */
export async function claimInboxFile(
  db: Db,
  file: Pick<InboxFile, 'id' | 'state'>,
  { owner, leaseMs }: InboxLease,
  deadOwner: string | null,
): Promise<InboxFile | null> {
  const { rows } = await db.query<InboxFile>(
    `update payrun.inbox_file set fence = fence + 1, owner = $3, lease_until = now() + $4::bigint * interval '1 millisecond'
     where id = $1 and state = $2 and (lease_until is null or lease_until < now() or owner = $5) returning ${COLUMNS}`,
    [file.id, file.state, owner, leaseMs, deadOwner],
  );
  return rows[0] ?? null;
}

/** Extends the lease. False if another process has taken the file over. */
export async function extendInboxLease(
  db: Db,
  { id, fence }: Pick<InboxFile, 'id' | 'fence'>,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.inbox_file set lease_until = now() + $3::bigint * interval '1 millisecond' where id = $1 and fence = $2`,
    [id, fence, leaseMs],
  );
  return rowCount === 1;
}

/** Has no effect if another process took the file over. */
export async function releaseInboxFile(db: Db, { id, fence }: Pick<InboxFile, 'id' | 'fence'>): Promise<void> {
  await db.query('update payrun.inbox_file set owner = null, lease_until = null where id = $1 and fence = $2', [
    id,
    fence,
  ]);
}

export interface InboxChange {
  readonly state?: InboxState;
  readonly sheet?: string;
  readonly control?: string | null;
  readonly run?: bigint;
  readonly droppedBy?: string;
  readonly endsIn?: 'done' | 'failed';
  readonly endName?: string;
  /** Null clears the note; undefined keeps it. */
  readonly note?: string | null;
}

/** Stores changes of a file. Null if its state or fence differs from `file`, because another process has taken it. */
export async function moveInboxFile(db: Db, file: InboxFile, change: InboxChange): Promise<InboxFile | null> {
  const { rows } = await db.query<InboxFile>(
    `update payrun.inbox_file set state = coalesce($4, state), sheet_id = coalesce($5, sheet_id), control = coalesce($6, control),
       run_id = coalesce($7, run_id), ends_in = coalesce($8, ends_in), end_name = coalesce($9, end_name),
       note = case when $10 then $11 else note end, dropped_by = coalesce($12, dropped_by),
       outdated = outdated and state not in ('done', 'failed'), updated_at = now()
     where id = $1 and state = $2 and fence = $3 returning ${COLUMNS}`,
    [
      file.id,
      file.state,
      file.fence,
      change.state ?? null,
      change.sheet ?? null,
      change.control ?? null,
      change.run ?? null,
      change.endsIn ?? null,
      change.endName ?? null,
      change.note !== undefined,
      change.note ?? null,
      change.droppedBy ?? null,
    ],
  );
  return rows[0] ?? null;
}

/** Deletes the record of a file that changed before it was stored, so that the next scan finds it again. */
export async function dropInboxFile(db: Db, { id, fence }: InboxFile): Promise<void> {
  await db.query(`delete from payrun.inbox_file where id = $1 and fence = $2 and state = 'taking'`, [id, fence]);
}

/** Whether a file of the folder is or was called that. */
export async function hasInboxName(db: Db, folder: string, name: string): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from payrun.inbox_file where folder = $1 and (name = $2 or end_name = $2) limit 1',
    [folder, name],
  );
  return rows.length > 0;
}

/**
 * Has the copies of an ended file written again, because its results changed: also if a process is writing them now, as
 * it may have read the results before.
 */
export async function outdateCopies(db: Db, lead: bigint): Promise<void> {
  await db.query(
    `update payrun.inbox_file set outdated = true, fence = fence + 1 where run_id = $1 and state in ('done', 'failed')`,
    [lead],
  );
}

/**
 * Whether the sheet of this run came by the inbox and has not ended: then the process of the inbox writes its results.
 */
export async function isInInbox(db: Db, lead: bigint): Promise<boolean> {
  const { rows } = await db.query(`select 1 from payrun.inbox_file where run_id = $1 and ${OPEN}`, [lead]);
  return rows.length > 0;
}

/** The reason that a sheet was stopped: the code, and the sentence if one was stored. */
export interface SheetStop {
  readonly code: string;
  readonly sentence: string | null;
}

/** Null if the sheet was accepted. Reads the audit log, in which the intake records the reason. */
export async function getSheetStop(db: Db, lead: bigint): Promise<SheetStop | null> {
  const { rows } = await db.query<SheetStop>(
    `select coalesce(e.data->>'stopped', e.data->>'code') as code, coalesce(e.data->>'message',
       (select p.reason from payrun.payment p where p.run_id = $2 and p.reason_code = e.data->>'stopped' limit 1)) as sentence
     from payrun.event e where e.chain = $1 and (e.kind = 'intake_failed' or (e.kind = 'intake' and e.data->>'stopped' is not null))
     order by e.seq desc limit 1`,
    [`run-${lead}`, lead],
  );
  return rows[0] ?? null;
}

export interface InboxCounts {
  readonly taking: number;
  /** Files that were stored and have not ended. */
  readonly processing: number;
  /** Since midnight UTC. */
  readonly doneToday: number;
  readonly failedToday: number;
  /** Arrival of the oldest unfinished file; null if none. */
  readonly oldest: Date | null;
}

export async function countInboxFiles(db: Db, inbox: string, now: Date): Promise<InboxCounts> {
  const { rows } = await db.query<InboxCounts>(
    `select count(*) filter (where state = 'taking')::int as taking,
       count(*) filter (where state in ('taken', 'running', 'finishing'))::int as processing,
       count(*) filter (where state = 'done' and updated_at >= $2::timestamptz)::int as "doneToday",
       count(*) filter (where state = 'failed' and updated_at >= $2::timestamptz)::int as "failedToday",
       min(created_at) filter (where ${OPEN}) as oldest
     from payrun.inbox_file where inbox = $1 and (${OPEN} or (state in ('done', 'failed') and updated_at >= $2::timestamptz))`,
    [inbox, new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000)],
  );
  return rows[0]!;
}
