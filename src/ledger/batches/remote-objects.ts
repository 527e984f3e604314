import type { Db } from '../db/db.ts';

/** So many of each kind: one that is there is enough, and some may have been deleted at the service. */
const MOST = 3;

/**
 * Ids at the service of the merchant's newest recipients and batches, `except` one batch: whoever has them is the service that this
 * ledger pays by. Empty as long as the ledger has brought nothing there.
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
