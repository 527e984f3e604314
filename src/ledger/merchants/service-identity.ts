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

/** Ids of each kind. One that exists is enough; several, because some may have been deleted in the service. */
const MOST = 3;

/** Remote ids of the merchant's newest batches that were started, which no one can delete. */
export async function startedAtService(db: Db, merchant: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select remote_id as id from payrun.batch where merchant_id = $1 and remote_id is not null and started_at is not null
     order by started_at desc, id desc limit $2`,
    [merchant, MOST],
  );
  return rows.map(({ id }) => id);
}

/** The merchants whose batches were started last, except this one, in its environment. */
export async function payingMerchants(db: Db, except: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select b.merchant_id as id from payrun.batch b join payrun.merchant m on m.id = b.merchant_id
     where b.started_at is not null and b.remote_id is not null and b.merchant_id <> $1
       and m.environment = (select environment from payrun.merchant where id = $1)
     group by b.merchant_id order by max(b.started_at) desc limit $2`,
    [except, MOST],
  );
  return rows.map(({ id }) => id);
}

/**
 * Remote ids of the merchant's newest recipients and batches, except the batch `except`. The service that has them is
 * the one that this ledger pays with. Empty until the ledger has created something.
 */
export async function remoteObjects(
  db: Db,
  merchant: string,
  except: string | null = null,
): Promise<{ readonly recipients: readonly string[]; readonly batches: readonly string[] }> {
  const ids = async (sql: string, values: readonly unknown[]) =>
    (await db.query<{ id: string }>(sql, values)).rows.map(({ id }) => id);
  return {
    recipients: await ids(
      `select remote_id as id from payrun.recipient where merchant_id = $1 and remote_id is not null
       order by created_at desc, id desc limit $2`,
      [merchant, MOST],
    ),
    batches: await ids(
      `select remote_id as id from payrun.batch where merchant_id = $1 and remote_id is not null
         and state not in ('void', 'rejected_at_service') and id is distinct from $2 order by created_at desc, id desc limit $3`,
      [merchant, except, MOST],
    ),
  };
}
