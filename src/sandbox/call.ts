import type { Clock } from '../platform/clock.ts';
import type { FaultInjector } from './http/faults.ts';
import type { RequestQuota } from './http/request-quota.ts';
import type { NewId } from './ids.ts';
import type { MerchantStore } from './merchant-store.ts';
import type { SubscriptionRecord } from './records.ts';
import type { State } from './state.ts';
import type { Switches } from './switches.ts';

export type Body = Readonly<Record<string, unknown>>;

/** Shared state and services of all handlers. */
export interface Sandbox {
  readonly state: State;
  /** The sandbox's own time, which can be moved ahead. */
  readonly clock: Clock;
  /** The machine's time, which signatures and rate limits use. */
  readonly wallClock: Clock;
  readonly newId: NewId;
  readonly quota: RequestQuota;
  readonly faults: FaultInjector;
  /** Batches that are being quoted or started now, in slices. */
  readonly busy: Set<string>;
  /** Batches whose payments are being finished, in slices. */
  readonly finishing: Map<string, Promise<void>>;
  /** From start to the end of processing, in milliseconds. */
  readonly settleMs: number;
  /** The time that prices show as "0" after a quote, in milliseconds. */
  readonly pricingMs: number;
  /** Delay before a sub-merchant is approved automatically, in milliseconds; null: never. */
  readonly approveMs: number | null;
  /** Delivers events to their subscribers. */
  readonly dispatcher: WebhookDispatcher;
  /** Behaviors of the service that vary. */
  readonly switches: Switches;
  /** Restores the behaviors that the sandbox was started with. */
  resetSwitches(): void;
  /** The interface as an OpenAPI document, for `GET /openapi.json`; null: not served. */
  readonly openApi: (() => Answer) | null;
  /** The `provider` of balances; `sandbox` unless live keys are rehearsed. */
  readonly provider: string;
  /** Balances that were never used are listed too. */
  readonly allBalances: boolean;
  /** Gives a merchant its starting balances and payout methods. */
  fill(store: MerchantStore): void;
}

/** Settings that make deliveries misbehave. */
export interface PostOrders {
  /** Number of times that each delivery is repeated with the same id. */
  readonly duplicate: number;
  /** Newest first, in groups of ten. */
  readonly reorder: boolean;
  /** While true, no deliveries are sent. */
  readonly paused: boolean;
  /**
   * Targets must be on this machine and answer a POST of `{}` with 200. Otherwise any target is accepted, but only
   * targets on this machine get deliveries.
   */
  readonly validate: boolean;
  /** Delay before the first retry; each further delay is twice as long. */
  readonly retryMs: number;
}

export interface PostCounts {
  /** POST requests, including duplicates and retries. */
  sent: number;
  delivered: number;
  retried: number;
  /** Given up, after the last attempt or because the target is not allowed. */
  failed: number;
  /** Events that were not queued, because the queue was full. */
  dropped: number;
}

/**
 * Sends events to subscribers: in order, one at a time for each subscription, with retries until the target answers 2xx
 * or the attempts are used up.
 */
export interface WebhookDispatcher {
  order(orders: Partial<PostOrders>): void;
  readonly orders: PostOrders;
  counts(): Readonly<PostCounts> & { readonly pending: number };
  /** Whether the target answers a POST of `{}` with 200. */
  validates(subscription: SubscriptionRecord): Promise<boolean>;
  /** Resumes deliveries that the state file still contains. */
  resume(): void;
  reset(): void;
  close(): void;
}

/** An authenticated API call. */
export interface Call {
  readonly sandbox: Sandbox;
  readonly store: MerchantStore;
  /** Milliseconds since the epoch, UTC: the same time for the whole call. */
  readonly now: number;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parts of the path, by their name in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON object of the body, with the query's parameters for fields that it lacks. */
  readonly body: Body;
}

/** A control call: without a merchant, and with any JSON as body. */
export interface ControlCall {
  readonly sandbox: Sandbox;
  readonly now: number;
  readonly body: unknown;
}

/** The fields of the response next to `ok`. */
export type Answer = Readonly<Record<string, unknown>>;
export type Handler = (call: Call) => Answer | Promise<Answer>;
export type ControlHandler = (call: ControlCall) => Answer | Promise<Answer>;

/** Lets other requests proceed between two slices of long work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Number of payments to process before yielding: about 10 ms of work. */
export const SLICE = 1000;
