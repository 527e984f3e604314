import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlidingLogServer {
  readonly url: string;
  /** When each request came, ms; also the refused ones. */
  readonly arrivals: readonly number[];
  readonly refused: number;
  close(): Promise<void>;
}

/**
 * A server that lets `limit` requests through in any `windowMs`, and answers the others with 429. Every answer is JSON with
 * `ok: true` and an empty list of balances, so that the real client can call it.
 */
export async function startSlidingLogServer(options: {
  limit: number;
  windowMs: number;
  /** The time that an answer takes. */
  answerMs?: number;
}): Promise<SlidingLogServer> {
  const { limit, windowMs, answerMs = 0 } = options;
  const arrivals: number[] = [];
  let served: number[] = [];
  let refused = 0;
  const server = createServer((request, response) => {
    const now = Date.now();
    arrivals.push(now);
    served = served.filter((at) => at > now - windowMs);
    const full = served.length >= limit;
    if (full) refused += 1;
    else served.push(now);
    const body = full
      ? { ok: false, errors: [{ code: 'rate_limit_exceeded', message: 'Rate limit exceeded' }] }
      : { ok: true, balances: [] };
    request.resume();
    setTimeout(() => {
      response.writeHead(full ? 429 : 200, {
        'content-type': 'application/json',
        'x-rate-limit-limit': String(limit),
        'x-rate-limit-remaining': String(limit - served.length),
        'x-rate-limit-reset': String(Math.ceil(((served[0] ?? now) + windowMs) / 1000)),
      });
      response.end(JSON.stringify(body));
    }, answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    get refused() {
      return refused;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
