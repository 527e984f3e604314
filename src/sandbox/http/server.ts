import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sandbox } from '../call.ts';
import type { FaultOrder } from './faults.ts';
import { type Reply, respond } from './respond.ts';

export interface SandboxServer {
  readonly server: Server;
  /** Answers the requests in flight, refuses new ones, and closes. */
  close(): Promise<void>;
}

const CORS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-PR-Timestamp',
  'Access-Control-Expose-Headers': 'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset',
};
const SHUTTING_DOWN = {
  ok: false,
  errors: [{ code: 'internal_server_error', message: 'The service is shutting down' }],
};
/** Time for requests in flight to finish. */
const GRACE_MS = 2000;

/** The HTTP server of a sandbox, not listening yet. */
export function createSandboxServer(sandbox: Sandbox): SandboxServer {
  let closing = false;
  const closed = new AbortController();
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    const done = closing ? refuse(sandbox, request, response) : serve(sandbox, request, response, closed.signal);
    // An error of one request must not affect others.
    done.catch(() => response.destroy());
  });
  server.on('clientError', answerGarbage);
  return {
    server,
    async close() {
      closing = true;
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      closed.abort();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function serve(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  const wait = async ({ ms }: FaultOrder) => {
    await hold(sandbox, response, ms, closed);
    return !response.destroyed;
  };
  const reply = await respond(sandbox, request, wait);
  if (!reply) return;
  const { fault } = reply;
  if (fault?.do === 'drop') return void response.destroy();
  if (fault?.do === 'hang' && !(await wait(fault))) return;
  send(request, response, reply);
}

/** Delays a call for `ms`, or until the client disconnects or the server closes (then the connection is dropped). */
async function hold(sandbox: Sandbox, response: ServerResponse, ms: number | null, closed: AbortSignal): Promise<void> {
  const gone = new AbortController();
  const end = () => gone.abort();
  response.once('close', end);
  closed.addEventListener('abort', end, { once: true });
  if (closed.aborted) end();
  try {
    if (ms !== null) await sandbox.clock.sleep(ms, gone.signal);
    else if (!gone.signal.aborted)
      await new Promise((resolve) => gone.signal.addEventListener('abort', resolve, { once: true }));
  } catch {
    // The delay was aborted.
  } finally {
    response.off('close', end);
    closed.removeEventListener('abort', end);
  }
  if (gone.signal.aborted) response.destroy();
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, script, quota, cors }: Reply): void {
  if (response.destroyed) return;
  // As text, because Node then sends it with the headers in one write.
  const text = script ?? JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': `${script === undefined ? 'application/json' : 'text/javascript'}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'X-Rate-Limit-Limit': quota.limit,
    'X-Rate-Limit-Remaining': quota.remaining,
    'X-Rate-Limit-Reset': Math.ceil(quota.resetAt / 1000),
    ...(cors ? CORS : {}),
    // A body that is too large is not read to its end.
    ...(request.complete ? {} : { Connection: 'close' }),
  });
  response.end(text);
  if (!request.complete) request.resume();
}

async function refuse(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const quota = sandbox.quota.addressState(request.socket.remoteAddress ?? '', sandbox.wallClock.now());
  response.shouldKeepAlive = false;
  send(request, response, { status: 503, body: SHUTTING_DOWN, quota, cors: true });
}

/** Answers invalid HTTP as JSON too. */
function answerGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({
    ok: false,
    errors: [{ code: 'invalid_field', message: 'This is not an HTTP request' }],
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
