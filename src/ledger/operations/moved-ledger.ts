import type { PayrunError } from '../../errors.ts';
import { type Db, movedError } from '../db/db.ts';

/** The database that a ledger was moved to, or is being moved to. */
export interface Move {
  readonly place: string;
  /** Null while the move is in progress. */
  readonly movedAt: Date | null;
}

/** Null if the ledger was not moved. */
export async function getMove(db: Db): Promise<Move | null> {
  const { rows } = await db.query<{ place: string; moved_at: Date | null }>(
    'select place, moved_at from payrun.ledger_moved',
  );
  return rows[0] ? { place: rows[0].place, movedAt: rows[0].moved_at } : null;
}

/** The error for a process that wants to pay from a moved ledger; null if the ledger was not moved. */
export async function refusalOfMoved(db: Db): Promise<PayrunError | null> {
  const { rows } = await db.query<{ place: string; at: string; moved: boolean }>(
    `select place, moved_at is not null as moved,
       to_char(coalesce(moved_at, began_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as at from payrun.ledger_moved`,
  );
  return rows[0] ? movedError(rows[0]) : null;
}

/**
 * Records the start of a move, from which on this ledger makes no payments. Does nothing if a move was recorded before.
 */
export async function beginMove(db: Db, place: string, at: Date): Promise<void> {
  await db.query('insert into payrun.ledger_moved (place, began_at) values ($1, $2) on conflict do nothing', [
    place,
    at,
  ]);
}

export async function finishMove(db: Db, at: Date): Promise<void> {
  await db.query('update payrun.ledger_moved set moved_at = $1', [at]);
}

/** Cancels an unfinished move. Call it only if the other database certainly has no data of this ledger. */
export async function takeBackMove(db: Db): Promise<void> {
  await db.query('delete from payrun.ledger_moved where moved_at is null');
}
