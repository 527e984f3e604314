import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startWorld, type World } from '../world.ts';

const create = ({ call }: World, signal?: AbortSignal) =>
  call('POST', '/v1/batches', { description: 'x' }, signal ? { signal } : {});
/** A call that is kept waiting, once the sandbox has it. `stop` gives up; `ended` holds when it has failed. */
async function keptWaiting(world: World) {
  const calls = async () => (await world.control('ledger')).body.requests[world.sandbox.merchant.accessKey].total;
  const before = await calls();
  const stop = new AbortController();
  const ended = expect(create(world, stop.signal)).rejects.toThrow();
  await eventually(async () => expect(await calls()).toBe(before + 1));
  return { stop: () => stop.abort(), ended };
}
const created = async ({ call }: World) => (await call('GET', '/v1/batches')).body.meta.records;
const CREATE = { method: 'POST', path: '^/v1/batches$' };

describe('a status', () => {
  test.each([
    ['before', 0],
    ['after', 1],
  ])('%s the call took effect', async (effect, batches) => {
    const world = await startWorld();
    await world.control('faults', [{ match: CREATE, do: 'status', status: 503, effect }]);
    const { status, body } = await create(world);
    expect([status, body]).toEqual([
      503,
      { ok: false, errors: [{ code: 'internal_server_error', message: expect.any(String) }] },
    ]);
    expect(await created(world)).toBe(batches);
    expect((await create(world)).status).toBe(200);
  });

  test('a refused call is answered with the status too', async () => {
    const world = await startWorld();
    await world.control('faults', [{ match: { path: 'recipients' }, do: 'status', status: 500, effect: 'after' }]);
    expect((await world.call('POST', '/v1/recipients', {})).status).toBe(500);
    expect((await world.call('POST', '/v1/recipients', {})).status).toBe(406);
  });

  test('429 has the code of the rate limit', async () => {
    const world = await startWorld();
    await world.control('faults', [{ match: {}, status: 429 }]);
    expect((await create(world)).body.errors[0].code).toBe('rate_limit_exceeded');
  });
});

describe('a dropped connection', () => {
  test.each([
    ['before', 0],
    ['after', 1],
  ])('%s the call took effect', async (effect, batches) => {
    const world = await startWorld();
    await world.control('faults', [{ match: CREATE, do: 'drop', effect }]);
    await expect(create(world)).rejects.toThrow('fetch failed');
    expect(await created(world)).toBe(batches);
  });
});

describe('a delayed call', () => {
  test.each([
    ['before', 0],
    ['after', 1],
  ])('%s it took effect, until the client gives up', async (effect, batches) => {
    const world = await startWorld();
    await world.control('faults', [{ match: CREATE, do: 'hang', effect }]);
    const { stop, ended } = await keptWaiting(world);
    stop();
    await ended;
    await eventually(async () => expect(await created(world)).toBe(batches));
  });

  test.each(['before', 'after'])('for a time (%s) is answered in the end', async (effect) => {
    const world = await startWorld();
    await world.control('faults', [{ match: CREATE, do: 'hang', ms: 30, effect }]);
    expect((await create(world)).status).toBe(200);
    expect(await created(world)).toBe(1);
  });

  test('is cut off when the sandbox closes', async () => {
    const world = await startWorld();
    await world.control('faults', [{ match: CREATE, do: 'hang' }]);
    const { ended } = await keptWaiting(world);
    await world.sandbox.close();
    await ended;
  });
});

test('skip lets calls through first, times limits the number, and other calls are not affected', async () => {
  const world = await startWorld();
  await world.control('faults', [{ match: CREATE, skip: 1, times: 2, do: 'status', status: 500 }]);
  const statuses = [];
  for (let times = 0; times < 4; times++) {
    statuses.push((await create(world)).status);
    expect((await world.call('GET', '/v1/batches')).status).toBe(200);
  }
  expect(statuses).toEqual([200, 500, 500, 200]);
});

test('a path is matched with and without its query, and control paths are never affected', async () => {
  const world = await startWorld();
  await world.control('faults', [
    { match: { path: 'search=tag-1' }, status: 500 },
    { match: { path: '/balances$' }, status: 502 },
  ]);
  expect((await world.call('GET', '/v1/batches?search=tag-1')).status).toBe(500);
  expect((await world.call('GET', '/v1/balances?x=1')).status).toBe(502);
  await world.control('faults', [{ match: {}, times: 9, status: 500 }]);
  expect((await world.control('ledger')).status).toBe(200);
  await world.control('faults', []);
  expect((await create(world)).status).toBe(200);
});

test.each([
  [{ match: { path: '(' } }, 'path'],
  [{ match: 'all' }, 'match'],
  [{ do: 'explode' }, 'do'],
  [{ effect: 'during' }, 'effect'],
  [{ status: 99 }, 'status'],
  [{ times: -1 }, 'times'],
  [{ skip: '1' }, 'skip'],
])('the fault %j is refused', async (fault, field) => {
  const { control } = await startWorld();
  const { status, body } = await control('faults', [fault]);
  expect([status, body.errors[0].field]).toEqual([400, field]);
});
