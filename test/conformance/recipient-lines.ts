import { expect } from 'vitest';
import { accepts, expectOk, expectRefused, ID, ISO_TIME, type Line, line, refuses } from './line.ts';

const CREATE = 'POST /v1/recipients/';
const GET = 'GET /v1/recipients/:id';
const PATCH = 'PATCH /v1/recipients/:id';
const DELETE = 'DELETE /v1/recipients/:id';
const DELETE_MANY = 'DELETE /v1/recipients/';
const LOGS = 'GET /v1/recipients/:id/logs';
const PAYMENTS = 'GET /v1/recipients/:id/payments';
const OFFLINE = 'GET /v1/recipients/:id/offlinePayments';

let people = 0;
const email = () => `r${++people}@example.com`;
const person = (change: object = {}) =>
  [
    'POST',
    '/v1/recipients/',
    { type: 'individual', firstName: 'Ada', lastName: 'Byron', email: email(), ...change },
  ] as const;
const company = (change: object = {}) =>
  ['POST', '/v1/recipients/', { type: 'business', name: 'Acme', email: email(), ...change }] as const;

/** Good values of the optional fields. */
const OPTIONAL: Readonly<Record<string, unknown>> = {
  passport: 'X1234567',
  dob: '1990-12-31',
  referenceId: 'ref-optional',
};
const ADDRESS = {
  street1: '1 Main St',
  street2: 'Floor 2',
  city: 'Reno',
  postalCode: '89501',
  country: 'US',
  region: 'NV',
  phone: '+12025550123',
};

export const RECIPIENT_LINES: readonly Line[] = [
  line(CREATE, [200, 'incomplete', 'every field', 'individual name'], async ({ call }) => {
    const { recipient } = expectOk(await call(...person())).body;
    expect(recipient).toMatchObject({
      id: ID('R-'),
      referenceId: recipient.id,
      type: 'individual',
      name: 'Ada Byron',
      firstName: 'Ada',
      lastName: 'Byron',
      status: 'incomplete',
      inactiveReasons: { primaryAccount: 'missing', countryCode: 'missing' },
      complianceStatus: 'pending',
      compliance: { status: 'pending', checkedAt: null },
      gravatarUrl: expect.any(String),
      language: 'en',
      dob: null,
      passport: null,
      governmentId: null,
      placeOfBirth: null,
      ssn: null,
      address: { street1: null, city: null, country: null },
      accounts: [],
      tags: [],
      contactEmails: [],
      payoutMethod: null,
      routeType: null,
      routeMinimum: null,
      estimatedFees: null,
      primaryCurrency: null,
      createdAt: expect.stringMatching(ISO_TIME),
      updatedAt: expect.stringMatching(ISO_TIME),
    });
  }),
  ...Object.entries(OPTIONAL).map(([field, value]) =>
    accepts(CREATE, field, person({ [field]: value }), { recipient: { [field]: value } }),
  ),
  ...Object.keys(OPTIONAL).map((field) =>
    refuses(CREATE, field, person({ [field]: 5 }), [406, 'invalid_field', field]),
  ),
  refuses(CREATE, 'dob', person({ dob: '31.12.1990' }), [406, 'invalid_field', 'dob']),
  accepts(CREATE, 'address', person({ address: ADDRESS }), { recipient: { address: ADDRESS } }),
  refuses(CREATE, 'address', person({ address: 'Reno' }), [406, 'invalid_field', 'address']),
  refuses(CREATE, 'address', person({ address: { country: 'USA' } }), [406, 'invalid_field', 'country']),
  accepts(CREATE, 'phone', person({ phone: '+12025550123' }), { recipient: { address: { phone: '+12025550123' } } }),
  refuses(CREATE, 'phone', person({ phone: 5 }), [406, 'invalid_field', 'phone']),
  accepts(CREATE, 'name', company(), { recipient: { name: 'Acme', type: 'business' } }),
  accepts(CREATE, 'firstName', company({ firstName: 'Ada', lastName: 'Byron' }), { recipient: { firstName: 'Ada' } }),
  refuses(CREATE, [406, 'name'], company({ name: undefined }), [406, 'empty_field', 'name']),
  ...(['firstName', 'lastName', 'email', 'type'] as const).flatMap((field) => [
    refuses(CREATE, field, person({ [field]: undefined }), [406, 'empty_field', field]),
    refuses(CREATE, field, person({ [field]: '' }), [406, 'empty_field', field]),
    refuses(CREATE, field, person({ [field]: 5 }), [406, 'invalid_field', field]),
  ]),
  refuses(CREATE, 'type', person({ type: 'person' }), [406, 'invalid_field', 'type']),
  refuses(CREATE, 'email', person({ email: 'ada' }), [406, 'invalid_field', 'email']),
  refuses(CREATE, 'every field', person({ language: 'english' }), [406, 'invalid_field', 'language']),
  refuses(CREATE, 'every field', person({ tags: 'a' }), [406, 'invalid_field', 'tags']),
  line(CREATE, 'email in use', async ({ call }) => {
    const [method, path, body] = person();
    const { recipient } = expectOk(await call(method, path, body)).body;
    const again = { ...body, email: (body as { email: string }).email.toUpperCase() };
    expectRefused(await call(method, path, again), [406, 'invalid_field', 'email']);
    await call('DELETE', `/v1/recipients/${recipient.id}`);
    expectOk(await call(method, path, again));
  }),
  accepts(CREATE, 'unknown keys', person({ shoes: 5, accounts: [{}], status: 'active' }), {
    recipient: { accounts: [], status: 'incomplete' },
  }),
  refuses(CREATE, 400, ['POST', '/v1/recipients/', '{"type":'], [400, 'invalid_field']),

  line(GET, [200, 'recipient'], async ({ call, recipient }) => {
    const id = await recipient();
    expectOk(await call('GET', `/v1/recipients/${id}`), { recipient: { id, status: 'incomplete' } });
  }),
  refuses(GET, 404, ['GET', '/v1/recipients/R-1'], [404, 'not_found']),

  line(PATCH, [200, 'status suspended', 'status active', 'a field'], async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}`;
    for (const status of ['suspended', 'active']) {
      expectOk(await call('PATCH', path, { status }), { recipient: { status } });
      expectOk(await call('GET', path), { recipient: { status } });
    }
    expectOk(await call('PATCH', path, { firstName: 'Grace', address: { city: 'Reno' } }), {
      recipient: { name: 'Grace Lovelace', address: { city: 'Reno' } },
    });
  }),
  line(PATCH, 'a field', async ({ call, control, recipient }) => {
    const path = `/v1/recipients/${await recipient({ dob: '1985-12-31', passport: 'X1234567', address: ADDRESS })}`;
    const { recipient: before } = expectOk(await call('GET', path)).body;
    await control('clock', { advanceMs: 1_000 });
    const { recipient: after } = expectOk(await call('PATCH', path, { dob: null, address: { city: 'Leeds' } })).body;
    const address = { ...before.address, city: 'Leeds' };
    expect(after).toEqual({ ...before, dob: null, address, updatedAt: expect.any(String) });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  }),
  line(PATCH, 'accounts ignored', async ({ call, payee }) => {
    const path = `/v1/recipients/${await payee()}`;
    const { accounts } = expectOk(await call('GET', path)).body.recipient;
    expectOk(await call('PATCH', path, { accounts: [] }), { recipient: { accounts } });
  }),
  refuses(PATCH, 'not_found', ['PATCH', '/v1/recipients/R-1', { firstName: 'A' }], [404, 'not_found']),
  line(PATCH, [400, 406], async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}`;
    expectRefused(await call('PATCH', path, { status: 'archived' }), [406, 'invalid_field', 'status']);
    expectRefused(await call('PATCH', path, { firstName: 5 }), [406, 'invalid_field', 'firstName']);
    expectRefused(await call('PATCH', path, { email: '' }), [406, 'empty_field', 'email']);
    expectRefused(await call('PATCH', path, '[]'), [400, 'invalid_field']);
  }),

  line(DELETE, [200, 'archives', 'undone'], async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}`;
    expectOk(await call('DELETE', path), { object: 'deleted' });
    expectOk(await call('GET', path), { recipient: { status: 'archived' } });
    expectOk(await call('PATCH', path, { status: 'active' }), { recipient: { status: 'active' } });
  }),
  refuses(DELETE, 404, ['DELETE', '/v1/recipients/R-1'], [404, 'not_found']),
  line(DELETE_MANY, [200, 404, 'ids', 'all or none'], async ({ call, recipient }) => {
    const ids = [await recipient(), await recipient()];
    expectRefused(await call('DELETE', '/v1/recipients/', { ids: [...ids, 'R-1'] }), [404, 'not_found']);
    expectOk(await call('GET', `/v1/recipients/${ids[0]}`), { recipient: { status: 'incomplete' } });
    expectOk(await call('DELETE', '/v1/recipients/', { ids }), { object: 'deleted' });
    for (const id of ids) expectOk(await call('GET', `/v1/recipients/${id}`), { recipient: { status: 'archived' } });
  }),
  refuses(DELETE_MANY, 'ids', ['DELETE', '/v1/recipients/', {}], [400, 'empty_field', 'ids']),
  refuses(DELETE_MANY, 'ids', ['DELETE', '/v1/recipients/', { ids: 'R-1' }], [400, 'invalid_field', 'ids']),

  line(LOGS, [200, 'entry fields', 'meta'], async ({ call, payee }) => {
    const path = `/v1/recipients/${await payee()}`;
    await call('POST', `${path}/accounts`, { type: 'bank-transfer', iban: 'DE89370400440532013000' });
    await call('PATCH', path, { dob: 5, email: 'hidden@example.com' });
    const { body } = expectOk(await call('GET', `${path}/logs`), { meta: { page: 1, pages: 1, records: 4 } });
    expect(body.activities).toEqual(body.recipientLogs);
    for (const entry of body.activities)
      expect(entry).toEqual({
        ip: expect.any(String),
        url: expect.stringContaining('/v1/recipients'),
        method: expect.stringMatching(/^(POST|PATCH)$/),
        headers: expect.any(Object),
        request: expect.any(Object),
        response: expect.any(String),
        code: expect.any(Number),
        source: expect.any(String),
        testMode: true,
        via: 'apikey',
        type: expect.stringMatching(/^(create|update)$/),
        fields: expect.any(Array),
        ipAddress: expect.any(String),
        userId: null,
        createdAt: expect.stringMatching(ISO_TIME),
      });
    expect(body.activities.map(({ code }: { code: number }) => code)).toEqual([406, 200, 200, 200]);
    expect(JSON.stringify(body)).not.toMatch(/123456789|532013000|hidden@|prsign/);
  }),
  refuses(LOGS, 404, ['GET', '/v1/recipients/R-1/logs'], [404, 'not_found']),
  line(PAYMENTS, [200, 'payments', 'meta'], async ({ call, batch }) => {
    const { payments } = await batch(['10.00', '11.00']);
    const { body } = expectOk(await call('GET', `/v1/payments/${payments.payments[0]!.id}`));
    expectOk(await call('GET', `/v1/recipients/${body.payment.recipient.id}/payments`), {
      payments: [{ amount: '11.00' }, { amount: '10.00' }],
      meta: { page: 1, pages: 1, records: 2 },
    });
  }),
  refuses(PAYMENTS, 404, ['GET', '/v1/recipients/R-1/payments'], [404, 'not_found']),
  line(OFFLINE, [200, 'offlinePayments', 'payment fields'], async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}/offlinePayments`;
    expectOk(await call('GET', path), { offlinePayments: [] });
    const sent = {
      amount: '10.00',
      currency: 'USD',
      memo: 'cash',
      category: 'services',
      taxReportable: true,
      tags: ['a'],
    };
    const { offlinePayment } = expectOk(await call('POST', path, sent)).body;
    expect(offlinePayment).toMatchObject({
      ...sent,
      id: ID('OP-'),
      recipientId: path.split('/')[3],
      createdAt: expect.stringMatching(ISO_TIME),
      updatedAt: expect.stringMatching(ISO_TIME),
      processedAt: expect.stringMatching(ISO_TIME),
      deletedAt: null,
      externalId: null,
      withholdingAmount: '0.00',
      withholdingCurrency: null,
      equivalentWithholdingAmount: '0.00',
      equivalentWithholdingCurrency: null,
    });
    for (const url of [path, path.replace('offlinePayments', 'offline-payments')])
      expectOk(await call('GET', url), { offlinePayments: [offlinePayment] });
    expectOk(await call('PATCH', `${path}/${offlinePayment.id}`, { memo: 'card' }), {
      offlinePayment: { memo: 'card', amount: '10.00' },
    });
    expectOk(await call('DELETE', `${path}/${offlinePayment.id}`));
    expectOk(await call('GET', path), { offlinePayments: [] });
    expectRefused(await call('POST', path, { ...sent, amount: 10 }), [400, 'invalid_field', 'amount']);
  }),
  refuses(OFFLINE, 404, ['GET', '/v1/recipients/R-1/offlinePayments'], [404, 'not_found']),
];
