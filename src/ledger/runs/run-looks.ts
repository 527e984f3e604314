import type { Db } from '../db/db.ts';
import { UNREPORTED } from './reported-runs.ts';

/** SQL condition that run `r` is due: its time, before `$1`, has come and no process has it, or its process is gone. */
export const DUE = '(r.look_at <= $1 and r.lease_until is null or r.lease_until < now())';

/** Lets runs be looked at, unless they are looked at before. */
export async function lookAt(db: Db, runs: readonly bigint[], at: Date): Promise<void> {
  await db.query('update payrun.run set look_at = least(look_at, $2) where id = any($1)', [runs, at]);
}

/** Lets a run be looked at then, and not before; null: never. */
export async function postponeLook(db: Db, run: bigint, at: Date | null): Promise<void> {
  await db.query('update payrun.run set look_at = $2 where id = $1', [run, at]);
}

/**
 * Lets a run rest that has nothing to do: it is done, or a user has to submit it. A done run without results is looked
 * at again later.
 */
export async function restRun(db: Db, run: bigint): Promise<void> {
  await db.query(
    `update payrun.run r set look_at = case when ${UNREPORTED} then now() + interval '15 minutes' end,
       lease_until = case when lease_until >= now() then lease_until end
     where id = $1 and (state = 'done' or confirmed_at is null)`,
    [run],
  );
}

/** Those of these runs that a process has, or that are due. */
export async function runsInWork(db: Db, runs: readonly bigint[], now: Date): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    'select r.id from payrun.run r where r.id = any($2) and (r.lease_until > now() or r.look_at <= $1)',
    [now, runs],
  );
  return rows.map(({ id }) => id);
}
