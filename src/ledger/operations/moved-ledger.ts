import type { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import { movedError } from '../db/moved-ledger-error.ts';

/** Where a ledger was moved to, or is being moved to. */
export interface Move {
  readonly place: string;
  /** Null while it is under way. */
  readonly movedAt: Date | null;
}

/** Null for a ledger that stays where it is. */
export async function moveOf(db: Db): Promise<Move | null> {
  const { rows } = await db.query<{ place: string; moved_at: Date | null }>(
    'select place, moved_at from payrun.ledger_moved',
  );
  return rows[0] ? { place: rows[0].place, movedAt: rows[0].moved_at } : null;
}

/** What a process that wants to pay from it is told; null for a ledger that stays where it is. */
export async function refusalOfMoved(db: Db): Promise<PayrunError | null> {
  const { rows } = await db.query<{ place: string; at: string; moved: boolean }>(
    `select place, moved_at is not null as moved,
       to_char(coalesce(moved_at, began_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as at from payrun.ledger_moved`,
  );
  return rows[0] ? movedError(rows[0]) : null;
}

/** Intent first: from now on nothing is paid from this ledger. Does nothing if it was begun before. */
export async function beginMove(db: Db, place: string, at: Date): Promise<void> {
  await db.query('insert into payrun.ledger_moved (place, began_at) values ($1, $2) on conflict do nothing', [
    place,
    at,
  ]);
}

export async function finishMove(db: Db, at: Date): Promise<void> {
  await db.query('update payrun.ledger_moved set moved_at = $1', [at]);
}

/** Only once it is certain that the other database has nothing of it. */
export async function takeBackMove(db: Db): Promise<void> {
  await db.query('delete from payrun.ledger_moved where moved_at is null');
}

/** Runs that a process has in its hands. */
export async function busyRuns(db: Db): Promise<readonly { id: string; owner: string }[]> {
  const { rows } = await db.query<{ id: string; owner: string }>(
    `select id::text as id, coalesce(lease_owner, 'a process') as owner from payrun.run where lease_until > now() order by id`,
  );
  return rows;
}
