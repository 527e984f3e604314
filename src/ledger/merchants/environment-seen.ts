import type { Config } from '../../config.ts';
import type { Environment } from '../../model.ts';
import type { Db } from '../db/db.ts';

/** Records the environment of a merchant's keys, as an answer of the payout service says it. */
export async function setEnvironmentSeen(db: Db, merchant: string, environment: Environment): Promise<void> {
  await db.query(
    'update payrun.merchant set environment_seen = $2 where id = $1 and environment_seen is distinct from $2',
    [merchant, environment],
  );
}

interface Surroundings {
  readonly ledger: { readonly db: Db };
  readonly config: Pick<Config, 'embeddedService' | 'environment'>;
}

/**
 * Whether no real money moves for these merchants, or for all of this ledger: the sandbox is the embedded one, or the
 * payout service confirmed that the keys of each are for the sandbox. The configuration proves nothing.
 */
export async function isSandbox({ ledger, config }: Surroundings, merchants?: readonly string[]): Promise<boolean> {
  if (config.embeddedService) return true;
  if (config.environment !== 'sandbox') return false;
  const { rows } = await ledger.db.query<{ seen: boolean }>(
    `select coalesce(bool_and(environment_seen is not distinct from 'sandbox'), false) as seen from payrun.merchant
      where key_kind = 'merchant' and ($1::text[] is null or id = any ($1))`,
    [merchants ?? null],
  );
  return rows[0]!.seen;
}

/** The first line of every page and screen: whether money moves, if known. Null in production. */
export async function environmentBanner(surroundings: Surroundings): Promise<string | null> {
  if (await isSandbox(surroundings)) return SANDBOX_BANNER;
  if (surroundings.config.environment !== 'sandbox') return null;
  const { rows } = await surroundings.ledger.db.query(
    `select 1 from payrun.merchant where environment_seen = 'production' limit 1`,
  );
  return rows.length > 0 ? PRODUCTION_KEYS_BANNER : UNCONFIRMED_BANNER;
}

export const SANDBOX_BANNER = 'SANDBOX, NO MONEY MOVES';
/** Nothing in these says that no money moves. */
export const UNCONFIRMED_BANNER = 'CONFIGURED AS SANDBOX, NOT YET CONFIRMED BY THE PAYOUT SERVICE';
export const PRODUCTION_KEYS_BANNER = 'CONFIGURED AS SANDBOX, BUT WITH KEYS OF PRODUCTION';
