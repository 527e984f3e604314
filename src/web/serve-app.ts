import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { PayrunError } from '../errors.ts';

export interface WebServer {
  readonly url: string;
  /** Accepts no new connections, and waits up to 5 s for requests in flight. */
  close(): Promise<void>;
}

/** A slow client may hold a connection for this long. */
const REQUEST_MS = 15_000;
/** Requests in flight have this long to finish. */
const CLOSE_MS = 5_000;

/** Starts to listen. Throws `usage` if the port is taken or not permitted. */
export async function serveApp(app: Hono, { host, port }: { host: string; port: number }): Promise<WebServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    serverOptions: { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = WHY[cause.code ?? ''] ?? 'cannot be used';
      reject(new PayrunError('usage', { detail: `Port ${port} of ${host} ${why}.` }, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const { port: mine } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${mine}`,
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

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
};
