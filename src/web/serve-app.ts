import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { FORM_MS, SHEET_MS } from '../http/bodies/body-limits.ts';
import { usageError } from '../references/usage-error.ts';

export interface WebServer {
  readonly url: string;
  /** Accepts no new connections, and waits up to 5 s for requests in flight. */
  close(): Promise<void>;
}

/** For a whole request: each route has a limit of its own for its body. */
const REQUEST_MS = SHEET_MS + FORM_MS;
/** Requests in flight have this long to finish. */
const CLOSE_MS = 5_000;

/** Starts to listen. Throws `usage` if the port is taken or not permitted. */
export async function serveApp(app: Hono, { host, port }: { host: string; port: number }): Promise<WebServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: { requestTimeout: REQUEST_MS, headersTimeout: FORM_MS },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(usageError(CANNOT_LISTEN[cause.code ?? ''] ?? 'port_unusable', { port, host }, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    close: () =>
      new Promise((resolve) => {
        // A client that keeps its connection busy must not keep the process alive.
        const last = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
        server.close(() => {
          clearTimeout(last);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

const CANNOT_LISTEN = {
  EADDRINUSE: 'port_in_use',
  EACCES: 'port_forbidden',
  EADDRNOTAVAIL: 'host_not_here',
} as Readonly<Record<string, 'host_not_here' | 'port_forbidden' | 'port_in_use'>>;
