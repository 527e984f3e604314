import { createHash } from 'node:crypto';
import type { Db } from '../db/db.ts';
import type { UserRow } from './user.ts';

/** A program and its token, without the token itself. */
export interface ApiTokenRow extends Pick<UserRow, 'name' | 'role' | 'merchants'> {
  /** Networks from which the token is accepted; null: all. */
  readonly networks: readonly string[] | null;
  readonly made_by: string;
  readonly made_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly used_from: string | null;
  readonly is_revoked: boolean;
}

const COLUMNS = `u.name, u.role, u.merchants, t.networks, t.made_by, t.made_at, t.expires_at, t.used_at, t.used_from,
  (t.token_hash is null or u.disabled_at is not null) as is_revoked`;
const JOINED = 'payrun.api_token t join payrun.user_account u on u.name = t.name';

/** 256 random bits need no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Every program, by name. */
export async function listApiTokens(db: Db): Promise<readonly ApiTokenRow[]> {
  return (await db.query<ApiTokenRow>(`select ${COLUMNS} from ${JOINED} order by u.name_key`)).rows;
}

/** The program of a token that was not revoked; null if none. It may have expired. */
export async function findApiToken(db: Db, token: string): Promise<ApiTokenRow | null> {
  const { rows } = await db.query<ApiTokenRow>(
    `select ${COLUMNS} from ${JOINED} where t.token_hash = $1 and u.disabled_at is null`,
    [hashOf(token)],
  );
  return rows[0] ?? null;
}

export interface NewApiToken extends Pick<ApiTokenRow, 'name' | 'networks' | 'made_by' | 'made_at' | 'expires_at'> {
  readonly token: string;
}

/** Gives a program its token. */
export async function insertApiToken(db: Db, { name, token, ...row }: NewApiToken): Promise<void> {
  await db.query(
    `insert into payrun.api_token (name, token_hash, networks, made_by, made_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [name, hashOf(token), row.networks, row.made_by, row.made_at, row.expires_at],
  );
}

/** Ends a token for ever. False if there is none of this name that is not revoked. */
export async function revokeApiToken(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update payrun.api_token set token_hash = null where name = $1 and token_hash is not null',
    [name],
  );
  return rowCount === 1;
}

export async function noteTokenUse(db: Db, name: string, at: Date, from: string): Promise<void> {
  await db.query('update payrun.api_token set used_at = $2, used_from = $3 where name = $1', [name, at, from]);
}
