import { PayrunError } from '../../errors.ts';
import type { OnInvalid } from '../../settings/on-invalid.ts';
import { CONTINUED, type PaymentState, type RunStatus } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { newRunId } from '../db/dry-run.ts';
import { updateRunStatus } from './run-status.ts';
import type { SavedSheetFormat } from './sheet-format.ts';

export interface RunOptions {
  /** Absolute path of the sheet as the user gave it; results are written next to it. */
  readonly file?: string;
  readonly onInvalid: OnInvalid;
  /** Decimal separator of its amounts, if given. */
  readonly decimal?: 'point' | 'comma';
  /** Encoding, if given, for a CSV that is not Unicode. */
  readonly encoding?: string;
  /** Worksheet, if given. */
  readonly worksheet?: string;
  /**
   * The user's column mapping for its header, at the creation of the run, so that every reading gives the same result.
   */
  readonly format?: SavedSheetFormat;
  readonly dryRun: boolean;
  /** The day on which it pays, YYYY-MM-DD, if the uploader gave one; `RunRow.pay_on` has the day in force. */
  readonly payOn?: string;
  /** The run waits until a user reviews and submits it. */
  readonly ask?: true;
  /** The rows are recipients without bank details, from a form on a page: accounts stay unchanged. */
  readonly withoutAccounts?: true;
  /** Sub-merchants with an unconfirmed creation that, as a user says, do not exist. */
  readonly createAgain?: readonly string[];
  /** The sheet names the merchant in each row; `otherwise` pays rows that name none, null if no merchant does. */
  readonly byRow?: { readonly otherwise: string | null };
  /** For a rerun: the rows of the parent run that it takes. */
  readonly rerun?: { readonly states: readonly PaymentState[]; readonly references: readonly string[] };
}

export interface RunRow {
  readonly id: bigint;
  readonly job: string;
  readonly sheet_id: string | null;
  readonly parent_run: bigint | null;
  /** For a sheet with several merchants: the run that read it for all; in that run its own id. */
  readonly lead_run: bigint | null;
  readonly merchant_id: string;
  readonly maker: string;
  /** The reason that the uploader of its sheet is unknown; null if known. */
  readonly unknown_maker: string | null;
  readonly options: RunOptions;
  readonly status: RunStatus;
  readonly note: string | null;
  /** The reason that the run is blocked until an admin resolves unknown batches; null if it is not. */
  readonly blocked: string | null;
  /** The reason that its last attempt was refused, with the next step; null if it was not. */
  readonly refused: string | null;
  readonly fence: bigint;
  readonly lease_owner: string | null;
  /** Number of looks since it last changed. */
  readonly looks: number;
  readonly confirmed_at: Date | null;
  readonly intake_at: Date | null;
  readonly rows_in: number | null;
  /** The day on which it pays, and the moment from which it may be started: see `getPayDate`. */
  readonly pay_on: string | null;
  readonly starts_at: Date | null;
  readonly start_zone: string | null;
  readonly moved_because: string | null;
  readonly totals_in: Readonly<Record<string, { rows: number; minor: string }>> | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** A process that creates or decides about a run works on it at once. If it ends before, a worker looks at the run. */
export const SOON = `now() + interval '10 seconds'`;

export const RUN_COLUMNS = `id, job, sheet_id, parent_run, lead_run, merchant_id, maker, unknown_maker, options, status, note, blocked, refused, fence,
  lease_owner, looks, confirmed_at,
  intake_at, rows_in, totals_in, pay_on::text as pay_on, starts_at, start_zone, moved_because, created_at, finished_at`;

export async function createRun(
  db: Db,
  run: {
    job: string;
    sheetId: string | null;
    merchant: string;
    maker: string;
    unknownMaker?: string | null | undefined;
    options: RunOptions;
    parent?: bigint;
  },
): Promise<bigint> {
  const { rows } = await db.query<{ id: bigint }>(
    `insert into payrun.run (id, job, sheet_id, merchant_id, maker, unknown_maker, options, parent_run, look_at)
     overriding system value values (${newRunId('$6::jsonb')}, $1, $2, $3, $4, $5, $6::jsonb, $7,
       case when $6::jsonb->'ask' = 'true' then ${SOON} end) returning id`,
    [
      ...[run.job, run.sheetId, run.merchant, run.maker, run.unknownMaker ?? null],
      ...[JSON.stringify(run.options), run.parent ?? null],
    ],
  );
  return rows[0]!.id;
}

/** Throws `run_unknown`, also for an id that is not a number. */
export async function getRun(db: Db, id: bigint | string): Promise<RunRow> {
  const { rows } = await db.query<RunRow>(`select ${RUN_COLUMNS} from payrun.run where id = $1`, [requireRunId(id)]);
  if (!rows[0]) throw new PayrunError('run_unknown', { run: String(id) });
  return rows[0];
}

/** Throws `run_unknown` for an id that is not a number. */
export function requireRunId(id: bigint | string): string {
  if (!/^\d{1,18}$/.test(String(id))) throw new PayrunError('run_unknown', { run: String(id) });
  return String(id);
}

/** These runs, newest first. */
export async function getRuns(db: Db, ids: readonly bigint[]): Promise<readonly RunRow[]> {
  const { rows } = await db.query<RunRow>(`select ${RUN_COLUMNS} from payrun.run where id = any($1) order by id desc`, [
    ids,
  ]);
  return rows;
}

/** Runs that are not done, oldest first. */
export async function unfinishedRuns(db: Db): Promise<readonly RunRow[]> {
  return (await db.query<RunRow>(`select ${RUN_COLUMNS} from payrun.run where finished_at is null order by id`)).rows;
}

/**
 * Takes the run's lease and raises its fence. The lease is free if no process has it, if it expired, or if it belongs
 * to `deadOwner`, a process of this machine that is known to have ended. `takesLook`: the process that gets the lease
 * says when to look at the run again. Returns the new fence; null if another process has the lease.
 */
export async function claimRun(
  db: Db,
  id: bigint,
  owner: string,
  leaseMs: number,
  deadOwner: string | null,
  takesLook = false,
): Promise<bigint | null> {
  const { rows } = await db.query<{ fence: bigint }>(
    `update payrun.run set fence = fence + 1, lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond',
       status = case when status in ('approved', 'scheduled') then 'preparing' else status end, look_at = case when $5 then null else look_at end
     where id = $1 and (lease_until is null or lease_until < now() or lease_owner = $4) returning fence`,
    [id, owner, leaseMs, deadOwner, takesLook],
  );
  return rows[0]?.fence ?? null;
}

/**
 * False if another process took the run over. Locks the row first, so that the lease counts from the end of the wait:
 * the transaction that ends the intake of a large sheet may have locked it for longer than a lease.
 */
export async function extendLease(db: Db, id: bigint, fence: bigint, leaseMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.run r set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     from (select id from payrun.run where id = $1 and fence = $2 for no key update) held where r.id = held.id`,
    [id, fence, leaseMs],
  );
  return rowCount === 1;
}

/** The time of the next look at a run, and the number of looks since it last changed. */
export interface NextLook {
  /** In ms from now; null: not before a user acts. */
  readonly ms: number | null;
  readonly looks: number;
}

/**
 * `next`: from the process that took the look, unless another was requested meanwhile. Has no effect if another process
 * took the run over.
 */
export async function releaseLease(db: Db, id: bigint, fence: bigint, next: NextLook | null = null): Promise<void> {
  await db.query(
    `update payrun.run set lease_until = null, lease_owner = null, looks = coalesce($5, looks),
       look_at = case when $3 then least(look_at, now() + $4 * interval '1 millisecond') else coalesce(look_at, case when confirmed_at is not null and status = any($6) then ${SOON} end) end
     where id = $1 and fence = $2`,
    [id, fence, next !== null, next?.ms ?? null, next?.looks ?? null, CONTINUED],
  );
}

/** Takes the leases of these runs away: their processes can write nothing from now on. */
export async function takeOverRuns(db: Db, runs: readonly bigint[]): Promise<void> {
  await db.query(
    'update payrun.run set fence = fence + 1, lease_until = null, lease_owner = null, look_at = coalesce(look_at, now()) where id = any($1)',
    [runs],
  );
}

/**
 * Locks the run's row for the rest of the transaction, so that no process can take the run over between this check and
 * the commit. Throws `fenced` if another process already has.
 */
export async function holdFence(db: Db, id: bigint, fence: bigint): Promise<void> {
  // `no key update`, because another run may reference this one (`same_as`) meanwhile: a stronger lock could deadlock.
  const { rows } = await db.query(`select 1 from payrun.run where id = $1 and fence = $2 for no key update`, [
    id,
    fence,
  ]);
  if (rows.length === 0) throw new PayrunError('fenced', { run: String(id) });
}

/** Locks the run's row for the rest of the transaction: before the merchant and its payments, as its process does. */
export async function lockRun(db: Db, id: bigint): Promise<void> {
  await db.query('select 1 from payrun.run where id = $1 for no key update', [id]);
}

export async function confirmRun(db: Db, id: bigint): Promise<void> {
  await db.query(
    `update payrun.run set confirmed_at = coalesce(confirmed_at, now()), look_at = coalesce(look_at, ${SOON}) where id = $1`,
    [id],
  );
  await updateRunStatus(db, [id]);
}

/**
 * Records the end of the intake. Its transaction may have begun long before, and its lease lasts longer by that time.
 * `totals`: payable rows by currency, minor units as text.
 */
export async function recordIntake(db: Db, id: bigint, rows: number, totals: RunRow['totals_in']): Promise<void> {
  await db.query(
    `update payrun.run set loading = false, intake_at = clock_timestamp(), rows_in = $2, totals_in = $3,
       lease_until = lease_until + (clock_timestamp() - now()) where id = $1`,
    [id, rows, JSON.stringify(totals)],
  );
  await updateRunStatus(db, [id]);
}

/** Sets the note of a run at rest; one that continues automatically is looked at soon. */
export async function setRunNote(db: Db, id: bigint, note: string | null): Promise<void> {
  await db.query(
    `update payrun.run set note = $2,
       look_at = case when lease_until is null and confirmed_at is not null and status = any($3) then coalesce(look_at, ${SOON}) else look_at end
     where id = $1`,
    [id, note, CONTINUED],
  );
}

/** SQL condition: run `r` is an upload that its uploader has neither submitted nor discarded. */
export const WAITS_FOR_SUBMISSION = `(r.confirmed_at is null and coalesce((r.options->>'ask')::boolean, false))`;

/** Submits a run with released payments, unless it is an upload that waits for its uploader. */
export async function submitReleased(db: Db, id: bigint): Promise<void> {
  await db.query(
    `update payrun.run r set confirmed_at = coalesce(confirmed_at, now()), look_at = coalesce(look_at, ${SOON})
     where id = $1 and not ${WAITS_FOR_SUBMISSION}`,
    [id],
  );
}
