import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Answer, Sandbox } from '../call.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { advance } from '../payments/processing.ts';
import { getRefusalCode, notFound, Refusal, refusal } from '../refusal.ts';
import { findRoute, type Match } from '../routes.ts';
import type { FaultOrder } from './faults.ts';
import { parseJson, readArguments, readBody } from './read-body.ts';
import type { QuotaState } from './request-quota.ts';
import { authenticate, claimedKey } from './signature.ts';

export interface Reply {
  readonly status: number;
  readonly body: Answer;
  /** A script for a browser, sent instead of `body`. */
  readonly script?: string;
  readonly quota: QuotaState;
  /** Whether browsers of other origins may read it. */
  readonly cors: boolean;
  /** The fault to apply to the response. */
  readonly fault?: FaultOrder;
}

/** The component of an onboarding page, which the browser loads. */
const STAND_IN = readFileSync(join(import.meta.dirname, '../partner/onboarding-frame.js'), 'utf8');
const LOCAL_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Answers one request. Never throws: every error becomes the error envelope. Calls `wait` if a fault delays the call
 * before it takes effect; `wait` resolves to false if the client disconnects meanwhile.
 */
export async function respond(
  sandbox: Sandbox,
  request: IncomingMessage,
  wait: (fault: FaultOrder) => Promise<boolean>,
): Promise<Reply | null> {
  const visit: Visit = { store: undefined, fault: undefined };
  const now = sandbox.wallClock.now();
  const path = pathOf(request);
  let outcome: Answered | null;
  try {
    outcome = await answer(sandbox, request, now, visit, wait);
  } catch (error) {
    outcome = envelope(error);
  }
  const { store, fault } = visit;
  // The call took effect, but the fault replaces its response.
  if (outcome && fault?.do === 'status') outcome = { status: fault.status, body: madeUp(fault) };
  try {
    // Changes are written before the response is sent, also if the response is a refusal.
    sandbox.state.commit();
  } catch (error) {
    outcome &&= envelope(error);
  }
  if (!outcome) return null;
  const address = request.socket.remoteAddress ?? '';
  return {
    ...outcome,
    quota: store
      ? sandbox.quota.keyState(store.merchant.accessKey, now, timesOf(store))
      : sandbox.quota.addressState(address, now),
    cors: !isControl(path),
    ...(fault ? { fault } : {}),
  };
}

type Answered = Pick<Reply, 'status' | 'body' | 'script'>;

/** Facts about a request that are found while it is answered. */
interface Visit {
  store: MerchantStore | undefined;
  fault: FaultOrder | undefined;
}

/** Null if a fault delayed the call until the client disconnected. */
async function answer(
  sandbox: Sandbox,
  request: IncomingMessage,
  now: number,
  visit: Visit,
  wait: (fault: FaultOrder) => Promise<boolean>,
): Promise<Answered | null> {
  const { method = 'GET', url = '/', headers } = request;
  const path = pathOf(request);
  if (method === 'OPTIONS' && !isControl(path)) return { status: 200, body: { ok: true } };
  if (!isControl(path)) takeAddress(sandbox, request, now);
  const body = await readBody(request);
  if (method === 'GET' && path === '/openapi.json' && sandbox.openApi) return { status: 200, body: sandbox.openApi() };
  if (method === 'GET' && path === '/_sandbox/onboarding-frame.js') return { status: 200, body: {}, script: STAND_IN };
  const match = findRoute(method, path);
  if (!match) throw refusal('not_found', 'There is nothing at this path');
  const { route } = match;
  if (route.access === 'control') {
    if (!LOCAL_HOST.test(headers.host ?? '')) throw refusal('not_authorized', 'Control paths are local only');
    const own = sandbox.clock.now();
    advance(sandbox, own);
    return { status: 200, body: await route.handler({ sandbox, now: own, body: parseJson(body) }) };
  }
  const store = await authenticate(sandbox.state, { method, url, headers, body }, now);
  visit.store = store;
  if (!sandbox.quota.takeKey(store.merchant.accessKey, now, timesOf(store))) throw rateLimited();
  if (store.merchant.kind !== route.access)
    throw refusal('not_authorized', `This call takes the keys of a ${route.access}`);

  const fault = sandbox.faults.strike(method, url);
  if (fault?.effect === 'before' && fault.do === 'hang') {
    // The call takes effect after the delay, if the client is still connected.
    if (!(await wait(fault))) return null;
  } else {
    visit.fault = fault;
    if (fault?.effect === 'before') return { status: fault.status, body: madeUp(fault) };
  }
  return { status: 200, body: { ok: true, ...(await answerCall(sandbox, store, match, request, body)) } };
}

/** An error as the contract's error envelope. An unexpected error reveals no details. */
function envelope(error: unknown): Answered {
  if (error instanceof Refusal) return { status: error.status, body: { ok: false, errors: error.errors } };
  const item = { code: 'internal_server_error', message: 'Internal server error' };
  return { status: 500, body: { ok: false, errors: [item] } };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0]!;
}

function isControl(path: string): boolean {
  return path.startsWith('/_sandbox/');
}

function takeAddress(sandbox: Sandbox, request: IncomingMessage, now: number): void {
  if (sandbox.quota.takeAddress(request.socket.remoteAddress ?? '', now)) return;
  const claimed = claimedKey(request.headers);
  if (claimed && sandbox.state.byAccessKey(claimed)) sandbox.quota.noteRefused(claimed, now);
  throw rateLimited();
}

async function answerCall(
  sandbox: Sandbox,
  store: MerchantStore,
  { route, params }: Match,
  request: IncomingMessage,
  raw: Buffer,
): Promise<Answer> {
  if (route.access === 'control') throw notFound('Path');
  const url = request.url ?? '/';
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const body = await readArguments(raw, request.headers['content-type'], query);
  // A delayed call uses the time after the delay.
  const now = sandbox.clock.now();
  advance(sandbox, now);
  return route.handler({
    sandbox,
    store,
    now,
    method: route.method,
    url,
    ip: request.socket.remoteAddress ?? '',
    headers: request.headers as Record<string, string>,
    params,
    query,
    body,
  });
}

function madeUp({ status, code }: FaultOrder): Answer {
  if (status < 400) return { ok: true };
  return {
    ok: false,
    errors: [{ code: code ?? getRefusalCode(status), message: 'This answer is a fault that was ordered' }],
  };
}

/** A regular merchant has twice the rate limit of a sandbox merchant: 100 calls a minute instead of 50. */
function timesOf({ merchant }: MerchantStore): number {
  return merchant.sandbox ? 1 : 2;
}

function rateLimited(): Refusal {
  return refusal('rate_limit_exceeded', 'Rate limit exceeded');
}
