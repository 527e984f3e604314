import { createHash } from 'node:crypto';
import type { Db } from '../db/db.ts';
import type { UserRow } from './user.ts';

/** An active session with the rights of its user. */
export interface SessionRow
  extends Pick<
    UserRow,
    | 'name'
    | 'role'
    | 'merchants'
    | 'limits'
    | 'totp_confirmed_at'
    | 'provider_subject'
    | 'password'
    | 'password_to_change'
  > {
  /** `code`: the password was right, and the two-factor code is still missing. */
  readonly stage: 'code' | 'open';
  /** When the user last proved their identity. */
  readonly proved_at: Date;
  readonly seen_at: Date;
}

export interface NewSession {
  /** The 256 random bits of the cookie; the database stores only their hash. */
  readonly id: string;
  readonly user: Pick<UserRow, 'name' | 'epoch'>;
  readonly stage: SessionRow['stage'];
  readonly at: Date;
  /** When the user proved their identity. */
  readonly provedAt: Date;
  readonly until: Date;
}

/** Starts a session, and deletes up to a thousand expired ones. */
export async function beginSession(db: Db, { id, user, stage, at, provedAt, until }: NewSession): Promise<void> {
  await db.query(
    `with gone as (delete from payrun.user_session where id_hash in (
       select id_hash from payrun.user_session where until < $5 limit 1000))
     insert into payrun.user_session (id_hash, name, epoch, stage, proved_at, seen_at, until) values ($1, $2, $3, $4, $7, $5, $6)`,
    [hashOf(id), user.name, user.epoch, stage, at, until, provedAt],
  );
  if (stage === 'open') await db.query('update payrun.user_account set seen_at = $2 where name = $1', [user.name, at]);
}

/**
 * The session of a cookie; null unless it is unexpired, was not idle for longer than `idleMs`, and its user is enabled
 * with the same password and rights as when it started.
 */
export async function findSession(db: Db, id: string, now: Date, idleMs: number): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>(
    `select u.name, u.role, u.merchants, u.limits, u.totp_confirmed_at, u.provider_subject, u.password,
       u.password_to_change, s.stage, s.proved_at, s.seen_at
     from payrun.user_session s join payrun.user_account u on u.name = s.name
     where s.id_hash = $1 and s.until > $2 and s.seen_at > $2::timestamptz - $3 * interval '1 millisecond'
       and s.epoch = u.epoch and u.disabled_at is null`,
    [hashOf(id), now, idleMs],
  );
  return rows[0] ?? null;
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.query('update payrun.user_session set seen_at = greatest(seen_at, $2) where id_hash = $1', [
    hashOf(id),
    now,
  ]);
}

/** True if the session existed. */
export async function endSession(db: Db, id: string): Promise<boolean> {
  return (await db.query('delete from payrun.user_session where id_hash = $1', [hashOf(id)])).rowCount === 1;
}

/** Ends every session of a user except this one. Returns how many it ended. */
export async function endOtherSessions(db: Db, name: string, id: string): Promise<number> {
  const { rowCount } = await db.query('delete from payrun.user_session where name = $1 and id_hash <> $2', [
    name,
    hashOf(id),
  ]);
  return rowCount;
}

/** Ends every session of a user. Returns how many it ended. */
export async function endSessionsOf(db: Db, name: string): Promise<number> {
  return (await db.query('delete from payrun.user_session where name = $1', [name])).rowCount;
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

export async function endAllSessions(db: Db): Promise<void> {
  await db.query('delete from payrun.user_session');
}
