import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';

const KINDS = ['name', 'code', 'again', 'device'] as const;

/** Users who are locked out after failed logins, and until when, by name. */
export async function selectLockouts(
  db: Db,
  vault: Vault,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const known = names.flatMap((name) =>
    KINDS.map((kind) => ({ name, fp: vault.fingerprint(`user.attempt.${kind}`, name) })),
  );
  const { rows } = await db.query<{ name: string; until: Date }>(
    `select k.name, max(a.locked_until) as until from unnest($1::text[], $2::bytea[]) as k (name, fp)
     join payrun.user_attempt a on a.key_fp = k.fp where a.locked_until > $3 group by k.name`,
    [known.map(({ name }) => name), known.map(({ fp }) => fp), now],
  );
  return new Map(rows.map(({ name, until }) => [name, until]));
}
