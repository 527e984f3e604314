import { createHash } from 'node:crypto';
import { isLedgerId } from '../../batches/outcomes/outcome-of.ts';
import type { NewDelivery } from '../../ledger/webhooks/webhook-delivery.ts';

/** Events after which the service is read; others are stored only. */
const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  payment: ['processed', 'failed', 'returned'],
  batch: ['processing', 'processed', 'completed', 'failed'],
};

const WORD = /^[\w*-]{1,64}$/;
const REMOTE_ID = /^[\w-]{1,100}$/;

/**
 * A webhook delivery as the ledger stores it: which payment or batch it is about, and nothing else of its content. Null
 * if the body is not a JSON object.
 */
export function storeWebhook(
  merchant: string,
  { deliveryId, signature, text }: { deliveryId: string; signature: string; text: string },
): NewDelivery | null {
  const event = objectOf(parsed(text));
  if (!event) return null;
  const model = wordOf(event.model);
  const action = wordOf(event.action);
  const subject = objectOf(objectOf(event.body)?.[model]);
  const signatureHash = createHash('sha256').update(signature).digest();
  const stored = { merchant, deliveryId, model, action, signatureHash };
  const about = (payment: string | null, batch: string | null): NewDelivery => ({
    ...stored,
    ...{ paymentId: payment, batchRemoteId: batch, state: 'new', note: null },
  });
  const ignored = (note: string): NewDelivery => ({ ...about(null, null), state: 'ignored', note });
  if (!Object.hasOwn(FOLLOWED, model)) return ignored('Not about payments or batches.');
  if (!FOLLOWED[model]!.includes(action)) return ignored('Not about how they end.');
  if (model === 'payment') {
    const id = subject?.externalId;
    return typeof id === 'string' && isLedgerId(id) ? about(id, null) : ignored('Not a payment of Payrun.');
  }
  const id = subject?.id;
  return typeof id === 'string' && REMOTE_ID.test(id) ? about(null, id) : ignored('Names no batch.');
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
