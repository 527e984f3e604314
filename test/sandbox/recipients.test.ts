import { describe, expect, test } from 'vitest';
import { aRecipient, GERMAN_ACCOUNT, PAYPAL_ACCOUNT, startWorld, US_ACCOUNT, type World } from './world.ts';

const ADA = { type: 'individual', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const ENGINES = { type: 'business', name: 'Engines Ltd', firstName: null, lastName: null, email: 'office@example.com' };

async function create({ call }: World, profile: object): Promise<Record<string, never>> {
  const { status, body } = await call('POST', '/v1/recipients', profile);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.recipient;
}

test('the smallest recipient is accepted; its reference is its id and its name comes from first and last name', async () => {
  const world = await startWorld();
  const recipient = await create(world, ADA);
  expect(recipient).toMatchObject({
    id: expect.stringMatching(/^R-[1-9A-HJ-NP-Za-km-z]{22}$/),
    referenceId: recipient.id,
    name: 'Ada Lovelace',
    status: 'incomplete',
    inactiveReasons: { primaryAccount: 'missing', countryCode: 'missing' },
    legalName: '',
    complianceStatus: 'pending',
    compliance: { status: 'pending', checkedAt: null },
    accounts: [],
    tags: [],
    language: 'en',
    dob: null,
    createdAt: '2026-11-20T12:00:00.000Z',
  });
  const read = await world.call('GET', `/v1/recipients/${recipient.id}`);
  expect(read.body).toEqual({ ok: true, recipient });
});

test('a recipient becomes active with a primary account and the country of an address', async () => {
  const world = await startWorld();
  const { id } = await create(world, ADA);
  await world.call('POST', `/v1/recipients/${id}/accounts`, PAYPAL_ACCOUNT);
  const waiting = await world.call('GET', `/v1/recipients/${id}`);
  expect(waiting.body.recipient).toMatchObject({ status: 'incomplete', inactiveReasons: { countryCode: 'missing' } });
  const { body } = await world.call('PATCH', `/v1/recipients/${id}`, { address: { country: 'GB' } });
  expect(body.recipient).toMatchObject({ status: 'active', inactiveReasons: {}, payoutMethod: 'paypal' });
});

test('a recipient shows the route of its primary account', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, US_ACCOUNT);
  const { body } = await world.call('GET', `/v1/recipients/${id}`);
  expect(body.recipient).toMatchObject({
    payoutMethod: 'bank-transfer',
    routeType: 'ach',
    routeMinimum: '1',
    estimatedFees: '0.50',
    primaryCurrency: 'USD',
  });
});

describe('a request refused with 406', () => {
  test.each([
    ['no type', { ...ADA, type: undefined }, 'empty_field', 'type'],
    ['another type', { ...ADA, type: 'robot' }, 'invalid_field', 'type'],
    ['no first name', { ...ADA, firstName: '' }, 'empty_field', 'firstName'],
    ['no last name', { ...ADA, lastName: undefined }, 'empty_field', 'lastName'],
    ['a business without a name', { ...ENGINES, name: null }, 'empty_field', 'name'],
    ['no e-mail', { ...ADA, email: undefined }, 'empty_field', 'email'],
    ['a bad e-mail', { ...ADA, email: 'ada@' }, 'invalid_field', 'email'],
    ['a number for a name', { ...ADA, firstName: 7 }, 'invalid_field', 'firstName'],
    ['a bad date of birth', { ...ADA, dob: '31.12.1985' }, 'invalid_field', 'dob'],
    ['a bad language', { ...ADA, language: 'english' }, 'invalid_field', 'language'],
    ['an unknown country', { ...ADA, address: { country: 'QQ' } }, 'invalid_field', 'country'],
    ['an address that is text', { ...ADA, address: 'London' }, 'invalid_field', 'address'],
    ['tags that are no list', { ...ADA, tags: 'a' }, 'invalid_field', 'tags'],
  ])('%s', async (_, profile, code, field) => {
    const { call } = await startWorld();
    const { status, body } = await call('POST', '/v1/recipients', profile);
    expect(status).toBe(406);
    expect(body).toEqual({ ok: false, errors: [{ code, field, message: expect.any(String) }] });
  });

  test('several errors are named at once', async () => {
    const { call } = await startWorld();
    const { body } = await call('POST', '/v1/recipients', { type: 'individual', email: 'x' });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['firstName', 'lastName', 'email']);
  });
});

test('unknown keys and accounts are ignored', async () => {
  const { call } = await startWorld();
  const { body } = await call('POST', '/v1/recipients', { ...ADA, shoeSize: 42, accounts: [GERMAN_ACCOUNT] });
  expect(body.recipient.accounts).toEqual([]);
  expect(body.recipient).not.toHaveProperty('shoeSize');
});

test('an e-mail in use is refused, whatever its case; that of an archived recipient may be used again', async () => {
  const world = await startWorld();
  const { id } = await create(world, ADA);
  const second = await world.call('POST', '/v1/recipients', { ...ADA, email: 'ADA@example.com' });
  expect([second.status, second.body.errors]).toEqual([
    406,
    [{ code: 'invalid_field', field: 'email', message: 'email is already in use' }],
  ]);
  await world.call('PATCH', `/v1/recipients/${id}`, { status: 'suspended' });
  expect((await world.call('POST', '/v1/recipients', ADA)).status).toBe(406);
  await world.call('DELETE', `/v1/recipients/${id}`);
  await create(world, ADA);
  // Now the archived one cannot come back.
  expect((await world.call('PATCH', `/v1/recipients/${id}`, { status: 'active' })).status).toBe(406);
});

test("a blocked recipient's e-mail may not be used again, and they are never active", async () => {
  const world = await startWorld();
  const id = await aRecipient(world, GERMAN_ACCOUNT, {
    firstName: 'Blocked',
    lastName: 'Person',
    email: 'b@example.com',
  });
  const { body } = await world.call('GET', `/v1/recipients/${id}`);
  expect(body.recipient).toMatchObject({ status: 'blocked', complianceStatus: 'blocked' });
  expect((await world.call('POST', '/v1/recipients', { ...ADA, email: 'b@example.com' })).status).toBe(406);
});

test('a change keeps fields that it does not name, and null clears one', async () => {
  const world = await startWorld();
  const { id } = await create(world, {
    ...ADA,
    dob: '1985-12-31',
    address: { street1: '12 High Street', city: 'London', country: 'GB' },
  });
  world.clock.move(1000);
  const { body } = await world.call('PATCH', `/v1/recipients/${id}`, {
    firstName: 'Augusta',
    dob: null,
    address: { city: 'Leeds' },
  });
  expect(body.recipient).toMatchObject({
    name: 'Augusta Lovelace',
    email: 'ada@example.com',
    dob: null,
    address: { street1: '12 High Street', city: 'Leeds', country: 'GB' },
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:01.000Z',
  });
});

test('a status can be set to active and suspended only', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  for (const status of ['suspended', 'active']) {
    const { body } = await world.call('PATCH', `/v1/recipients/${id}`, { status });
    expect(body.recipient.status).toBe(status);
  }
  const { status, body } = await world.call('PATCH', `/v1/recipients/${id}`, { status: 'blocked' });
  expect([status, body.errors[0].field]).toEqual([406, 'status']);
});

test('deleting archives, and setting a status restores', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const deleted = await world.call('DELETE', `/v1/recipients/${id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { ok: true, object: 'deleted' }]);
  expect((await world.call('GET', `/v1/recipients/${id}`)).body.recipient.status).toBe('archived');
  const { body } = await world.call('PATCH', `/v1/recipients/${id}`, { status: 'active' });
  expect(body.recipient.status).toBe('active');
});

test('deleting several deletes all of them or none', async () => {
  const world = await startWorld();
  const ids = [await aRecipient(world), await aRecipient(world)];
  const missing = await world.call('DELETE', '/v1/recipients/', { ids: [...ids, 'R-none'] });
  expect(missing.status).toBe(404);
  expect((await world.call('GET', '/v1/recipients')).body.meta.records).toBe(2);
  expect((await world.call('DELETE', '/v1/recipients/', { ids })).body).toEqual({ ok: true, object: 'deleted' });
  expect((await world.call('GET', '/v1/recipients')).body.meta.records).toBe(0);
  expect((await world.call('DELETE', '/v1/recipients/', {})).body.errors[0]).toMatchObject({ code: 'empty_field' });
});

test.each(['', '/logs', '/payments', '/offlinePayments', '/offline-payments', '/accounts', '/accounts/A-none'])(
  'GET /v1/recipients/R-none%s is 404 not_found',
  async (path) => {
    const { call } = await startWorld();
    const { status, body } = await call('GET', `/v1/recipients/R-none${path}`);
    expect([status, body.ok, body.errors[0].code]).toEqual([404, false, 'not_found']);
  },
);

describe('the list', () => {
  async function fill(): Promise<World> {
    const world = await startWorld();
    const people = [
      [{ ...ADA, referenceId: 'ref-1', address: { country: 'GB' } }, GERMAN_ACCOUNT],
      [{ ...ADA, firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', referenceId: 'ref-2' }, null],
      [{ ...ENGINES, referenceId: 'x-3', address: { country: 'US' } }, US_ACCOUNT],
      [
        { ...ENGINES, name: 'Blocked Company', email: 'b@example.com', referenceId: 'x-4', address: { country: 'FR' } },
        PAYPAL_ACCOUNT,
      ],
    ] as const;
    for (const [profile, account] of people) {
      await aRecipient(world, account, { address: undefined, ...profile });
      world.clock.move(86_400_000);
    }
    return world;
  }

  test.each([
    ['', 'x-4 x-3 ref-2 ref-1'],
    ['sortBy=asc', 'ref-1 ref-2 x-3 x-4'],
    ['search=gra', 'ref-2'],
    ['search=REF-', 'ref-2 ref-1'],
    ['search=race', ''],
    ['name=lovelace', 'ref-1'],
    ['email=ADA@example.com', 'ref-1'],
    ['email=ada', ''],
    ['referenceId=x-3', 'x-3'],
    ['referenceId=x', ''],
    ['startDate=2026-11-22', 'x-4 x-3'],
    ['endDate=2026-11-21', 'ref-2 ref-1'],
    ['startDate=2026-11-21&endDate=2026-11-22T12:00:00Z', 'x-3 ref-2'],
    ['status=active', 'x-3 ref-1'],
    ['status=incomplete', 'ref-2'],
    ['status=blocked', 'x-4'],
    ['complianceStatus=blocked', 'x-4'],
    ['country=GB,us', 'x-3 ref-1'],
    ['payoutMethod=paypal', 'x-4'],
    ['payoutMethod=bank-transfer&currency=EUR', 'ref-1'],
    ['currency=USD', 'x-3'],
    ['orderBy=name&sortBy=asc', 'ref-1 x-4 x-3 ref-2'],
    ['orderBy=email', 'x-3 ref-2 x-4 ref-1'],
    ['orderBy=payoutMethod&sortBy=asc', 'ref-2 ref-1 x-3 x-4'],
    ['orderBy=updatedAt', 'x-4 x-3 ref-2 ref-1'],
    ['page=2&pageSize=3', 'ref-1'],
    ['page=9', ''],
  ])('?%s gives "%s"', async (query, expected) => {
    const { call } = await fill();
    const { status, body } = await call('GET', `/v1/recipients?${query}`);
    expect(status).toBe(200);
    expect(body.recipients.map(({ referenceId }: { referenceId: string }) => referenceId).join(' ')).toBe(expected);
  });

  test.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['pageSize=1001', 'pageSize'],
    ['pageSize=-1', 'pageSize'],
    ['orderBy=shoeSize', 'orderBy'],
    ['sortBy=up', 'sortBy'],
    ['status=happy', 'status'],
    ['complianceStatus=maybe', 'complianceStatus'],
    ['startDate=yesterday', 'startDate'],
    ['payoutMethod=bank-transfer', 'currency'],
  ])('?%s is refused', async (query, field) => {
    const { call } = await startWorld();
    const { status, body } = await call('GET', `/v1/recipients?${query}`);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  test('has pages and records, ten a page by default', async () => {
    const world = await startWorld();
    for (let times = 0; times < 12; times++) await aRecipient(world, null);
    const { body } = await world.call('GET', '/v1/recipients');
    expect(body.recipients).toHaveLength(10);
    expect(body.meta).toEqual({ page: 1, pages: 2, records: 12 });
    const all = await world.call('GET', '/v1/recipients?pageSize=1000');
    expect(all.body.meta).toEqual({ page: 1, pages: 1, records: 12 });
  });

  test('shows archived ones only if asked', async () => {
    const world = await fill();
    const { body } = await world.call('GET', '/v1/recipients?referenceId=ref-1');
    await world.call('DELETE', `/v1/recipients/${body.recipients[0].id}`);
    expect((await world.call('GET', '/v1/recipients?referenceId=ref-1')).body.recipients).toEqual([]);
    const archived = await world.call('GET', '/v1/recipients?status=archived');
    expect(archived.body.recipients).toHaveLength(1);
  });
});

test('the log has the calls about a recipient, newest first, without a bank detail, an e-mail or a key', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, GERMAN_ACCOUNT, { email: 'secret@example.com' });
  await world.call('PATCH', `/v1/recipients/${id}`, { email: 'nonsense' });
  const { body } = await world.call('GET', `/v1/recipients/${id}/logs`);
  expect(body.meta).toEqual({ page: 1, pages: 1, records: 3 });
  expect(body.recipientLogs).toEqual(body.activities);
  expect(body.activities.map(({ method, url, code }: Record<string, unknown>) => [method, url, code])).toEqual([
    ['PATCH', `/v1/recipients/${id}`, 406],
    ['POST', `/v1/recipients/${id}/accounts`, 200],
    ['POST', '/v1/recipients', 200],
  ]);
  expect(body.activities[1].request.iban).toBe('********************00');
  const text = JSON.stringify(body);
  for (const secret of [GERMAN_ACCOUNT.iban, 'secret@example.com', world.sandbox.merchant.accessKey])
    expect(text).not.toContain(secret);
});

test('a body nested a thousand levels deep is not logged', async () => {
  const world = await startWorld();
  const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
  const body = `{"type":"individual","firstName":"A","lastName":"B","email":"deep@example.com","x":${deep}}`;
  const { status, body: answer } = await world.call('POST', '/v1/recipients', body);
  expect(status).toBe(200);
  expect((await world.call('GET', `/v1/recipients/${answer.recipient.id}/logs`)).status).toBe(200);
});
