import { createHash } from 'node:crypto';
import { isOurs } from '../../batches/outcomes/outcome-of.ts';
import { deliveryPlace } from '../../ledger/vault/sealed-place.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import type { NewDelivery } from '../../ledger/webhooks/webhook-delivery.ts';

/** Events about the outcome of payments and batches; others are stored only. */
const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  payment: ['processed', 'failed', 'returned'],
  batch: ['processing', 'processed', 'completed', 'failed'],
};

const WORD = /^[\w*-]{1,64}$/;
const REMOTE_ID = /^[\w-]{1,100}$/;

/**
 * A webhook delivery as the ledger stores it: its body sealed, because it names people, with the payment or batch that
 * it is about. Null if the body is not a JSON object.
 */
export function storeWebhook(
  vault: Vault,
  merchant: string,
  { deliveryId, signature, text }: { deliveryId: string; signature: string; text: string },
): NewDelivery | null {
  const event = objectOf(parsed(text));
  if (!event) return null;
  const model = wordOf(event.model);
  const action = wordOf(event.action);
  const subject = objectOf(objectOf(event.body)?.[model]);
  const bodySealed = vault.seal(text, deliveryPlace(merchant, deliveryId));
  const signatureHash = createHash('sha256').update(signature).digest();
  const stored = { merchant, deliveryId, model, action, bodySealed, signatureHash };
  const ignored = (note: string): NewDelivery => ({
    ...stored,
    paymentId: null,
    batchRemoteId: null,
    state: 'ignored',
    note,
  });
  if (!Object.hasOwn(FOLLOWED, model)) return ignored('Not about payments or batches.');
  if (!FOLLOWED[model]!.includes(action)) return ignored('Not about how they end.');
  if (model === 'payment') {
    const id = subject?.externalId;
    if (typeof id !== 'string' || !isOurs(id)) return ignored('Not a payment of Payrun.');
    return { ...stored, paymentId: id, batchRemoteId: null, state: 'new', note: null };
  }
  const id = subject?.id;
  if (typeof id !== 'string' || !REMOTE_ID.test(id)) return ignored('Names no batch.');
  return { ...stored, paymentId: null, batchRemoteId: id, state: 'new', note: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A model or action that is not a plain word is stored as `?`. */
function wordOf(value: unknown): string {
  return typeof value === 'string' && WORD.test(value) ? value : '?';
}
