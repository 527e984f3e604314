import type { Db } from '../db/db.ts';

/** SQL condition: run `r` is an upload that its maker has neither submitted nor discarded. */
const WAITS_FOR_SUBMISSION = `r.confirmed_at is null and coalesce((r.options->>'ask')::boolean, false)`;

/**
 * Sets a run back to work after payments of it were released. An upload that was not submitted waits for its maker, with
 * the released payments among the others. Any other run that was interrupted before it was confirmed pays only what was
 * released, so its other ready rows are canceled.
 */
export async function continueReleasedRun(db: Db, run: bigint): Promise<void> {
  const { rowCount } = await db.query(
    `update payrun.run r set state = 'needs_person', note = 'Nothing of it is paid until it is submitted.', finished_at = null
     where r.id = $1 and ${WAITS_FOR_SUBMISSION}`,
    [run],
  );
  if (rowCount > 0) return;
  await db.query(
    `update payrun.payment p set state = 'cancelled', reason_code = 'not_confirmed', final_at = now(),
       reason = 'This run was interrupted before it was confirmed. Drop the sheet again.'
     from payrun.run r where r.id = $1 and r.confirmed_at is null and p.run_id = r.id and p.state = 'ready' and p.released_by is null`,
    [run],
  );
  await db.query(
    `update payrun.run set state = 'working', finished_at = null, confirmed_at = coalesce(confirmed_at, now()) where id = $1`,
    [run],
  );
}
