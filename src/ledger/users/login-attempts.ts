import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';

/** The key that failed logins are counted by. Too many of them lock it for a time. */
export interface AttemptKey {
  /**
   * `again`: the password that a logged-in user confirms. It has its own count, so that failed logins of others never
   * keep that user from approving. `device`: devices that the user logged in from before, for the same reason.
   */
  readonly kind: 'name' | 'code' | 'again' | 'device' | 'address';
  readonly text: string;
}

/** Failures before a wait. Many users can share one address, so it has a higher limit. */
const ALLOWED = { name: 5, code: 5, again: 5, device: 5, address: 40 } as const;
/** The first wait. Each further failure doubles it, up to the longest. */
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3_600;
/** After this many doublings the wait is longer than `LONGEST_WAIT_S`. */
const DOUBLED_AT_MOST = 7;

/**
 * Counts an attempt before it is checked, so that parallel attempts cannot exceed the limit. Returns null if the
 * attempt may proceed, or the time until which the key is locked. Attempts on a locked key are not counted. The count
 * starts again after a day without attempts.
 */
export async function takeAttempt(db: Db, vault: Vault, key: AttemptKey, now: Date): Promise<Date | null> {
  const fp = fingerprint(vault, key);
  const n = `(case when a.last_at < $2::timestamptz - interval '1 day' then 1 else a.failures + 1 end)`;
  const { rowCount } = await db.query(
    `insert into payrun.user_attempt as a (key_fp, failures, last_at) values ($1, 1, $2)
     on conflict (key_fp) do update set failures = ${n}, last_at = $2,
       locked_until = case when ${n} < $3 then null else $2::timestamptz
         + least(${LONGEST_WAIT_S}, ${FIRST_WAIT_S} * power(2, least(${n} - $3, ${DOUBLED_AT_MOST}))) * interval '1 second' end
     where a.locked_until is null or a.locked_until <= $2`,
    [fp, now, ALLOWED[key.kind]],
  );
  if (rowCount === 1) return null;
  const { rows } = await db.query<{ until: Date | null }>(
    'select locked_until as until from payrun.user_attempt where key_fp = $1',
    [fp],
  );
  return rows[0]?.until ?? now;
}

/**
 * The attempt succeeded: deletes the count of a name or code, but takes only this attempt off the count of an address.
 */
export async function forgiveAttempt(db: Db, vault: Vault, key: AttemptKey): Promise<void> {
  if (key.kind !== 'address') {
    await db.query('delete from payrun.user_attempt where key_fp = $1', [fingerprint(vault, key)]);
    return;
  }
  await db.query(
    `update payrun.user_attempt set failures = greatest(failures - 1, 0),
       locked_until = case when failures - 1 < $2 then null else locked_until end where key_fp = $1`,
    [fingerprint(vault, key), ALLOWED.address],
  );
}

/** The attempt was not checked after all, so it does not count and causes no wait. */
export async function returnAttempt(db: Db, vault: Vault, key: AttemptKey): Promise<void> {
  await db.query(
    'update payrun.user_attempt set failures = greatest(failures - 1, 0), locked_until = null where key_fp = $1',
    [fingerprint(vault, key)],
  );
}

/** Deletes the failed attempts of a user. */
export async function forgiveUser(db: Db, vault: Vault, name: string): Promise<void> {
  for (const kind of ['name', 'code', 'again', 'device'] as const)
    await forgiveAttempt(db, vault, { kind, text: name });
}

/** Deletes counts without an attempt for two days, up to a thousand at a time. */
export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db.query(
    `delete from payrun.user_attempt where key_fp in (select key_fp from payrun.user_attempt
       where last_at < $1::timestamptz - interval '2 days' limit 1000)`,
    [now],
  );
}

function fingerprint(vault: Vault, { kind, text }: AttemptKey): Buffer {
  return vault.fingerprint(`user.attempt.${kind}`, text);
}
