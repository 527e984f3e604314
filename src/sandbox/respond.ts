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
  const now = sandbox.clock.now();
  const method = request.method ?? 'GET';
  const url = request.url ?? '/';
  const address = request.socket.remoteAddress ?? '';
  const path = url.split('?', 1)[0]!;
  let books: Books | undefined;
  let fault: FaultOrder | undefined;
  const isControl = path.startsWith('/_sandbox/');
  const reply = (status: number, body: Answer): Reply => ({
    status,
    body,
    quota: books ? sandbox.quota.keyState(books.merchant.accessKey, now) : sandbox.quota.addressState(address, now),
    cors: !isControl,
    ...(fault ? { fault } : {}),
  });
  try {
    if (method === 'OPTIONS' && !isControl) return reply(200, { ok: true });
    if (!isControl) takeAddress(sandbox, request, address, now);
    const body = await readBody(request);
    const match = findRoute(method, path);
    if (!match) throw refusal('not_found', 'There is nothing at this path');
    if (match.route.access === 'control') {
      if (!LOCAL_HOST.test(request.headers.host ?? '')) throw refusal('not_authorized', 'Control paths are local only');
      advance(sandbox, now);
      return reply(200, match.route.handler({ sandbox, now, body: parseJson(body) }));
    }
    books = authenticate(sandbox.state, { method, url, headers: request.headers, body }, now);
    if (!sandbox.quota.takeKey(books.merchant.accessKey, now)) throw rateLimited();
    if (books.merchant.kind !== match.route.access)
      throw refusal('not_authorized', `This call takes the keys of a ${match.route.access}`);

    fault = sandbox.faults.strike(method, url);
    if (fault?.effect === 'before') {
      if (fault.do !== 'hang') return reply(fault.status, madeUp(fault));
      if (!(await wait(fault))) return null;
      fault = undefined;
    }
    const answer = await answerCall(sandbox, books, match, request, body);
    return fault?.do === 'status' ? reply(fault.status, madeUp(fault)) : reply(200, { ok: true, ...answer });
  } catch (error) {
    if (error instanceof Refusal) return reply(error.status, { ok: false, errors: error.errors });
    return reply(500, { ok: false, errors: [{ code: 'internal_server_error', message: 'Internal server error' }] });
  } finally {
    // What a call changed is written before its answer is sent, also where the answer is a refusal.
    sandbox.state.commit();
  }
}

function takeAddress(sandbox: Sandbox, request: IncomingMessage, address: string, now: number): void {
  if (sandbox.quota.takeAddress(address, now)) return;
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
