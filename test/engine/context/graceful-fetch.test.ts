import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { gracefulFetch } from '../../../src/engine/context/graceful-fetch.ts';
import { PayrunError } from '../../../src/errors.ts';
import { systemClock } from '../../../src/platform/clock.ts';

let server: Server;
let url: string;
let arrived: Promise<() => void>;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(201, { 'x-rate-limit-remaining': '7' });
    response.write('{"ok":');
    answering(() => response.end('true}'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});
let answering = (_: () => void) => {};
beforeEach(() => {
  arrived = new Promise((resolve) => {
    answering = resolve;
  });
});

const stopped = new PayrunError('stopped', { signal: 'SIGTERM' });

it('a call in flight ends even if the process is told to stop, with body and headers', async () => {
  const stop = new AbortController();
  const call = gracefulFetch(fetch, systemClock, 60_000)(url, { signal: stop.signal });
  const end = await arrived;
  stop.abort(stopped);
  end();
  const answer = await call;
  expect([answer.status, answer.headers.get('x-rate-limit-remaining'), await answer.json()]).toEqual([
    201,
    '7',
    { ok: true },
  ]);
});

it('a call that does not end in time is aborted, and nothing is sent after the stop', async () => {
  const stop = new AbortController();
  const ending = gracefulFetch(fetch, systemClock, 20);
  const call = ending(url, { signal: stop.signal });
  await arrived;
  stop.abort(stopped);
  await expect(call).rejects.toBe(stopped);
  await expect(ending(url, { signal: stop.signal })).rejects.toBe(stopped);
});

it('a time limit or a run that was taken over aborts at once', async () => {
  for (const reason of [new PayrunError('fenced', { run: '1' }), new DOMException('', 'AbortError')]) {
    const stop = new AbortController();
    const call = gracefulFetch(fetch, systemClock, 3_600_000)(url, { signal: stop.signal });
    await arrived;
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
  }
});
