import { PayrunError } from '../../errors.ts';
import type { OnInvalid } from '../../settings/on-invalid.ts';
import type { PaymentState, RunState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import type { TaughtSheetFormat } from './sheet-format.ts';

export interface RunOptions {
  /** Absolute path of the sheet as the user named it; results are written beside it. */
  readonly file?: string;
  readonly onInvalid: OnInvalid;
  /** What stands before the decimals of its amounts, where that was said. */
  readonly decimal?: 'point' | 'comma';
  /** The encoding that was named, for a CSV that is not Unicode. */
  readonly encoding?: string;
  /** The worksheet that was named. */
  readonly worksheet?: string;
  /** What somebody said of the columns of its header, as it was when the run was made: every reading of its sheet is the same. */
  readonly format?: TaughtSheetFormat;
  readonly dryRun: boolean;
  /** The yes is said later, by a person who looks at what it is about to do: until then it waits. */
  readonly ask?: true;
  /** Sub-merchants whose creation got lost, and of which a person says that they are not there. */
  readonly createAgain?: readonly string[];
  /** The sheet says row by row who pays; `otherwise` pays the rows that name nobody, null where nobody does. */
  readonly byRow?: { readonly otherwise: string | null };
  /** A rerun: which rows of the parent run it takes. */
  readonly rerun?: { readonly states: readonly PaymentState[]; readonly references: readonly string[] };
}

export interface RunRow {
  readonly id: bigint;
  readonly job: string;
  readonly sheet_id: string | null;
  readonly parent_run: bigint | null;
  /** Of a sheet with several merchants: the run that took it in for all; its own id in that run. */
  readonly lead_run: bigint | null;
  readonly merchant_id: string;
  readonly maker: string;
  /** Why nobody knows who dropped its sheet; null: the maker is known. */
  readonly unknown_maker: string | null;
  readonly options: RunOptions;
  readonly state: RunState;
  readonly note: string | null;
  /** Why nothing of it is created at the service before a person has decided; null where nothing keeps it. */
  readonly blocked: string | null;
  readonly fence: bigint;
  readonly lease_owner: string | null;
  readonly confirmed_at: Date | null;
  readonly intake_at: Date | null;
  readonly rows_in: number | null;
  readonly totals_in: Readonly<Record<string, { rows: number; minor: string }>> | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export const RUN_COLUMNS = `id, job, sheet_id, parent_run, lead_run, merchant_id, maker, unknown_maker, options, state, note, blocked, fence,
  lease_owner, confirmed_at,
  intake_at, rows_in, totals_in, created_at, finished_at`;

export async function createRun(
  db: Db,
  run: {
    job: string;
    sheetId: string | null;
    merchant: string;
    maker: string;
    /** Why nobody knows who dropped the sheet. */
    unknownMaker?: string | null | undefined;
    options: RunOptions;
    parent?: bigint;
  },
): Promise<bigint> {
  const { rows } = await db.query<{ id: bigint }>(
    `insert into payrun.run (job, sheet_id, merchant_id, maker, unknown_maker, options, parent_run)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      ...[run.job, run.sheetId, run.merchant, run.maker, run.unknownMaker ?? null],
      ...[JSON.stringify(run.options), run.parent ?? null],
    ],
  );
  return rows[0]!.id;
}

/** Throws `run_unknown`. */
export async function getRun(db: Db, id: bigint | string): Promise<RunRow> {
  const found = /^\d{1,18}$/.test(String(id))
    ? await db.query<RunRow>(`select ${RUN_COLUMNS} from payrun.run where id = $1`, [String(id)])
    : { rows: [] };
  if (!found.rows[0]) throw new PayrunError('run_unknown', { run: String(id) });
  return found.rows[0];
}

/** Runs that are not done, oldest first. */
export async function unfinishedRuns(db: Db): Promise<readonly RunRow[]> {
  return (await db.query<RunRow>(`select ${RUN_COLUMNS} from payrun.run where state <> 'done' order by id`)).rows;
}

/**
 * Takes the run's lease and raises its fence. The lease is free when nobody has it, when it ran out, or when it is held by
 * `deadOwner`, a process of this machine that is known to have ended.
 * Returns the new fence; null when another process has the lease.
 */
export async function claimRun(
  db: Db,
  id: bigint,
  owner: string,
  leaseMs: number,
  deadOwner: string | null,
): Promise<bigint | null> {
  const { rows } = await db.query<{ fence: bigint }>(
    `update payrun.run set fence = fence + 1, lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and (lease_until is null or lease_until < now() or lease_owner = $4) returning fence`,
    [id, owner, leaseMs, deadOwner],
  );
  return rows[0]?.fence ?? null;
}

/** False when the run was taken over. */
export async function extendLease(db: Db, id: bigint, fence: bigint, leaseMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.run set lease_until = now() + $3 * interval '1 millisecond' where id = $1 and fence = $2`,
    [id, fence, leaseMs],
  );
  return rowCount === 1;
}

export async function releaseLease(db: Db, id: bigint, fence: bigint): Promise<void> {
  await db.query(`update payrun.run set lease_until = null, lease_owner = null where id = $1 and fence = $2`, [
    id,
    fence,
  ]);
}

/**
 * Holds the run's row for the rest of the transaction, so that nobody can take the run over between this check and the
 * commit. Throws `fenced` when somebody already has.
 */
export async function holdFence(db: Db, id: bigint, fence: bigint): Promise<void> {
  // Another run may refer to this one meanwhile (`same_as`): whoever holds both locks the other way round would wait for ever.
  const { rows } = await db.query(`select 1 from payrun.run where id = $1 and fence = $2 for no key update`, [
    id,
    fence,
  ]);
  if (rows.length === 0) throw new PayrunError('fenced', { run: String(id) });
}

export async function confirmRun(db: Db, id: bigint): Promise<void> {
  await db.query(`update payrun.run set confirmed_at = coalesce(confirmed_at, now()) where id = $1`, [id]);
}

export async function recordIntake(db: Db, id: bigint, rows: number, totals: RunRow['totals_in']): Promise<void> {
  await db.query(`update payrun.run set intake_at = now(), rows_in = $2, totals_in = $3 where id = $1`, [
    id,
    rows,
    JSON.stringify(totals),
  ]);
}

export async function setRunState(db: Db, id: bigint, state: RunState, note: string | null): Promise<void> {
  await db.query(
    `update payrun.run set state = $2, note = $3, finished_at = case when $2 = 'done' then coalesce(finished_at, now()) end where id = $1`,
    [id, state, note],
  );
}
