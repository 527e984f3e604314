import type { Clock } from '../platform/clock.ts';
import type { NewId } from './ids.ts';
import type { MerchantStore } from './merchant-store.ts';
import type { State } from './state.ts';
import type { Switches } from './switches.ts';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher.ts';
import type { FaultInjector } from './wire/faults.ts';
import type { RequestQuota } from './wire/request-quota.ts';

export type Body = Readonly<Record<string, unknown>>;

/** What every room may use. */
export interface Sandbox {
  readonly state: State;
  /** The sandbox's own time: it can be moved ahead. */
  readonly clock: Clock;
  /** The machine's time: signatures and quotas go by it. */
  readonly wallClock: Clock;
  readonly newId: NewId;
  readonly quota: RequestQuota;
  readonly faults: FaultInjector;
  /** Batches that are being quoted or started right now, in slices. */
  readonly busy: Set<string>;
  /** Batches whose payments are being given their ends, in slices. */
  readonly finishing: Map<string, Promise<void>>;
  /** From start to the end of processing, in milliseconds. */
  readonly settleMs: number;
  /** How long prices show as "0" after they were asked for, in milliseconds. */
  readonly pricingMs: number;
  /** After how long a sub-merchant is approved by itself, in milliseconds; null: never. */
  readonly approveMs: number | null;
  /** Delivers events to those who subscribed to them. */
  readonly postman: WebhookDispatcher;
  /** How it behaves where the service was seen to behave in several ways. */
  readonly switches: Switches;
  /** Back to how it was started. */
  resetSwitches(): void;
  /** The interface as an OpenAPI document, for `GET /openapi.json`; null: nothing is there. */
  readonly openApi: (() => Answer) | null;
  /** Gives a merchant its starting balances and payout methods. */
  fill(books: MerchantStore): void;
}

/** An authenticated call about to be answered. */
export interface Call {
  readonly sandbox: Sandbox;
  readonly books: MerchantStore;
  /** Milliseconds since the epoch, UTC: one time for the whole call. */
  readonly now: number;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parts of the path by their name in the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON object that was sent, with what the query adds to it. */
  readonly body: Body;
}

/** A control call: no merchant, any JSON as body. */
export interface ControlCall {
  readonly sandbox: Sandbox;
  readonly now: number;
  readonly body: unknown;
}

/** What goes into the answer beside `ok`. */
export type Answer = Readonly<Record<string, unknown>>;
export type Handler = (call: Call) => Answer | Promise<Answer>;
export type ControlHandler = (call: ControlCall) => Answer | Promise<Answer>;

/** Lets other requests in between two slices of a long piece of work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Payments that are worked on before others may go: about 10 ms of work. */
export const SLICE = 1000;
