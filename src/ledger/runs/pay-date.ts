import { showInZone } from '../../platform/time-zone.ts';
import type { Db } from '../db/db.ts';
import type { RunRow } from './run.ts';
import { updateRunStatus } from './run-status.ts';

/** The day on which a run pays. */
export interface PayDate {
  /** As asked for, YYYY-MM-DD. */
  readonly on: string;
  /** The moment from which its batches may be started. */
  readonly startsAt: Date;
  /** The time zone in which the hour is set. */
  readonly zone: string;
  /** The reason for starting it on a later day, if any. */
  readonly because: string | null;
}

/** The pay date of a run; null if it is started once approved. */
export function getPayDate(run: Pick<RunRow, 'pay_on' | 'starts_at' | 'start_zone' | 'moved_because'>): PayDate | null {
  const { pay_on, starts_at, start_zone, moved_because } = run;
  return pay_on === null ? null : { on: pay_on, startsAt: starts_at!, zone: start_zone!, because: moved_because };
}

/** `2026-11-30 09:00 Europe/Berlin, because 2026-11-28 is a Saturday` */
export function showPayDate({ startsAt, zone, because }: PayDate): string {
  return `${showInZone(startsAt.getTime(), zone)} ${zone}${because === null ? '' : `, because ${because}`}`;
}

/**
 * Sets the pay date; the users concerned are notified of a move. A run that was to be looked at later is looked at in
 * time, even if this process ends now.
 */
export async function setPayDate(db: Db, run: bigint, date: PayDate | null): Promise<void> {
  await db.query(
    `update payrun.run set pay_on = $2, starts_at = $3, start_zone = $4, moved_because = $5,
       unnotified_since = clock_timestamp(),
       look_at = case when look_at is not null then least(look_at, coalesce($3, now())) end where id = $1`,
    [run, date?.on ?? null, date?.startsAt ?? null, date?.zone ?? null, date?.because ?? null],
  );
  await updateRunStatus(db, [run]);
}

/** Whether the run may not be started yet at this moment. Read in the transaction that commits the attempt. */
export async function isBeforePayDate(db: Db, run: bigint, now: number): Promise<boolean> {
  const { rows } = await db.query('select 1 from payrun.run where id = $1 and starts_at > $2', [run, new Date(now)]);
  return rows.length > 0;
}

/** The currencies of a run's payments: of the balances that are debited, and of amounts that recipients get. */
export async function getRunCurrencies(db: Db, run: bigint): Promise<readonly string[]> {
  const { rows } = await db.query<{ currency: string }>(
    `select distinct unnest(array[source_currency, currency]) as currency from payrun.payment
     where run_id = $1 and source_currency is not null order by 1`,
    [run],
  );
  return rows.map(({ currency }) => currency);
}
