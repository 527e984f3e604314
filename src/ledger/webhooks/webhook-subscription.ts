import type { Db } from '../db/db.ts';
import { signingKeyPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

/** A webhook subscription in the payout service. */
export interface WebhookSubscription {
  readonly merchant: string;
  readonly remoteId: string;
  readonly model: string;
  readonly action: string;
  readonly target: string;
}

/** Stores a subscription with the sealed key that signs its deliveries. */
export async function saveSubscription(
  db: Db,
  vault: Vault,
  { merchant, remoteId, model, action, target }: WebhookSubscription,
  signingKey: string,
): Promise<void> {
  await db.query(
    `insert into payrun.webhook_subscription (merchant_id, remote_id, model, action, target, signing_key_sealed)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant_id, remote_id) do update set model = $3, action = $4, target = $5, signing_key_sealed = $6`,
    [merchant, remoteId, model, action, target, vault.seal(signingKey, signingKeyPlace(merchant, remoteId))],
  );
}

export async function forgetSubscription(db: Db, merchant: string, remoteId: string): Promise<void> {
  await db.query('delete from payrun.webhook_subscription where merchant_id = $1 and remote_id = $2', [
    merchant,
    remoteId,
  ]);
}

/** Subscriptions by merchant, model and action; of one merchant, or of all if null. */
export async function listSubscriptions(db: Db, merchant: string | null): Promise<readonly WebhookSubscription[]> {
  const { rows } = await db.query<WebhookSubscription>(
    `select merchant_id as merchant, remote_id as "remoteId", model, action, target from payrun.webhook_subscription
     where $1::text is null or merchant_id = $1 order by merchant_id, model, action, remote_id`,
    [merchant],
  );
  return rows;
}

/**
 * Signing keys of a merchant's deliveries in plain text, without duplicates; none without a subscription. Throws
 * `vault_damaged`.
 */
export async function getSigningKeys(db: Db, vault: Vault, merchant: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string; sealed: Buffer }>(
    'select remote_id as id, signing_key_sealed as sealed from payrun.webhook_subscription where merchant_id = $1',
    [merchant],
  );
  return [...new Set(rows.map(({ id, sealed }) => vault.open(sealed, signingKeyPlace(merchant, id)).toString('utf8')))];
}
