import { expect, test } from 'vitest';
import { sign } from '../../support/signed-fetch.ts';
import { startWorld, type World } from '../world.ts';

const PATH = '/v1/recipients?search=Ada%20L';

interface Attempt {
  readonly name: string;
  readonly headers: (world: World, seconds: number) => Record<string, string>;
}

const signed = (world: World, seconds: number, body = '') => sign(world.sandbox.merchant, seconds, 'GET', PATH, body);

const BAD: readonly Attempt[] = [
  { name: 'no headers', headers: () => ({}) },
  {
    name: 'no timestamp',
    headers: (world, seconds) => ({ Authorization: signed(world, seconds) }),
  },
  {
    name: 'a timestamp that is not the signed one',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds),
      'X-PR-Timestamp': String(seconds + 1),
    }),
  },
  {
    name: 'a timestamp of 31 s ago',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds - 31),
      'X-PR-Timestamp': String(seconds - 31),
    }),
  },
  {
    name: 'a timestamp 31 s ahead',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds + 31),
      'X-PR-Timestamp': String(seconds + 31),
    }),
  },
  {
    name: 'a timestamp in milliseconds',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds * 1000),
      'X-PR-Timestamp': String(seconds * 1000),
    }),
  },
  {
    name: 'a timestamp that is no number',
    headers: (world, seconds) => ({ Authorization: signed(world, seconds), 'X-PR-Timestamp': 'now' }),
  },
  {
    name: 'an unknown access key',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds).replace(world.sandbox.merchant.accessKey, 'AK-unknown'),
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'another secret key',
    headers: (world, seconds) => ({
      Authorization: sign({ ...world.sandbox.merchant, secretKey: 'SK-other' }, seconds, 'GET', PATH, ''),
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'a signature without the query',
    headers: (world, seconds) => ({
      Authorization: sign(world.sandbox.merchant, seconds, 'GET', '/v1/recipients', ''),
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'a signature over the decoded query',
    headers: (world, seconds) => ({
      Authorization: sign(world.sandbox.merchant, seconds, 'GET', '/v1/recipients?search=Ada L', ''),
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'a signature over another body',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds, '{}'),
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'a signature that is cut off',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds).slice(0, -1),
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'a signature that is not hex',
    headers: (world, seconds) => ({
      Authorization: `prsign ${world.sandbox.merchant.accessKey}:${'z'.repeat(64)}`,
      'X-PR-Timestamp': String(seconds),
    }),
  },
  {
    name: 'another scheme',
    headers: (world, seconds) => ({
      Authorization: signed(world, seconds).replace('prsign', 'Bearer'),
      'X-PR-Timestamp': String(seconds),
    }),
  },
];

test.each(BAD)('a request with $name is answered 401 invalid_api_key', async ({ headers }) => {
  const world = await startWorld();
  const response = await fetch(world.sandbox.url + PATH, {
    headers: headers(world, Math.floor(world.clock.now() / 1000)),
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    ok: false,
    errors: [{ code: 'invalid_api_key', message: expect.any(String) }],
  });
});

test.each([-30, 0, 30])('a timestamp %i s away is accepted', async (offset) => {
  const world = await startWorld();
  const timestamp = Math.floor(world.clock.now() / 1000) + offset;
  expect((await world.call('GET', PATH, undefined, { timestamp })).status).toBe(200);
});

test('the signature covers the raw bytes of the body, not JSON that was serialized again', async () => {
  const { call } = await startWorld();
  const spaced = '{ "type": "individual",\n "firstName":"Zoë", "lastName":"\\u00e9",  "email":"zoe@example.com" }';
  expect((await call('POST', '/v1/recipients', spaced)).status).toBe(200);
  const rewritten = await call('POST', '/v1/recipients', spaced, { signedBody: JSON.stringify(JSON.parse(spaced)) });
  expect(rewritten.status).toBe(401);
});

test('a POST without arguments may be signed with {} or with an empty body', async () => {
  const { call } = await startWorld();
  const { body } = await call('POST', '/v1/batches', {});
  for (const arguments_ of [{}, undefined])
    expect((await call('POST', `/v1/batches/${body.batch.id}/generate-quote`, arguments_)).status).toBe(200);
});

test('a parent’s keys are not authorized for a merchant’s calls', async () => {
  const { sandbox, clock } = await startWorld();
  const timestamp = Math.floor(clock.now() / 1000);
  const response = await fetch(`${sandbox.url}/v1/recipients`, {
    headers: {
      Authorization: sign(sandbox.parent, timestamp, 'GET', '/v1/recipients', ''),
      'X-PR-Timestamp': String(timestamp),
    },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ ok: false, errors: [{ code: 'not_authorized' }] });
});

test('given keys are used', async () => {
  const merchantKeys = { accessKey: 'AK-given', secretKey: 'SK-given' };
  const { sandbox, call } = await startWorld({ merchantKeys });
  expect(sandbox.merchant).toEqual(merchantKeys);
  expect((await call('GET', '/v1/recipients')).status).toBe(200);
});
