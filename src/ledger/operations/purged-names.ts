import type { Db } from '../db/db.ts';
import { WITHOUT_VALUES } from '../payments/emptied-payments.ts';

/** Removes the values of cells from the rows of an import of recipients. Returns the number of rows. */
export async function removeRecipientRows(db: Db, run: bigint): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.recipient_row w set problems = ${WITHOUT_VALUES('w.problems')} where run_id = $1`,
    [run],
  );
  return rowCount ?? 0;
}

/**
 * Notifications and some reasons of the payout service name the recipients of rows. Those of a sheet with several
 * merchants are stored under its first run.
 */
export async function removeNamedRows(db: Db, run: bigint): Promise<void> {
  await db.query(
    `update payrun.notification n set content = n.content - 'changed' - 'affected' - 'reasons'
     from (select 'run-' || coalesce(lead_run, id) as about from payrun.run where id = $1) r
     where (n.about = r.about or n.about like r.about || ' of %') and n.content ?| array['changed', 'affected', 'reasons']`,
    [run],
  );
}
