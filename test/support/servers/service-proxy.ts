import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service's answer to a call, on its way back. */
export interface ProxiedAnswer {
  /** Upper case, and the path without its query string. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests change answers of every form
  readonly json: any;
}

export interface ProxyRules {
  /** Whether this call is refused with a 429, which has these headers: none, and it says nothing of when it is over. */
  readonly refuse?: (method: string, path: string) => Readonly<Record<string, string>> | null;
  /** The answer that goes back; null: the connection breaks, though the call took effect. */
  readonly answer?: (answer: ProxiedAnswer) => ProxiedAnswer | null | Promise<ProxiedAnswer | null>;
}

export interface ServiceProxy {
  readonly url: string;
  /** Other rules from now on. */
  rule(rules: ProxyRules): void;
  /** Calls that it passed on, as `METHOD path`. */
  readonly calls: readonly string[];
  /** Restarts the list of calls. */
  forget(): void;
  close(): Promise<void>;
}

/** Between Payrun, in this process or in another, and the service: it answers as the service does, but for what its rules say. */
export async function startServiceProxy(target: string, first: ProxyRules = {}): Promise<ServiceProxy> {
  let rules = first;
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    try {
      const { method = 'GET', url = '/' } = request;
      const path = url.split('?', 1)[0] ?? '';
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { host: _, connection: _c, 'content-length': _l, ...headers } = request.headers as Record<string, string>;
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const refusal = rules.refuse?.(method, path);
      if (refusal) {
        const errors = [{ code: 'rate_limit_exceeded', message: 'Rate limit exceeded' }];
        response.writeHead(429, { 'content-type': 'application/json', ...refusal });
        return void response.end(JSON.stringify({ ok: false, errors }));
      }
      calls.push(`${method} ${path}`);
      const output = await fetch(target + url, { method, headers, ...body });
      const {
        'content-length': _n,
        'transfer-encoding': _t,
        connection: _k,
        ...kept
      } = Object.fromEntries(output.headers);
      const answer = { method, path, status: output.status, headers: kept, json: await output.json() };
      const changed = rules.answer ? await rules.answer(answer) : answer;
      if (!changed) return void response.destroy();
      response.writeHead(changed.status, changed.headers);
      response.end(JSON.stringify(changed.json));
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rule(next) {
      rules = next;
    },
    calls,
    forget() {
      calls.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
