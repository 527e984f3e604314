import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { PayrunError } from '../errors.ts';

export interface WebServer {
  readonly url: string;
  /** Takes nothing new, and waits for the requests that are under way, 5 s at most. */
  close(): Promise<void>;
}

/** A client that sends slowly holds a connection no longer than this. */
const REQUEST_MS = 15_000;
/** Requests under way have so long to end. */
const CLOSE_MS = 5_000;

/** Listens. Throws `usage` where the port is taken or may not be used. */
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
        // A client that keeps its connection busy does not keep the process.
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
