import { deliveryOutcomes } from '../../ledger/deliveries/due-deliveries.ts';
import { findEndpoint } from '../../ledger/endpoints/endpoint.ts';
import {
  type EndpointMessage,
  endpointsWithDue,
  type TakenMessage,
  takeMessages,
} from '../../ledger/endpoints/endpoint-message.ts';
import type { Scope } from '../../ledger/merchants/scope.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { postWebhook } from '../deliveries/post-webhook.ts';
import { type AttemptResult, sendDue } from '../deliveries/send-due.ts';
import { type Stops, startPasses } from '../deliveries/start-passes.ts';

const GIVEN_UP_MS = 3 * 24 * 3_600_000;
/** Endpoints that are served at once, so that those that do not answer keep back no other. */
const AT_ONCE = 4;

/** Reads what a message says now, within these merchants; null if it is about nothing that they see. */
export type MessageData = (
  appContext: AppContext,
  merchants: Scope,
  message: Pick<EndpointMessage, 'run_id' | 'payment_id'>,
) => Promise<object | null>;

export interface MessageAttempt extends AttemptResult {
  readonly endpoint: string;
  readonly type: string;
  readonly run: string;
}

export interface EndpointsOptions {
  readonly data: MessageData;
  /** Called for each attempt. */
  readonly report?: (attempt: MessageAttempt) => void;
  readonly fetch?: typeof fetch;
  /** The pause between two passes, in ms. */
  readonly everyMs?: number;
}

/**
 * Sends messages to endpoints, signed by Standard Webhooks, until it is closed; each is retried for three days. Their
 * order is not kept. Continues through outages of the database and of receivers.
 */
export function startEndpoints(appContext: AppContext, options: EndpointsOptions): Component {
  const { everyMs } = options;
  const served = new Set<string>();
  const pass = {
    failure: 'messages to endpoints are not sent yet',
    run: async (stops: Stops) => {
      for (const name of await endpointsWithDue(appContext.ledger.db)) {
        if (served.has(name)) continue;
        served.add(name);
        await sendTo(appContext, name, options, stops).finally(() => served.delete(name));
      }
    },
  };
  return startPasses(appContext, Array(AT_ONCE).fill(pass), everyMs);
}

function sendTo(
  appContext: AppContext,
  endpoint: string,
  { data, report = () => {}, fetch: post = fetch }: EndpointsOptions,
  stops: Stops,
): Promise<void> {
  const { db } = appContext.ledger;
  const queue = {
    ...deliveryOutcomes<string>(db, 'endpoint_message'),
    take: (holdMs: number, limit: number) => takeMessages(db, endpoint, holdMs, limit),
    send: (message: TakenMessage, signal: AbortSignal) => sendMessage(appContext, message, { data, post }, signal),
    giveUpMs: GIVEN_UP_MS,
  };
  return sendDue(queue, stops, ({ type, run_id }, result) =>
    report({ endpoint, type, run: String(run_id), ...result }),
  );
}

async function sendMessage(
  appContext: AppContext,
  message: TakenMessage,
  { data, post }: { readonly data: MessageData; readonly post: typeof fetch },
  signal: AbortSignal,
): Promise<void> {
  const { ledger, clock } = appContext;
  const { id, type, at } = message;
  const endpoint = await findEndpoint(ledger.db, ledger.vault, message.endpoint);
  if (endpoint === null) return;
  const { url, secrets, former_until, merchants } = endpoint;
  const found = await data(appContext, merchants, message);
  if (found === null) throw Object.assign(new Error('nothing to tell'), { code: 'NOT_FOUND' });
  const now = clock.now();
  const signing = former_until !== null && former_until.getTime() > now ? secrets : secrets.slice(0, 1);
  const body = { type, timestamp: at.toISOString(), data: found };
  await postWebhook({ url, key: signing.join(' '), id, body, now, fetch: post }, signal);
}
