import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server's response to one request. */
export interface Script {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: unknown;
  /** Instead of an answer: never answers, or cuts the connection off before or within the body. */
  readonly instead?: 'hang' | 'drop' | 'drop_in_body' | 'hang_in_body';
}

export interface Received {
  readonly method: string;
  /** As it came over the wire, with its query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface ScriptedServer {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** A real HTTP server that does what `script` says for the n-th request (0, 1, ...), and keeps what it received. */
export async function startScriptedServer(script: (n: number, request: Received) => Script): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry: Received = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      received.push(entry);
      const { status = 200, headers = {}, body = '', instead } = script(received.length - 1, entry);
      if (instead === 'hang') return;
      if (instead === 'drop') return void request.socket.destroy();
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (instead === undefined) return void response.end(text);
      response.write('{"ok":');
      if (instead === 'drop_in_body') setTimeout(() => request.socket.destroy(), 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
