import type { Db } from '../db/db.ts';
import { totpPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

const RECOVERY = 'user.recovery';

/** Stores a secret that becomes active when it is confirmed. False if the user has an active secret. */
export async function proposeTotp(db: Db, vault: Vault, name: string, secret: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update payrun.user_account set totp_sealed = $2 where name = $1 and totp_confirmed_at is null',
    [name, vault.seal(secret, totpPlace(name))],
  );
  return rowCount === 1;
}

/** The proposed or active secret; null if none. Throws `vault_damaged`. */
export function totpSecret(vault: Vault, user: { name: string; totp_sealed: Buffer | null }): string | null {
  return user.totp_sealed && vault.open(user.totp_sealed, totpPlace(user.name)).toString('utf8');
}

/**
 * Activates the secret, with these recovery codes. `sealed` is the confirmed secret as stored; `step` is the time step
 * of the code that confirmed it. False if another secret was proposed since or one is active already.
 */
export async function confirmTotp(
  db: Db,
  vault: Vault,
  name: string,
  { sealed, step, codes, at }: { sealed: Buffer; step: bigint; codes: readonly string[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.user_account set totp_confirmed_at = $4, totp_step = $3
     where name = $1 and totp_sealed = $2 and totp_confirmed_at is null`,
    [name, sealed, step, at],
  );
  if (rowCount !== 1) return false;
  await db.query('delete from payrun.user_recovery where name = $1', [name]);
  await db.query('insert into payrun.user_recovery (name, code_fp) select $1, unnest($2::bytea[])', [
    name,
    codes.map((code) => codeFp(vault, name, code)),
  ]);
  return true;
}

/** Uses the code of a 30-second step. False if this or a later step was used before. */
export async function useTotpStep(db: Db, name: string, step: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.user_account set totp_step = $2 where name = $1 and totp_confirmed_at is not null
       and (totp_step is null or totp_step < $2)`,
    [name, step],
  );
  return rowCount === 1;
}

/** Uses a recovery code. Returns how many are left, or null if the code is wrong or was used before. */
export async function useRecoveryCode(
  db: Db,
  vault: Vault,
  { name, code, at }: { name: string; code: string; at: Date },
): Promise<number | null> {
  const { rowCount } = await db.query(
    'update payrun.user_recovery set used_at = $3 where name = $1 and code_fp = $2 and used_at is null',
    [name, codeFp(vault, name, code), at],
  );
  return rowCount === 1 ? countRecoveryCodes(db, name) : null;
}

export async function countRecoveryCodes(db: Db, name: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from payrun.user_recovery where name = $1 and used_at is null',
    [name],
  );
  return rows[0]!.n;
}

/** Turns two-factor authentication off for a user and ends their sessions. */
export async function removeTotp(db: Db, name: string): Promise<void> {
  await db.query(
    `update payrun.user_account set totp_sealed = null, totp_confirmed_at = null, totp_step = null, epoch = epoch + 1
     where name = $1`,
    [name],
  );
  await db.query('delete from payrun.user_recovery where name = $1', [name]);
}

const codeFp = (vault: Vault, name: string, code: string) =>
  vault.fingerprint(RECOVERY, `${name}\n${code.replace(/-/g, '')}`);
