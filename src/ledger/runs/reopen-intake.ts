import type { Db } from '../db/db.ts';
import { SOON } from './run.ts';
import type { SavedSheetFormat } from './sheet-format.ts';

/**
 * SQL condition that run `r` is an upload whose sheet is in, that no one decided about, and whose rows nothing refers
 * to.
 */
const REOPENABLE = `r.options->'ask' = 'true' and r.confirmed_at is null and r.intake_at is not null and r.sheet_id is not null
  and r.parent_run is null and r.lead_run is null and r.payloads_purged_at is null
  and exists (select from payrun.sheet s where s.id = r.sheet_id and s.purged_at is null)
  and not exists (select from payrun.event e where e.chain = 'run-' || r.id
    and e.kind in ('not_paid', 'released', 'sheet_released', 'dismissed', 'resolved', 'pay_date_changed'))
  and not exists (select from payrun.payment p where p.run_id = r.id and (p.batch_id is not null or p.released_by is not null
    or p.state not in ('invalid', 'ready', 'held', 'already_paid', 'canceled')
    or (p.state = 'canceled' and p.reason_code is distinct from 'sheet_has_invalid_rows')))
  and not exists (select from payrun.payment p join payrun.payment o on o.held_for = p.id where p.run_id = r.id and o.run_id <> r.id)
  and not exists (select from payrun.payment p join payrun.payment o on o.previous_id = p.id where p.run_id = r.id)
  and not exists (select from payrun.run c where c.parent_run = r.id)`;

/** Can the sheet of this run be read again with corrected rows? */
export async function canReopenIntake(db: Db, run: bigint): Promise<boolean> {
  const { rows } = await db.query(`select from payrun.run r where r.id = $1 and ${REOPENABLE}`, [run]);
  return rows.length > 0;
}

/**
 * Takes back the intake of a run that was not submitted, as if its sheet had not been read, so that it starts again.
 * `format`: its new column format, if that changes. Call it in a transaction that holds the run's fence. False, and
 * nothing is changed, if `canReopenIntake` is false by then. The hold rules of other sheets wait for the end of the
 * transaction.
 */
export async function reopenIntake(db: Db, run: bigint, format?: SavedSheetFormat): Promise<boolean> {
  await db.query(
    'select 1 from payrun.merchant where id = (select merchant_id from payrun.run where id = $1) for update',
    [run],
  );
  if (!(await canReopenIntake(db, run))) return false;
  await db.query('delete from payrun.account_author where run_id = $1', [run]);
  await db.query(
    `update payrun.run set loading = true, intake_at = null, rows_in = null, totals_in = null, content_fp = null, same_as = null,
       starts_seen = null, pay_on = null, starts_at = null,
       start_zone = null, moved_because = null, status = 'reading_file', note = null, finished_at = null, reported_at = null, look_at = ${SOON},
       options = options || $2 where id = $1`,
    [run, JSON.stringify(format === undefined ? {} : { format })],
  );
  return true;
}

/** Keeps the sheet of this run from being read again until the transaction ends. False if it has not been taken in. */
export async function lockFinishedIntake(db: Db, run: bigint): Promise<boolean> {
  const { rows } = await db.query('select from payrun.run where id = $1 and intake_at is not null for share', [run]);
  return rows.length > 0;
}
