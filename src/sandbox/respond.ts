import type { IncomingMessage } from 'node:http';
import type { Books } from './books.ts';
import type { Answer, Sandbox } from './call.ts';
import type { FaultOrder } from './faults.ts';
import { advance } from './processing.ts';
import { parseJson, readArguments, readBody } from './read-body.ts';
import { codeOf, notFound, Refusal, refusal } from './refusal.ts';
import type { QuotaState } from './request-quota.ts';
import { findRoute, type Match } from './routes.ts';
import { authenticate, claimedKey } from './signature.ts';

export interface Reply {
  readonly status: number;
  readonly body: Answer;
  readonly quota: QuotaState;
  /** Browsers of other origins may read it. */
  readonly cors: boolean;
  /** What a fault does with the answer. */
  readonly fault?: FaultOrder;
}

const LOCAL_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Answers one request. Never throws: whatever is wrong becomes the error envelope. `wait` is called when a fault keeps the
 * call waiting before it takes effect, and resolves to false when the client has gone meanwhile.
 */
export async function respond(
  sandbox: Sandbox,
  request: IncomingMessage,
  wait: (fault: FaultOrder) => Promise<boolean>,
): Promise<Reply | null> {
  const visit: Visit = { books: undefined, fault: undefined };
  const now = sandbox.clock.now();
  const path = pathOf(request);
  let outcome: { status: number; body: Answer } | null;
  try {
    outcome = await answer(sandbox, request, now, visit, wait);
  } catch (error) {
    outcome = envelope(error);
  }
  const { books, fault } = visit;
  // The call had its effect, but its answer is lost.
  if (outcome && fault?.do === 'status') outcome = { status: fault.status, body: madeUp(fault) };
  try {
    // What a call changed is written before its answer is sent, also where the answer is a refusal.
    sandbox.state.commit();
  } catch (error) {
    outcome &&= envelope(error);
  }
  if (!outcome) return null;
  const address = request.socket.remoteAddress ?? '';
  return {
    ...outcome,
    quota: books ? sandbox.quota.keyState(books.merchant.accessKey, now) : sandbox.quota.addressState(address, now),
    cors: !isControl(path),
    ...(fault ? { fault } : {}),
  };
}

/** What became known of a request while it was answered. */
interface Visit {
  books: Books | undefined;
  fault: FaultOrder | undefined;
}

/** Null where a fault kept the call waiting until the client went. */
async function answer(
  sandbox: Sandbox,
  request: IncomingMessage,
  now: number,
  visit: Visit,
  wait: (fault: FaultOrder) => Promise<boolean>,
): Promise<{ status: number; body: Answer } | null> {
  const { method = 'GET', url = '/', headers } = request;
  const path = pathOf(request);
  if (method === 'OPTIONS' && !isControl(path)) return { status: 200, body: { ok: true } };
  if (!isControl(path)) takeAddress(sandbox, request, now);
  const body = await readBody(request);
  const match = findRoute(method, path);
  if (!match) throw refusal('not_found', 'There is nothing at this path');
  const { route } = match;
  if (route.access === 'control') {
    if (!LOCAL_HOST.test(headers.host ?? '')) throw refusal('not_authorized', 'Control paths are local only');
    advance(sandbox, now);
    return { status: 200, body: route.handler({ sandbox, now, body: parseJson(body) }) };
  }
  const books = authenticate(sandbox.state, { method, url, headers, body }, now);
  visit.books = books;
  if (!sandbox.quota.takeKey(books.merchant.accessKey, now)) throw rateLimited();
  if (books.merchant.kind !== route.access)
    throw refusal('not_authorized', `This call takes the keys of a ${route.access}`);

  const fault = sandbox.faults.strike(method, url);
  if (fault?.effect === 'before' && fault.do === 'hang') {
    // It may still happen: after the wait, if the client is there.
    if (!(await wait(fault))) return null;
  } else {
    visit.fault = fault;
    if (fault?.effect === 'before') return { status: fault.status, body: madeUp(fault) };
  }
  return { status: 200, body: { ok: true, ...(await answerCall(sandbox, books, match, request, body)) } };
}

/** Whatever was thrown, as the contract's error envelope. A defect tells nothing of itself. */
function envelope(error: unknown): { status: number; body: Answer } {
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
  books: Books,
  { route, params }: Match,
  request: IncomingMessage,
  raw: Buffer,
): Promise<Answer> {
  if (route.access === 'control') throw notFound('Path');
  const url = request.url ?? '/';
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const body = readArguments(raw, request.headers['content-type'], query);
  // A call that was kept waiting happens when it happens.
  const now = sandbox.clock.now();
  advance(sandbox, now);
  return route.handler({
    sandbox,
    books,
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

function madeUp({ status }: FaultOrder): Answer {
  if (status < 400) return { ok: true };
  return { ok: false, errors: [{ code: codeOf(status), message: 'This answer is a fault that was ordered' }] };
}

function rateLimited(): Refusal {
  return refusal('rate_limit_exceeded', 'Rate limit exceeded');
}
