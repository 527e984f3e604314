import { expect } from 'vitest';
import { type Reply, startContractor, US_ACCOUNT } from './client.ts';
import { expectOk, expectRefused, ID, ISO_TIME, type Line, line, refuses } from './line.ts';

const now = () => Math.floor(Date.now() / 1000);
const person = (email: string) => ({ type: 'individual', firstName: 'Ada', lastName: 'Byron', email });

const CONVENTIONS: readonly Line[] = [
  refuses('conventions', 'paths start with /v1', ['GET', '/recipients'], [404, 'not_found']),
  refuses('conventions', 'paths start with /v1', ['GET', '/v2/recipients'], [404, 'not_found']),
  line('conventions', 'Content-Type application/json', async ({ call }) => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', undefined])
      expectRefused(await call('POST', '/v1/batches', '{}', { headers: { 'Content-Type': type } }), [
        400,
        'invalid_field',
      ]);
    expectOk(
      await call('POST', '/v1/batches', '{}', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
    );
  }),
  line('conventions', 'arguments as request parameters', async ({ call }) => {
    const query = new URLSearchParams(person('query@example.com'));
    expectOk(await call('POST', `/v1/recipients?${query}`), { recipient: { email: 'query@example.com' } });
  }),
  line('conventions', ['amounts as strings', 'two decimals or none'], async ({ call, payee }) => {
    const id = await payee();
    const create = (amount: unknown) =>
      call('POST', '/v1/batches', {
        sourceCurrency: 'USD',
        payments: [{ recipient: { id }, amount, currency: 'USD' }],
      });
    for (const amount of ['10', '10.00']) expectOk(await create(amount), { batch: { amount: '10.00' } });
    for (const amount of [10, '10.0', '10,00', '1 000', ' 10', '10.', '.50', '+10', 'ten', '']) {
      const { status, body } = await create(amount);
      expect([status, body.errors[0].field]).toEqual([400, 'amount']);
    }
  }),
  line('conventions', 'timestamps ISO 8601 UTC', async ({ call, recipient }) => {
    const { body } = await call('GET', `/v1/recipients/${await recipient()}`);
    expect(body.recipient.createdAt).toMatch(ISO_TIME);
  }),
  line('conventions', 'success is 200 with ok', async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}`;
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expectOk(await call(method, path, body));
  }),
  line('conventions', 'CORS', async ({ url }) => {
    const preflight = await fetch(`${url}/v1/fees`, { method: 'OPTIONS', headers: { Origin: 'https://a.example' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const refused = await fetch(`${url}/v1/fees`);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('X-Rate-Limit-Remaining');
  }),
  line('conventions', 'slash at the end', async ({ call }) => {
    for (const path of ['/v1/recipients/', '/v1/recipients', '/v1/fees/']) expectOk(await call('GET', path));
  }),
];

const IDENTIFIERS: readonly Line[] = [
  line(
    'identifiers',
    ['R-', 'P-', 'B-', 'A-', 'OP-', 'M-', 'RSRC-', 'AK- and SK-'],
    async ({ call, subMerchant, batch, recipient }) => {
      const merchant = await subMerchant();
      expect(merchant).toEqual({
        id: ID('M-'),
        accessKey: ID('AK-'),
        secretKey: expect.stringMatching(/^SK-[1-9A-HJ-NP-Za-km-z]{22,}$/),
      });
      const made = await batch();
      const id = await recipient();
      const account = (await call('POST', `/v1/recipients/${id}/accounts`, US_ACCOUNT)).body.account;
      const offline = (await call('POST', `/v1/recipients/${id}/offlinePayments`, { amount: '1', currency: 'USD' }))
        .body;
      const stream = (
        await call(
          'POST',
          '/v1/fees/revenue-stream/create',
          {
            currency: 'USD',
            integration: 'check',
            routeType: 'check',
            merchantAmountType: 'fixed',
            merchantAmount: '1.00',
          },
          { keys: merchant },
        )
      ).body;
      expect([
        id,
        made.id,
        made.payments.payments[0]!.id,
        account.recipientAccountId,
        offline.offlinePayment.id,
        stream.revenueStream.revenueShareId,
      ]).toEqual([ID('R-'), ID('B-'), ID('P-'), ID('A-'), ID('OP-'), ID('RSRC-')]);
    },
  ),
];

const INVALID = [401, 'invalid_api_key'] as const;
const AUTHENTICATION: readonly Line[] = [
  line('authentication', ['signature over raw bytes', 'empty body signed as empty'], async ({ call }) => {
    expectOk(await call('POST', '/v1/batches', ' {  "description" :\n"\\u00e9 é" } '), {
      batch: { description: 'é é' },
    });
    expectOk(await call('POST', '/v1/batches', ''));
  }),
  line('authentication', 'path with query', async ({ call }) => {
    expectOk(await call('GET', '/v1/recipients?search=a%20b&page=1'));
    expectRefused(await call('GET', '/v1/recipients?page=1', undefined, { signedPath: '/v1/recipients' }), INVALID);
    expectRefused(
      await call('GET', '/v1/recipients?search=a%20b', undefined, { signedPath: '/v1/recipients?search=a+b' }),
      INVALID,
    );
  }),
  line('authentication', 'timestamp tolerance', async ({ call }) => {
    for (const off of [-25, 0, 1, 25])
      expectOk(await call('GET', '/v1/balances', undefined, { timestamp: now() + off }));
    for (const timestamp of [now() - 40, now() + 40, 0, -1, Date.now()])
      expectRefused(await call('GET', '/v1/balances', undefined, { timestamp }), INVALID);
  }),
  line('authentication', 'missing headers', async ({ call }) => {
    for (const headers of [
      { Authorization: undefined },
      { 'X-PR-Timestamp': undefined },
      { Authorization: 'prsign' },
      { Authorization: 'Bearer x' },
      { 'X-PR-Timestamp': 'now' },
    ])
      expectRefused(await call('GET', '/v1/balances', undefined, { headers }), INVALID);
  }),
  line('authentication', 'wrong signature', async ({ call, merchant }) => {
    expectRefused(
      await call('GET', '/v1/balances', undefined, { keys: { ...merchant, secretKey: 'SK-wrong' } }),
      INVALID,
    );
    for (const signature of ['', 'x', '0'.repeat(64), '0'.repeat(63), 'é'])
      expectRefused(
        await call('GET', '/v1/balances', undefined, {
          headers: { Authorization: `prsign ${merchant.accessKey}:${signature}` },
        }),
        INVALID,
      );
  }),
  line('authentication', 'body changed after signing', async ({ call }) => {
    expectRefused(await call('POST', '/v1/batches', '{ }', { signedBody: '{}' }), INVALID);
    expectRefused(await call('POST', '/v1/batches', {}, { signedBody: '' }), INVALID);
    expectRefused(await call('POST', '/v1/batches', '', { signedBody: '{}' }), INVALID);
  }),
  line('authentication', 'unknown key', async ({ call, merchant }) => {
    for (const accessKey of ['AK-nobody', '__proto__', 'constructor'])
      expectRefused(await call('GET', '/v1/balances', undefined, { keys: { ...merchant, accessKey } }), INVALID);
  }),
  line(
    'authentication',
    ['parent keys are no merchant keys', 'merchant keys are no parent keys'],
    async ({ call, parent, merchant, subMerchant }) => {
      expectRefused(await call('GET', '/v1/fees', undefined, { keys: parent }), [403, 'not_authorized']);
      for (const keys of [merchant, await subMerchant()])
        expectRefused(await call('POST', '/v1/profile/sandbox', {}, { keys }), [403, 'not_authorized']);
    },
  ),
  line('authentication', "another merchant's ids", async ({ call, batch, payee, subMerchant }) => {
    const keys = await subMerchant();
    const made = await batch([`10.00`], {}, keys);
    const id = await payee(US_ACCOUNT, keys);
    const payment = made.payments.payments[0]!.id;
    for (const path of [
      `recipients/${id}`,
      `recipients/${id}/logs`,
      `batches/${made.id}`,
      `batches/${made.id}/summary`,
      `payments/${payment}`,
    ])
      expectRefused(await call('GET', `/v1/${path}`), [404, 'not_found']);
    for (const path of [`recipients/${id}`, `batches/${made.id}`]) {
      expectRefused(await call('PATCH', `/v1/${path}`, { tags: ['mine'] }), [404, 'not_found']);
      expectRefused(await call('DELETE', `/v1/${path}`), [404, 'not_found']);
    }
    expectRefused(await call('POST', `/v1/batches/${made.id}/start-processing`, {}), [404, 'not_found']);
    const theirs = { sourceCurrency: 'USD', payments: [{ recipient: { id }, amount: '10.00', currency: 'USD' }] };
    expectRefused(await call('POST', '/v1/batches', theirs), [400, 'invalid_field', 'recipient']);
  }),
  line('authentication', "a deleted sub-merchant's keys", async ({ call, parent, subMerchant }) => {
    const merchant = await subMerchant();
    await call('DELETE', '/v1/profile/sandbox', { id: merchant.id }, { keys: parent });
    expectRefused(await call('POST', '/v1/recipients', person('gone@example.com'), { keys: merchant }), INVALID);
  }),
];

const STATES: readonly Line[] = [
  line(
    'states',
    ['bank transfer pending at creation', 'approved by control', 'enabling after approval', 'merchant status'],
    async ({ call, control, subMerchant }) => {
      const merchant = await subMerchant(true);
      const path = '/v1/payout-methods/bank-transfer';
      const keys = merchant;
      expectOk(await call('GET', path, undefined, { keys }), {
        payoutMethod: { status: 'pending', enabled: false, approvedAt: null },
      });
      const statusOf = async () => {
        const { merchants } = (await control('merchants')).body;
        return merchants.find(({ id }: { id: string }) => id === merchant.id).status;
      };
      expect(await statusOf()).toBe('pending');
      expectRefused(await call('PATCH', path, { enabled: true }, { keys }), [400, 'invalid_field', 'enabled']);
      await control('approve', { merchant: merchant.id });
      expect(await statusOf()).toBe('approved');
      expectOk(await call('GET', path, undefined, { keys }), {
        payoutMethod: { status: 'approved', approvedAt: expect.stringMatching(ISO_TIME) },
      });
      expectOk(await call('PATCH', path, { enabled: true }, { keys }), { payoutMethod: { enabled: true } });
    },
  ),
  line('states', 'approved by time', async ({ call, control, subMerchant }) => {
    const keys = await subMerchant(true);
    const path = '/v1/payout-methods/bank-transfer';
    await control('clock', { advanceMs: 3_500_000 });
    expectOk(await call('GET', path, undefined, { keys }), { payoutMethod: { status: 'pending' } });
    await control('clock', { advanceMs: 100_000 });
    expectOk(await call('GET', path, undefined, { keys }), { payoutMethod: { status: 'approved' } });
  }),
];

const ERRORS: readonly Line[] = [
  line('errors', ['envelope', 'several items', 'empty_field', 'invalid_field'], async ({ call }) => {
    const { body } = await call('POST', '/v1/recipients', { type: 'individual', email: 'x', dob: 5 });
    expect(body).toEqual({ ok: false, errors: expect.any(Array) });
    expect(body.errors.length).toBeGreaterThan(2);
    for (const item of body.errors)
      expect(item).toEqual({
        code: expect.stringMatching(/^(empty|invalid)_field$/),
        field: expect.any(String),
        message: expect.any(String),
      });
  }),
  line('errors', ['expired_quote', 'invalid_status', 'non_sufficient_funds', 'duplicate'], async ({ call, batch }) => {
    // Each has lines of its own among the batches; here all in one batch.
    const { id } = await batch(['10.00'], { payments: [] });
    const payee = await batch(['999999999.00']);
    expectRefused(await call('POST', `/v1/batches/${id}/start-processing`, {}), [400, 'empty_field']);
    expectRefused(await call('POST', `/v1/batches/${payee.id}/start-processing`, {}), [400, 'non_sufficient_funds']);
    await call('DELETE', `/v1/batches/${payee.id}`);
  }),
  line('errors', ['invalid_api_key', 'not_authorized', 'not_found'], async ({ call, parent, merchant }) => {
    expectRefused(await call('GET', '/v1/fees', undefined, { keys: { ...merchant, secretKey: 'x' } }), [
      401,
      'invalid_api_key',
    ]);
    expectRefused(await call('GET', '/v1/fees', undefined, { keys: parent }), [403, 'not_authorized']);
    expectRefused(await call('GET', '/v1/payments/P-1'), [404, 'not_found']);
  }),
  ...(
    [
      [429, 'rate_limit_exceeded'],
      [500, 'internal_server_error'],
      [410, 'deprecated_functionality_error'],
    ] as const
  ).map(([status, code]) =>
    line('errors', code, async ({ call, control }) => {
      await control('faults', [{ match: {}, status }]);
      expectRefused(await call('GET', '/v1/fees'), [status, code]);
    }),
  ),
  line('errors', 'partner_integration_error', async ({ call, control }) => {
    await control('faults', [{ match: {}, status: 500, code: 'partner_integration_error' }]);
    expectRefused(await call('GET', '/v1/fees'), [500, 'partner_integration_error']);
  }),
  ...(
    [
      '/v1',
      '/',
      '/v1/shoes',
      '/v1//fees',
      '/v1/fees/1',
      '/v1/profile',
      '/v1/recipients/R-1/shoes',
      '/v1/%00',
      '/v1/constructor',
      '/_sandbox/shoes',
      '/../v1/fees',
    ] as const
  ).map((path) => refuses('errors', 'unknown path', ['GET', path], [404, 'not_found'])),
  ...(['PUT', 'POST', 'DELETE'] as const).map((method) =>
    refuses('errors', 'unknown method', [method, '/v1/fees', {}], [404, 'not_found']),
  ),
  ...(['{', '{"a":1,}', "{'a':1}", '{"a":1}x', 'undefined', '\u0000', '{"a":\ud800}'] as const).map((body) =>
    refuses('errors', 'invalid JSON', ['POST', '/v1/batches', body], [400, 'invalid_field']),
  ),
  ...(['[]', 'null', '1', '"a"', 'true'] as const).map((body) =>
    refuses('errors', 'no JSON object', ['POST', '/v1/batches', body], [400, 'invalid_field']),
  ),
  line('errors', '10 MB body', async ({ call, recipient }) => {
    const huge = 'x'.repeat(10_000_000);
    expectRefused(await call('POST', '/v1/recipients', { ...person('huge@example.com'), firstName: huge }), [
      406,
      'invalid_field',
      'firstName',
    ]);
    expectRefused(await call('PATCH', `/v1/recipients/${await recipient()}`, { firstName: huge }), [
      406,
      'invalid_field',
      'firstName',
    ]);
    expectRefused(await call('POST', '/v1/batches', `{"payments":[${'{},'.repeat(1_000_000)}]}`), [
      400,
      'invalid_field',
    ]);
    expectRefused(await call('POST', '/v1/batches', huge), [400, 'invalid_field']);
    expectOk(await call('GET', '/v1/balances'));
  }),
  line('errors', 'numbers for strings', async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    for (const [method, path, body, field] of [
      ['PATCH', '/v1/fees', { currency: 'USD', integration: 'gateway', type: 'paypal', amount: 1 }, 'amount'],
      ['POST', '/v1/onboarding/update', { businessTotalMonthly: 1 }, 'businessTotalMonthly'],
      ['PATCH', '/v1/payout-methods/check', { accountNum: 1 }, 'accountNum'],
      ['POST', '/v1/subscriptions', { action: '*', model: '*', target: 1 }, 'target'],
      ['POST', '/v1/batches', { sourceCurrency: 1 }, 'sourceCurrency'],
    ] as const)
      expectRefused(await call(method, path, body, { keys }), [400, 'invalid_field', field]);
  }),
  line('errors', 'empty body', async ({ call }) => {
    expectRefused(await call('PATCH', '/v1/fees', ''), [400, 'empty_field', 'currency']);
    expectRefused(await call('POST', '/v1/subscriptions'), [400, 'empty_field', 'target']);
  }),
  line('errors', 'nested deeply', async ({ call, recipient }) => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const { status } = await call('PATCH', `/v1/recipients/${await recipient()}`, `{"address":{"city":${deep}}}`);
    expect(status).toBe(406);
    const { status: batch } = await call('POST', '/v1/batches', `{"payments":[${deep}]}`);
    expect(batch).toBe(400);
    expectOk(await call('GET', '/v1/balances'));
  }),
  line('errors', 'strange keys', async ({ call, recipient }) => {
    const body =
      '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"address":{"__proto__":{"city":"Rome"}},"lastName":"Byron"}';
    expectOk(await call('PATCH', `/v1/recipients/${await recipient()}`, body), {
      recipient: { lastName: 'Byron', address: { city: null } },
    });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  }),
];

/** How many of these calls at once are answered, and that the others are refused with 429. */
async function answered(calls: number, call: () => Promise<Reply>): Promise<number> {
  const replies = await Promise.all(Array.from({ length: calls }, call));
  const refused = replies.filter(({ status }) => status === 429);
  for (const reply of refused) expectRefused(reply, [429, 'rate_limit_exceeded']);
  return calls - refused.length;
}

const LIMITS: readonly Line[] = [
  line(
    'limits',
    ['50 a minute for a sandbox merchant', '100 a minute for a regular merchant', '200 a minute for an address'],
    async () => {
      // A sandbox of its own, with the quotas that it has by itself.
      const { call, parent, merchant, close } = await startContractor({});
      try {
        const shop = { name: 'Shop', website: 'https://a.example', country: 'US', currency: 'USD' };
        const made = expectOk(await call('POST', '/v1/profile/submerchant', { merchant: shop }, { keys: parent }));
        expect(await answered(55, () => call('GET', '/v1/subscriptions'))).toBe(50);
        const { headers } = await call('GET', '/v1/subscriptions', undefined, { keys: merchant });
        expect([headers['x-rate-limit-limit'], headers['x-rate-limit-remaining']]).toEqual(['50', '0']);
        const keys = made.body.merchant;
        expect(await answered(105, () => call('GET', '/v1/subscriptions', undefined, { keys }))).toBe(100);
        // 1 + 55 + 1 + 105 calls of this address so far.
        expect(await answered(50, () => call('GET', '/v1/subscriptions', undefined, { keys: parent }))).toBe(38);
      } finally {
        await close();
      }
    },
  ),
  line('limits', 'rate limit headers', async ({ call }) => {
    for (const reply of [await call('GET', '/v1/fees'), await call('GET', '/v1/shoes')])
      for (const name of ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'])
        expect(reply.headers[name]).toMatch(/^\d+$/);
  }),
  refuses('limits', 'pageSize at most 1000', ['GET', '/v1/batches?pageSize=1001'], [400, 'invalid_field', 'pageSize']),
  line('limits', 'SWIFT-BIC 8 or 11', async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}/accounts`;
    const account = (swiftBic: string) => ({ type: 'bank-transfer', iban: 'DE89370400440532013000', swiftBic });
    for (const bic of ['COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX'])
      expectRefused(await call('POST', path, account(bic)), [406, 'invalid_field', 'swiftBic']);
    for (const bic of ['COBADEFF', 'COBADEFFXXX']) expectOk(await call('POST', path, account(bic)));
  }),
  refuses(
    'limits',
    'mailing lengths',
    ['PATCH', '/v1/payout-methods/check', { mailing: { city: 'x'.repeat(101) } }],
    [400, 'invalid_field', 'mailing.city'],
  ),
  refuses(
    'limits',
    'startingCheck 6 digits',
    ['PATCH', '/v1/payout-methods/check', { startingCheck: '1234567' }],
    [400, 'invalid_field', 'startingCheck'],
  ),
  refuses(
    'versions',
    'removed features answer 410',
    ['PATCH', '/v1/payout-methods/paypal', { apiUsername: 'a', apiPassword: 'b', apiSignature: 'c' }],
    [410, 'deprecated_functionality_error'],
  ),
];

export const GENERAL_LINES: readonly Line[] = [
  ...CONVENTIONS,
  ...IDENTIFIERS,
  ...AUTHENTICATION,
  ...STATES,
  ...ERRORS,
  ...LIMITS,
];
