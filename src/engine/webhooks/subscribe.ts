import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import {
  forgetSubscription,
  getSigningKeys,
  listSubscriptions,
  saveSubscription,
  type WebhookSubscription,
} from '../../ledger/webhooks/webhook-subscription.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import type { AppContext } from '../context/app-context.ts';
import { verifiedService } from '../context/verified-service.ts';

/** The subscribed events: the outcomes of payments and batches. `processed` of a batch would repeat `completed`. */
const WANTED = [
  { model: 'payment', action: 'processed' },
  { model: 'payment', action: 'failed' },
  { model: 'payment', action: 'returned' },
  { model: 'batch', action: 'processing' },
  { model: 'batch', action: 'completed' },
  { model: 'batch', action: 'failed' },
] as const;

/** The path of a merchant's webhooks below the URL of the web server. */
function webhookPath(merchant: string): string {
  return `/webhooks/${encodeURIComponent(merchant)}`;
}

/**
 * Subscribes to webhooks for a merchant's payments and batches, and stores their signing keys, sealed. One call to
 * list, and one for each missing subscription. Subscriptions at a previous URL are deleted. Pass `signingKey` if the
 * service shows the key only on its own pages. Needs a permission, because the keys decide which webhook deliveries are
 * trusted. Throws `usage`, `webhook_key_missing`, what `authorize` throws and the errors of API calls.
 */
export async function subscribe(
  appContext: AppContext,
  by: Actor,
  merchant: string,
  options: { url: string; signingKey?: string | undefined; signal?: AbortSignal },
): Promise<{ target: string; subscriptions: readonly WebhookSubscription[] }> {
  const { ledger } = appContext;
  const { signal } = options;
  await authorize(ledger.db, by, 'merchants', { merchants: [merchant] });
  const target = targetOf(options.url, merchant);
  const service = await verifiedService(appContext, merchant, { signal });
  const stored = await listSubscriptions(ledger.db, merchant);
  const remote = (await service.call('listWebhooks', {}, { signal })).subscriptions;
  const known = new Set((await getSigningKeys(ledger.db, ledger.vault, merchant)).length > 0 ? stored.map(idOf) : []);
  let created = 0;
  let removed = 0;
  const remove = async (id: string) => {
    await service.call('deleteWebhook', { params: { id } }, { signal });
    removed++;
    await forgetSubscription(ledger.db, merchant, id);
  };
  const putInPlace = async () => {
    const remaining = new Set<string>();
    for (const { model, action } of WANTED) {
      let found = remote.find((one) => one.model === model && one.action === action && one.target === target);
      // Without its key, none of its deliveries could be trusted. A new subscription shows its key.
      if (found && !found.signingKey && !options.signingKey && !known.has(found.id)) {
        await remove(found.id);
        found = undefined;
      }
      if (!found) {
        found = (await service.call('createWebhook', { body: { model, action, target } }, { signal })).subscription;
        created++;
      }
      remaining.add(found.id);
      const key = options.signingKey ?? found.signingKey;
      if (key) {
        const subscription = { merchant, remoteId: found.id, model, action, target };
        await saveSubscription(ledger.db, ledger.vault, subscription, key);
      } else if (!known.has(found.id)) {
        await remove(found.id);
        throw new PayrunError('webhook_key_missing', { merchant });
      }
    }
    for (const { remoteId } of stored) {
      if (remaining.has(remoteId)) continue;
      if (remote.some(({ id }) => id === remoteId)) await remove(remoteId);
      else await forgetSubscription(ledger.db, merchant, remoteId);
    }
  };
  const noteChange = () => note(appContext, by, 'webhooks_subscribed', { merchant, target, made: created, removed });
  try {
    await putInPlace();
  } catch (error) {
    if (created + removed > 0) await noteChange();
    throw error;
  }
  await noteChange();
  return { target, subscriptions: await listSubscriptions(ledger.db, merchant) };
}

/**
 * Deletes the subscriptions that `subscribe` created, and returns their number. Throws what `authorize` throws and the
 * errors of API calls.
 */
export async function unsubscribe(
  appContext: AppContext,
  by: Actor,
  merchant: string,
  signal?: AbortSignal,
): Promise<number> {
  const { db } = appContext.ledger;
  await authorize(db, by, 'merchants', { merchants: [merchant] });
  const service = await verifiedService(appContext, merchant, { signal });
  const stored = await listSubscriptions(db, merchant);
  const remote = new Set((await service.call('listWebhooks', {}, { signal })).subscriptions.map(({ id }) => id));
  let removed = 0;
  try {
    for (const { remoteId } of stored) {
      if (remote.has(remoteId)) await service.call('deleteWebhook', { params: { id: remoteId } }, { signal });
      await forgetSubscription(db, merchant, remoteId);
      removed++;
    }
  } finally {
    if (removed > 0) await note(appContext, by, 'webhooks_unsubscribed', { merchant, removed });
  }
  return removed;
}

/** Appends an event to the audit log, even if a later call failed: the service has changed by then. */
async function note(
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  by: Actor,
  kind: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const at = new Date(clock.now());
  await ledger.tx((db) =>
    appendEvent(db, { chain: 'system', at, actor: by.name, kind, data: { ...data, ...trace(by) } }),
  );
}

const idOf = ({ remoteId }: WebhookSubscription) => remoteId;

/**
 * The URL of a merchant's webhooks: below `url`, or `url` itself if it already ends with their path. Throws `usage`.
 */
export function targetOf(url: string, merchant: string): string {
  const base = URL.canParse(url) ? new URL(url) : null;
  if (!base || !/^https?:$/.test(base.protocol) || base.search || base.hash || base.username || base.password)
    throw usageError('webhook_address_missing');
  const path = base.pathname.replace(/(?<!\/)\/+$/, '');
  const mine = webhookPath(merchant);
  return base.origin + (path.endsWith(mine) ? path : path + mine);
}
