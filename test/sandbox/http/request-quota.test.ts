import { expect, test } from 'vitest';
import { signedFetch } from '../../support/signed-fetch.ts';
import { startWorld } from '../world.ts';

const quotaOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`)));

test('a sandbox merchant has 50 calls a minute, and every reply says how many are left', async () => {
  const { call, clock } = await startWorld({ quota: 50 });
  const reset = clock.now() / 1000 + 60;
  for (let used = 1; used <= 50; used++) {
    const reply = await call('GET', '/v1/balances');
    expect(reply.status).toBe(200);
    expect(quotaOf(reply)).toEqual([50, 50 - used, reset]);
  }
  const refused = await call('GET', '/v1/balances');
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({ ok: false, errors: [{ code: 'rate_limit_exceeded', message: expect.any(String) }] });
  expect(quotaOf(refused)).toEqual([50, 0, reset]);
});

test('a call counts for exactly one window from its arrival, and a refused one does not count', async () => {
  const { call, clock, control, sandbox } = await startWorld({ quota: 3, windowMs: 1000 });
  const status = async () => (await call('GET', '/v1/balances')).status;
  expect(await status()).toBe(200);
  clock.move(400);
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  clock.move(599);
  expect(await status()).toBe(429);
  clock.move(1);
  // The first one has left; the two of 600 ms ago have not.
  expect([await status(), await status()]).toEqual([200, 429]);
  clock.move(400);
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  const { requests } = (await control('ledger')).body;
  expect(requests).toEqual({ [sandbox.merchant.accessKey]: { total: 10, refused: 4, maxInWindow: 6 } });
});

test('an address has a limit of its own, over all keys and for unsigned calls too', async () => {
  const { sandbox, call, clock } = await startWorld({ quota: 50, addressQuota: 5 });
  const parent = signedFetch({ url: sandbox.url, keys: sandbox.parent }, clock.now);
  expect((await call('GET', '/v1/balances')).status).toBe(200);
  expect((await parent('GET', '/v1/balances')).status).toBe(403);
  for (let used = 3; used <= 5; used++) {
    const response = await fetch(`${sandbox.url}/v1/balances`);
    expect(response.status).toBe(401);
    expect(quotaOf(response).slice(0, 2)).toEqual([5, 5 - used]);
  }
  expect((await call('GET', '/v1/balances')).status).toBe(429);
  expect((await parent('GET', '/v1/balances')).status).toBe(429);
});

test('control paths count against nothing and are never refused', async () => {
  const { control, call } = await startWorld({ quota: 1, addressQuota: 1 });
  expect((await call('GET', '/v1/balances')).status).toBe(200);
  expect((await call('GET', '/v1/balances')).status).toBe(429);
  for (let times = 0; times < 3; times++) expect((await control('ledger')).status).toBe(200);
});

test('a larger quota of keys is not limited by the address', async () => {
  const { call } = await startWorld({ quota: 300 });
  const replies = await Promise.all(Array.from({ length: 300 }, () => call('GET', '/v1/balances')));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
});
