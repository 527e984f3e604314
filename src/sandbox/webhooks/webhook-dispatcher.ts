import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Clock } from '../../platform/clock.ts';
import { type PostCounts, type PostOrders, type WebhookDispatcher, yieldToEventLoop } from '../call.ts';
import type { NewId } from '../ids.ts';
import type { MerchantStore } from '../merchant-store.ts';
import type { EventRecord, SubscriptionRecord } from '../records.ts';
import type { State } from '../state.ts';
import { type DeliveryQueue, nextTurn, type Turn } from './delivery-queue.ts';
import { type DomainEvent, getDomainEvents } from './domain-events.ts';
import { isLoopback, postToTarget, targetUrl } from './post-to-target.ts';
import { deliveryId, signDelivery } from './sign-delivery.ts';
import { createWebhookPayload, getEventSubject } from './webhook-payload.ts';

export interface WebhookDispatcherDeps {
  readonly state: State;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly newId: NewId;
  readonly pricingMs: number;
}

const DEFAULTS: PostOrders = { duplicate: 0, reorder: false, paused: false, validate: true, retryMs: 1000 };
const ATTEMPTS = 6;
const TIMEOUT_MS = 5000;
const WINDOW = 10;
/** Time to collect newer deliveries, to send them first. */
const GATHER_MS = 50;
/** Limits of the events in total, and of the deliveries in one queue that await a retry. */
const MOST_EVENTS = 200_000;
const MOST_RETRYING = 1000;
const ENDS: ReadonlySet<string> = new Set(['processed', 'failed', 'returned']);
/** Number of deliveries before yielding to other work, even if none of them was sent. */
const STREAK = 50;

export function createWebhookDispatcher({
  state,
  clock,
  wallClock,
  newId,
  pricingMs,
}: WebhookDispatcherDeps): WebhookDispatcher {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const queues = new Map<string, DeliveryQueue>();
  /** Number of unfinished sources and deliveries of an event, by its id. */
  const open = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const counts: PostCounts = { sent: 0, delivered: 0, retried: 0, failed: 0, dropped: 0 };
  let orders = DEFAULTS;
  let closed = false;
  let era = 0;

  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    timers.add(timer);
  };
  const sleep = (ms: number) => new Promise<void>((resolve) => later(ms, resolve));
  const storeOf = (merchantId: string) => state.byId(merchantId);

  const done = (event: EventRecord) => {
    const left = (open.get(event.id) ?? 1) - 1;
    if (left > 0) return void open.set(event.id, left);
    open.delete(event.id);
    state.remove('event', event);
  };

  const enqueue = (store: MerchantStore, event: EventRecord, subject: unknown) => {
    const wanted = [...store.subscription.all()].filter((one) => subscribes(one, event));
    open.set(event.id, Math.max(1, wanted.length));
    if (wanted.length === 0) done(event);
    for (const { id } of wanted) {
      const queue = queues.get(id) ?? {
        subscriptionId: id,
        merchantId: event.merchantId,
        sources: [],
        running: false,
        retrying: 0,
      };
      queues.set(id, queue);
      const ids = event.ofPayments ? store.payment.by('batch', event.subjectId).values() : null;
      queue.sources.push({ event, ids, subject });
      wake(queue);
    }
  };

  const happen = (store: MerchantStore, { model, action, subjectId, subject, ofPayments }: DomainEvent) => {
    if (ofPayments && store.totals(subjectId).count === 0) return;
    if (![...store.subscription.all()].some((one) => subscribes(one, { model, action }))) return;
    if (open.size >= MOST_EVENTS) return void counts.dropped++;
    const merchantId = store.merchant.id;
    const event: EventRecord = { id: newId('E'), merchantId, model, action, subjectId, ofPayments, at: clock.now() };
    state.put('event', event);
    enqueue(store, event, subject);
  };

  const wake = (queue: DeliveryQueue) => {
    if (queue.running || closed) return;
    queue.running = true;
    // Runs after the call that caused it is committed.
    setImmediate(() => void run(queue, era));
  };

  const run = async (queue: DeliveryQueue, mine: number) => {
    try {
      if (orders.reorder) await sleep(GATHER_MS);
      for (let streak = 1; !closed && mine === era && !orders.paused && queue.retrying < MOST_RETRYING; streak++) {
        if (streak % STREAK === 0) await yieldToEventLoop();
        const turns = takeTurns(queue, orders.reorder ? WINDOW : 1);
        if (turns.length === 0) break;
        for (const turn of turns) await deliver(queue, turn);
        state.commit();
      }
    } catch {
      // A file that cannot be written stops deliveries, but not the service.
    } finally {
      queue.running = false;
      if (queue.sources.length > 0 && mine === era && !orders.paused && queue.retrying < MOST_RETRYING) wake(queue);
    }
  };

  const takeTurns = (queue: DeliveryQueue, most: number): Turn[] => {
    const turns: Turn[] = [];
    while (turns.length < most) {
      const turn = nextTurn(queue, ({ event }) => done(event));
      if (!turn) break;
      // A source without ids is one delivery, already counted; each delivery of other sources counts separately.
      if (turn.source.ids) open.set(turn.source.event.id, (open.get(turn.source.event.id) ?? 0) + 1);
      turns.push(turn);
    }
    return orders.reorder ? turns.reverse() : turns;
  };

  const deliver = async (queue: DeliveryQueue, turn: Turn) => {
    const { event } = turn.source;
    const store = storeOf(queue.merchantId);
    const subscription = store?.subscription.get(queue.subscriptionId);
    const payload =
      store && subscription && subscribes(subscription, event)
        ? createWebhookPayload(store, turn, clock.now(), pricingMs)
        : null;
    // Each payment of a batch has its own outcome, and the subscription may not cover it.
    if (!subscription || !payload || !subscribes(subscription, payload)) return done(event);
    const id = deliveryId(event.id, subscription.id, turn.subjectId);
    const isDelivered = await send(subscription, event, id, payload.body);
    for (let again = 0; again < orders.duplicate && isDelivered; again++)
      await send(subscription, event, id, payload.body);
    if (isDelivered) {
      counts.delivered++;
      done(event);
    } else retry(queue, event, id, payload.body, 1);
  };

  const retry = (queue: DeliveryQueue, event: EventRecord, id: string, body: string, tried: number) => {
    const mine = era;
    const subscription = storeOf(queue.merchantId)?.subscription.get(queue.subscriptionId);
    if (tried >= ATTEMPTS || !subscription || !reachable(subscription)) {
      counts.failed++;
      return done(event);
    }
    queue.retrying++;
    later(orders.retryMs * 2 ** (tried - 1), async () => {
      counts.retried++;
      const isDelivered = !closed && (await send(subscription, event, id, body));
      queue.retrying--;
      if (closed || mine !== era) return;
      if (isDelivered) {
        counts.delivered++;
        done(event);
      } else retry(queue, event, id, body, tried + 1);
      commit();
      if (queue.sources.length > 0) wake(queue);
    });
  };

  const commit = () => {
    try {
      state.commit();
    } catch {
      // The next response of the service reports it.
    }
  };

  const reachable = ({ target }: SubscriptionRecord) => {
    const url = targetUrl(target);
    return url !== null && isLoopback(url);
  };

  const send = async (to: SubscriptionRecord, event: EventRecord | null, id: string, body: string) => {
    const url = targetUrl(to.target);
    if (!url || !isLoopback(url)) return false;
    counts.sent++;
    const headers = {
      'X-PaymentRails-Signature': signDelivery(to.signingKey, Math.floor(wallClock.now() / 1000), body),
      'X-PaymentRails-Delivery': id,
      'X-PaymentRails-Created': new Date(event?.at ?? clock.now()).toISOString(),
    };
    const status = await postToTarget(agents, url, headers, body, TIMEOUT_MS);
    return event === null ? status === 200 : status !== null && status >= 200 && status < 300;
  };

  state.watch((kind, store, before, after) => {
    if (kind === 'event' || store.subscription.size === 0) return;
    for (const event of getDomainEvents(kind, store, before, after)) happen(store, event);
  });

  return {
    order(given) {
      orders = { ...orders, ...given };
      for (const queue of queues.values()) if (queue.sources.length > 0) wake(queue);
    },
    get orders() {
      return orders;
    },
    counts: () => ({ ...counts, pending: open.size }),
    async validates(subscription) {
      if (!orders.validate) return true;
      return reachable(subscription) && (await send(subscription, null, deliveryId(newId('E')), '{}'));
    },
    resume() {
      for (const store of state.all())
        for (const event of [...store.event.all()]) enqueue(store, event, getEventSubject(store, event));
    },
    reset() {
      era++;
      queues.clear();
      open.clear();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      Object.assign(counts, { sent: 0, delivered: 0, retried: 0, failed: 0, dropped: 0 });
      orders = DEFAULTS;
    },
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function subscribes(to: SubscriptionRecord, { model, action }: { model: string; action: string }): boolean {
  if (to.model !== '*' && to.model !== model) return false;
  // The outcome of each payment is known only when its delivery is created, so any outcome may match.
  return to.action === '*' || to.action === action || (action === 'settled' && ENDS.has(to.action));
}
