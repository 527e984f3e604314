import type { Db } from '../db/db.ts';

/** URL of the payout service that pays for a merchant; null until it has answered once. */
export async function knownServiceUrl(db: Db, merchant: string): Promise<string | null> {
  const { rows } = await db.query<{ service_url: string | null }>(
    'select service_url from payrun.merchant where id = $1',
    [merchant],
  );
  return rows[0]?.service_url ?? null;
}

/**
 * Records another service URL for a merchant if the current one is still `before`. False if another process changed it
 * first.
 */
export async function setServiceUrl(db: Db, merchant: string, before: string | null, now: string): Promise<boolean> {
  const { rows } = await db.query(
    'update payrun.merchant set service_url = $3 where id = $1 and service_url is not distinct from $2 returning id',
    [merchant, before, now],
  );
  return rows.length > 0;
}
