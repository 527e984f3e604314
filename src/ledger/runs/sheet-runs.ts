import { PayrunError } from '../../errors.ts';
import { IN_WORK } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun, newRunId } from '../db/dry-run.ts';
import { LIVE } from '../db/state-lists.ts';
import { getRun, RUN_COLUMNS, type RunRow, requireRunId, SOON } from './run.ts';

/** Row count and sums of a whole sheet, counted while it was read; minor units as text. */
export interface SheetFigures {
  readonly rows: number;
  readonly totals: Readonly<Record<string, { readonly rows: number; readonly minor: string }>>;
}

/** Whether each row of the run's sheet names its merchant. */
export function namesMerchants({ options }: Pick<RunRow, 'options'>): boolean {
  return options.byRow !== undefined && options.rerun === undefined;
}

/** All runs of a run's sheet, by id; only the run itself if its sheet has one merchant. Throws `run_unknown`. */
export async function getSheetRuns(db: Db, run: bigint | string): Promise<readonly RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${RUN_COLUMNS} from payrun.run where id = (${LEAD}) or lead_run = (${LEAD}) order by id`,
    [requireRunId(run)],
  );
  if (rows.length === 0) throw new PayrunError('run_unknown', { run: String(run) });
  return rows;
}

const LEAD = 'select coalesce(own.lead_run, own.id) from payrun.run own where own.id = $1';

/** The run that took this run's sheet in; the run itself if its sheet has one merchant. */
export const getLeadId = ({ id, lead_run }: Pick<RunRow, 'id' | 'lead_run'>): bigint => lead_run ?? id;

/**
 * The run of a merchant for the sheet that `lead` takes in; creates it if needed. It is submitted if the lead is,
 * because a submission covers the whole sheet. Call it in a transaction that holds the lead's fence.
 */
export async function openSheetRun(db: Db, lead: bigint, merchant: string): Promise<{ run: RunRow; isNew: boolean }> {
  await db.query('update payrun.run set lead_run = id where id = $1 and lead_run is null', [lead]);
  const { rows } = await db.query<{ id: bigint }>(
    `insert into payrun.run (id, job, sheet_id, merchant_id, maker, unknown_maker, options, lead_run, confirmed_at)
     overriding system value select ${newRunId('options')}, job, sheet_id, $2, maker, unknown_maker, options, id, confirmed_at from payrun.run where id = $1
     on conflict (lead_run, merchant_id) where lead_run is not null do nothing returning id`,
    [lead, merchant],
  );
  if (rows[0]) return { run: await getRun(db, rows[0].id), isNew: true };
  const found = await db.query<RunRow>(
    `select ${RUN_COLUMNS} from payrun.run where lead_run = $1 and merchant_id = $2`,
    [lead, merchant],
  );
  return { run: found.rows[0]!, isNew: false };
}

/**
 * Records the row count and sums of the whole sheet with the run that read it. That run represented the other runs of
 * the sheet until now: they share its rejection, and are looked at even if its process ends here. Call it in the
 * transaction that ends its intake.
 */
export async function endSheetIntake(db: Db, lead: bigint, figures: SheetFigures): Promise<void> {
  await db.query('update payrun.run set sheet_in = $2 where id = $1', [lead, JSON.stringify(figures)]);
  await db.query(
    `update payrun.run r set rejection = coalesce(r.rejection, l.rejection),
       look_at = case when r.confirmed_at is null then r.look_at else coalesce(r.look_at, ${SOON}) end
     from payrun.run l where l.id = $1 and r.lead_run = l.id and r.id <> l.id and r.finished_at is null`,
    [lead],
  );
}

/** Sets a note for users on why a run could not continue, if it is still in work. */
export async function noteRunError(db: Db, run: bigint, note: string): Promise<void> {
  await db.query(`update payrun.run set note = $2 where id = $1 and status = any($3)`, [run, note, IN_WORK]);
}

/** An earlier run whose sheet had the same payments. */
export interface EarlierSheet {
  readonly run: bigint;
  readonly sheet: string;
  readonly at: Date;
}

/**
 * Records the fingerprint of a sheet's payments and returns the merchant's earlier run with the same; null if none.
 * Prefers a run with live payments, then the latest. Ignores dry runs.
 */
export async function recordContent(db: Db, run: bigint, content: Buffer): Promise<EarlierSheet | null> {
  await db.query(
    `update payrun.run r set content_fp = $2, same_as = (
       select o.id from payrun.run o where o.merchant_id = r.merchant_id and o.content_fp = $2 and o.id <> r.id
         and not ${isDryRun('o')}
       order by exists (select 1 from payrun.payment p where p.run_id = o.id
         and p.state in (${LIVE})) desc, o.id desc limit 1)
     where r.id = $1`,
    [run, content],
  );
  return earlierSheet(db, run);
}

/** The recorded earlier run whose sheet had the same payments; null if none. */
export async function earlierSheet(db: Db, run: bigint): Promise<EarlierSheet | null> {
  const { rows } = await db.query<EarlierSheet>(
    `select o.id as run, coalesce(s.name, 'the sheet') as sheet, o.created_at as at
     from payrun.run r join payrun.run o on o.id = r.same_as left join payrun.sheet s on s.id = o.sheet_id where r.id = $1`,
    [run],
  );
  return rows[0] ?? null;
}
