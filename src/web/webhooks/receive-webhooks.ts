import { createHash } from 'node:crypto';
import { storeWebhook } from '../../engine/webhooks/store-webhook.ts';
import { readBody } from '../../http/bodies/read-body.ts';
import type { Feature } from '../../http/feature.ts';
import { getRequestOrigin, type OriginSettings } from '../../http/request-origin.ts';
import { createRequestThrottle, RATES, type Rate } from '../../http/request-throttle.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { createDeliveryWriter } from '../../ledger/webhooks/delivery-writer.ts';
import { getSigningKeys } from '../../ledger/webhooks/webhook-subscription.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createThrottledLog } from '../../platform/throttled-log.ts';
import { refusal } from '../app.ts';
import { isSigned } from './signature.ts';

export interface ReceiverOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly config?: OriginSettings;
  /** Deliveries per address. Default: `RATES`. */
  readonly rate?: Rate | undefined;
  /** Maximum difference between the time of a signature and now, in ms. */
  readonly toleranceMs: number;
  /** Called when a delivery has been stored and is ready to be processed. */
  readonly came: () => void;
  /** Called for each delivery that is refused. */
  readonly refused?: ((why: WebhookRefusal) => void) | undefined;
}

/** The reason that a delivery is refused: too many from its address, no valid signature, or no JSON object. */
export type WebhookRefusal = 'rate' | 'signature' | 'content';

/** When a refused delivery may come again. */
const RETRY = { 'Retry-After': '10' };
const DELIVERY_ID = /^[\x21-\x7e]{1,200}$/;

/**
 * `POST /webhooks/<merchant>`: stores a signed delivery once and answers; processing happens afterwards. The service
 * sends `{}` to check that the endpoint exists. A refusal does not say whether the merchant, the signature or its time
 * is wrong.
 */
export function receiveWebhooks(options: ReceiverOptions): Feature {
  const { ledger, clock, log, config = {}, toleranceMs, came, rate = RATES.webhooks, refused = () => {} } = options;
  const mayAsk = createRequestThrottle(clock, rate);
  const warn = createThrottledLog(clock, log);
  const keys = createSigningKeys(ledger, clock);
  const deliveries = createDeliveryWriter(ledger.db);

  return (app) => {
    app.post('/webhooks/:merchant', async (context) => {
      if (!mayAsk(getRequestOrigin(context, config).block)) {
        refused('rate');
        warn('webhooks were refused: too many from one address');
        return context.json(refusal('rate_limited', 'Too many deliveries come from your address.'), 429, RETRY);
      }
      const merchant = context.req.param('merchant');
      const bytes = await readBody(context);
      const text = new TextDecoder().decode(bytes);
      if (/^\s*\{\s*\}\s*$/.test(text)) return context.json({ ok: true });

      const header = context.req.header('X-PaymentRails-Signature');
      const when = { now: clock.now(), toleranceMs };
      const signed =
        isSigned(header, bytes, await keys.of(merchant), when) ||
        isSigned(header, bytes, await keys.again(merchant), when);
      if (!signed) {
        refused('signature');
        warn('webhooks were refused: merchant, signature or time');
        return context.json(refusal('not_authorized', 'The delivery was refused.'), 401);
      }
      const named = context.req.header('X-PaymentRails-Delivery') ?? '';
      // Without an id, the hash of the body identifies the delivery.
      const deliveryId = DELIVERY_ID.test(named) ? named : createHash('sha256').update(bytes).digest('hex');
      const delivery = storeWebhook(merchant, { deliveryId, signature: header!, text });
      if (!delivery) {
        refused('content');
        warn('webhooks were refused: the body is not a JSON object');
        return context.json(refusal('invalid_field', 'The body is not a JSON object.'), 400);
      }
      await deliveries.put(delivery);
      log.info({ merchant, model: delivery.model, action: delivery.action, deliveryId }, 'webhook delivery stored');
      if (delivery.state === 'new') came();
      return context.json({ ok: true });
    });
  };
}

const MERCHANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Keys are read at most this often, so that not every wrong signature costs a query. */
const AGAIN_MS = 1_000;
/** Number of merchants to remember: made-up names must not fill the memory. */
const MOST = 10_000;

/**
 * The keys that may sign a merchant's deliveries: read once, and at most once a second `again` if a signature does not
 * match.
 */
function createSigningKeys({ db, vault }: Ledger, clock: Clock) {
  const known = new Map<string, { readonly keys: Promise<readonly string[]>; readonly at: number }>();
  const read = (merchant: string) => {
    if (!MERCHANT.test(merchant)) return Promise.resolve([]);
    const keys = getSigningKeys(db, vault, merchant);
    if (known.size >= MOST) known.clear();
    known.set(merchant, { keys, at: clock.now() });
    // A failed read is not cached.
    keys.catch(() => known.delete(merchant));
    return keys;
  };
  return {
    of: (merchant: string) => known.get(merchant)?.keys ?? read(merchant),
    again(merchant: string) {
      const before = known.get(merchant);
      return before && clock.now() - before.at < AGAIN_MS ? before.keys : read(merchant);
    },
  };
}
