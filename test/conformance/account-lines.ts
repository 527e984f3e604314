import { expect } from 'vitest';
import { type Contractor, US_ACCOUNT } from './client.ts';
import { expectOk, expectRefused, ID, type Line, line, refuses, type Wanted } from './line.ts';

const CREATE = 'POST /v1/recipients/:id/accounts';
const GET = 'GET /v1/recipients/:id/accounts/:recipientAccountId';
const PATCH = 'PATCH /v1/recipients/:id/accounts/:recipientAccountId';
const DELETE = 'DELETE /v1/recipients/:id/accounts/:recipientAccountId';

const EURO = { type: 'bank-transfer', iban: 'DE89 3704 0044 0532 0130 00' };
const CANADA = {
  type: 'bank-transfer',
  currency: 'CAD',
  country: 'CA',
  accountHolderName: 'Ada',
  accountNum: '1234567',
  branchId: '12345',
  bankId: '001',
};
const PAYPAL = { type: 'paypal', emailAddress: 'ada@example.com' };

const add = async ({ call, recipient }: Contractor, account: object) =>
  call('POST', `/v1/recipients/${await recipient({ address: { country: 'US' } })}/accounts`, account);
const takes = (covers: (string | number)[], account: object, shown: object) =>
  line(CREATE, covers, async (contractor) => {
    expectOk(await add(contractor, account), { account: shown });
  });
const wrong = (covers: (string | number)[], account: object, wanted: Wanted) =>
  line(CREATE, covers, async (contractor) => {
    expectRefused(await add(contractor, account), wanted);
  });

/** A payee and the path of their account. */
async function known({ call, payee }: Contractor): Promise<{ recipient: string; path: string }> {
  const id = await payee();
  const { accounts } = (await call('GET', `/v1/recipients/${id}`)).body.recipient;
  return { recipient: `/v1/recipients/${id}`, path: `/v1/recipients/${id}/accounts/${accounts[0].recipientAccountId}` };
}

export const ACCOUNT_LINES: readonly Line[] = [
  takes([200, 'id', 'masked', 'first is primary', 'branchId'], US_ACCOUNT, {
    recipientAccountId: ID('A-'),
    primary: true,
    currency: 'USD',
    country: 'US',
    accountNum: '*******89',
    bankName: expect.any(String),
  }),
  takes(['iban', 'masked'], EURO, { iban: `${'*'.repeat(20)}00`, currency: 'EUR', country: 'DE' }),
  takes(['bankId', 'branchId'], CANADA, { bankId: '001', branchId: '12345' }),
  takes(['emailAddress', 'type'], PAYPAL, { type: 'paypal', emailAddress: 'ada@example.com', primary: true }),
  wrong([406, 'type'], { ...US_ACCOUNT, type: undefined }, [406, 'empty_field', 'type']),
  wrong(['type'], { ...US_ACCOUNT, type: 'cash' }, [406, 'invalid_field', 'type']),
  wrong(['type'], { ...US_ACCOUNT, type: 'debit-card' }, [406, 'invalid_field', 'type']),
  wrong(['emailAddress'], { type: 'paypal' }, [406, 'empty_field', 'emailAddress']),
  wrong(['emailAddress'], { type: 'paypal', emailAddress: 'ada' }, [406, 'invalid_field', 'emailAddress']),
  wrong(['accountHolderName'], { ...US_ACCOUNT, accountHolderName: 5 }, [406, 'invalid_field', 'accountHolderName']),
  ...(['currency', 'country', 'accountNum', 'branchId'] as const).flatMap((field) => [
    wrong([field], { ...US_ACCOUNT, [field]: undefined }, [406, 'empty_field', field]),
    wrong([field], { ...US_ACCOUNT, [field]: 5 }, [406, 'invalid_field', field]),
  ]),
  wrong(['branchId'], { ...US_ACCOUNT, branchId: '021000022' }, [406, 'invalid_field', 'branchId']),
  wrong(['bankId'], { ...CANADA, bankId: undefined }, [406, 'empty_field', 'bankId']),
  line(CREATE, 'iban', async (contractor) => {
    const reply = await add(contractor, { ...EURO, iban: 'DE89370400440532013001' });
    expectRefused(reply, [406, 'invalid_field', 'iban']);
    expect(JSON.stringify(reply.body)).not.toContain('370400440532013001');
  }),
  wrong(['swiftBic'], { ...EURO, swiftBic: 'DEUTDEF' }, [406, 'invalid_field', 'swiftBic']),
  takes(['swiftBic'], { ...EURO, swiftBic: 'COBADEFFXXX' }, { swiftBic: 'COBADEFFXXX' }),
  wrong(['primary'], { ...US_ACCOUNT, primary: 'yes' }, [406, 'invalid_field', 'primary']),
  line(CREATE, 'primary', async (contractor) => {
    const { recipient } = await known(contractor);
    expectOk(await contractor.call('POST', `${recipient}/accounts`, PAYPAL), { account: { primary: false } });
    expectOk(await contractor.call('POST', `${recipient}/accounts`, { ...EURO, primary: true }), {
      account: { primary: true },
    });
    const { accounts } = (await contractor.call('GET', `${recipient}/accounts`)).body;
    expect(accounts.filter(({ primary }: { primary: boolean }) => primary)).toHaveLength(1);
  }),
  refuses(CREATE, 404, ['POST', '/v1/recipients/R-1/accounts', US_ACCOUNT], [404, 'not_found']),

  line(GET, [200, 'account'], async (contractor) => {
    const { path } = await known(contractor);
    const reply = expectOk(await contractor.call('GET', path), {
      account: { type: 'bank-transfer', accountNum: '*******89' },
    });
    expect(JSON.stringify(reply.body)).not.toContain('123456789');
  }),
  line(PATCH, [200, 'new id'], async (contractor) => {
    const { path } = await known(contractor);
    const { account } = expectOk(await contractor.call('PATCH', path, { accountNum: '555555' }), {
      account: { primary: true },
    }).body;
    expect(account.recipientAccountId).not.toBe(path.split('/').at(-1));
    expectRefused(await contractor.call('GET', path), [404, 'not_found']);
  }),
  line(PATCH, 'new id', async ({ call, payee }) => {
    const path = `/v1/recipients/${await payee(EURO)}/accounts`;
    const [{ id }] = expectOk(await call('GET', path)).body.accounts;
    const iban = 'FR1420041010050500013M02606';
    expectOk(await call('PATCH', `${path}/${id}`, { iban }), { account: { country: 'FR', primary: true } });
  }),
  line(PATCH, 'primary only', async ({ call, batch }) => {
    const { id, payments } = await batch();
    const payment = `/v1/batches/${id}/payments/${payments.payments[0]!.id}`;
    const { recipient } = expectOk(await call('GET', payment), { payment: { targetCurrency: 'USD' } }).body.payment;
    expectOk(await call('POST', `/v1/recipients/${recipient.id}/accounts`, { ...EURO, primary: true }));
    expectOk(await call('GET', payment), { payment: { targetCurrency: 'EUR', routeType: 'sepa' } });
  }),
  line(PATCH, ['primary only', 'one primary'], async (contractor) => {
    const { recipient, path } = await known(contractor);
    const { account } = (await contractor.call('POST', `${recipient}/accounts`, PAYPAL)).body;
    const second = `${recipient}/accounts/${account.recipientAccountId}`;
    expectOk(await contractor.call('PATCH', second, { primary: true }), {
      object: 'updated',
      account: { recipientAccountId: account.recipientAccountId, primary: true },
    });
    expectOk(await contractor.call('GET', path), { account: { primary: false } });
  }),
  line(PATCH, 406, async (contractor) => {
    const { path } = await known(contractor);
    expectRefused(await contractor.call('PATCH', path, { branchId: '1' }), [406, 'invalid_field', 'branchId']);
    expectRefused(await contractor.call('PATCH', path, { accountNum: 5 }), [406, 'invalid_field', 'accountNum']);
    expectRefused(await contractor.call('PATCH', path, { accountNum: '' }), [406, 'empty_field', 'accountNum']);
    expectRefused(await contractor.call('PATCH', path, { type: 'paypal' }), [406, 'invalid_field', 'type']);
    expectRefused(await contractor.call('PATCH', path, { primary: false }), [406, 'invalid_field', 'primary']);
  }),
  line(DELETE, [200, 'deleted'], async (contractor) => {
    const { path, recipient } = await known(contractor);
    expectOk(await contractor.call('POST', `${recipient}/accounts`, PAYPAL));
    expectOk(await contractor.call('DELETE', path), { object: 'deleted' });
    expectRefused(await contractor.call('GET', path), [404, 'not_found']);
    expectOk(await contractor.call('GET', recipient), {
      recipient: {
        accounts: [{ primary: false }],
        status: 'incomplete',
        inactiveReasons: { primaryAccount: 'missing' },
      },
    });
  }),
  refuses(GET, 404, ['GET', '/v1/recipients/R-1/accounts'], [404, 'not_found']),
  ...(['GET', 'PATCH', 'DELETE'] as const).map((method) =>
    line(`${method} /v1/recipients/:id/accounts/:recipientAccountId`, 404, async (contractor) => {
      const { recipient } = await known(contractor);
      const other = await known(contractor);
      for (const path of [
        `${recipient}/accounts/A-1`,
        `${recipient}/accounts/${other.path.split('/').at(-1)}`,
        '/v1/recipients/R-1/accounts/A-1',
      ])
        expectRefused(await contractor.call(method, path, method === 'PATCH' ? { primary: true } : undefined), [
          404,
          'not_found',
        ]);
    }),
  ),
];
