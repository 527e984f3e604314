import { expect, test } from 'vitest';
import { sign } from '../../support/signed-fetch.ts';
import { startWorld } from '../world.ts';

const PATH = '/v1/recipients?search=Ada%20L';

test.each([
  [-31, 401],
  [-30, 200],
  [30, 200],
  [31, 401],
])('a timestamp %i s away is answered with %i', async (offset, status) => {
  const world = await startWorld();
  const timestamp = Math.floor(world.clock.now() / 1000) + offset;
  expect((await world.call('GET', PATH, undefined, { timestamp })).status).toBe(status);
});

test('a signature under another scheme is answered with 401', async () => {
  const { sandbox, clock } = await startWorld();
  const timestamp = Math.floor(clock.now() / 1000);
  const authorization = sign(sandbox.merchant, timestamp, 'GET', PATH, '');
  for (const [scheme, status] of [
    ['prsign', 200],
    ['Bearer', 401],
  ] as const) {
    const headers = { Authorization: authorization.replace('prsign', scheme), 'X-PR-Timestamp': String(timestamp) };
    expect((await fetch(sandbox.url + PATH, { headers })).status, scheme).toBe(status);
  }
});

test('given keys are used', async () => {
  const merchantKeys = { accessKey: 'AK-given', secretKey: 'SK-given' };
  const { sandbox, call } = await startWorld({ merchantKeys });
  expect(sandbox.merchant).toEqual(merchantKeys);
  expect((await call('GET', '/v1/recipients')).status).toBe(200);
});
