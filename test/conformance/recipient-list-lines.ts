import { expect } from 'vitest';
import { type Contractor, type Keys, US_ACCOUNT } from './client.ts';
import { expectOk, expectRefused, type Line, line, refuses } from './line.ts';

const LIST = 'GET /v1/recipients';
const EURO_ACCOUNT = { type: 'bank-transfer', iban: 'DE89370400440532013000' };
const PAYPAL_ACCOUNT = { type: 'paypal', emailAddress: 'pay@example.com' };

/** Four recipients of one merchant, in the order of their creation. */
const PEOPLE: readonly (readonly [profile: object, account: object | null])[] = [
  [
    { firstName: 'Ada', lastName: 'Zorn', email: 'd@example.com', referenceId: 'r-2', address: { country: 'US' } },
    US_ACCOUNT,
  ],
  [
    { firstName: 'Bob', lastName: 'Young', email: 'c@example.com', referenceId: 'r-1', address: { country: 'DE' } },
    EURO_ACCOUNT,
  ],
  [
    { firstName: 'Cleo', lastName: 'Adams', email: 'b@example.com', referenceId: 'r-4', address: { country: 'GB' } },
    PAYPAL_ACCOUNT,
  ],
  [{ firstName: 'Blocked', lastName: 'Person', email: 'a@example.com', referenceId: 'r-3' }, null],
];

let made: Promise<Keys> | undefined;

async function make({ subMerchant, recipient, call }: Contractor): Promise<Keys> {
  const keys = await subMerchant();
  for (const [profile, account] of PEOPLE) {
    const id = await recipient(profile, keys);
    if (account) await call('POST', `/v1/recipients/${id}/accounts`, account, { keys });
    // Times are milliseconds: each recipient has its own.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return keys;
}

/** References of the recipients that a query finds, in its order: "412". */
async function found(contractor: Contractor, query: string): Promise<string> {
  made ??= make(contractor);
  const { recipients } = expectOk(
    await contractor.call('GET', `/v1/recipients?${query}`, undefined, { keys: await made }),
  ).body;
  return recipients.map(({ referenceId }: { referenceId: string }) => referenceId.replace('r-', '')).join('');
}

const today = new Date().toISOString().slice(0, 10);

/** What each query finds; without an order the newest comes first. */
const QUERIES: readonly (readonly [covers: string, query: string, finds: string])[] = [
  ['defaults', '', '3412'],
  ['search', 'search=ADA', '2'],
  ['search', 'search=c%40', '1'],
  ['search', 'search=r-', '3412'],
  ['search', 'search=example', ''],
  ['name', 'name=zor', '2'],
  ['name', 'name=bob', '1'],
  ['name', 'name=r-', ''],
  ['email', 'email=B%40example.com', '4'],
  ['email', 'email=b%40example', ''],
  ['referenceId', 'referenceId=r-1', '1'],
  ['referenceId', 'referenceId=r-', ''],
  ['startDate', `startDate=${today}`, '3412'],
  ['startDate', 'startDate=2099-01-01', ''],
  ['endDate', 'endDate=2099-01-01', '3412'],
  ['endDate', 'endDate=2001-01-01', ''],
  ['status', 'status=active', '412'],
  ['status', 'status=blocked', '3'],
  ['status', 'status=archived', ''],
  ['complianceStatus', 'complianceStatus=blocked', '3'],
  ['complianceStatus', 'complianceStatus=verified', ''],
  ['complianceStatus', 'complianceStatus=pending', '412'],
  ['country', 'country=US', '2'],
  ['country', 'country=us,DE', '12'],
  ['payoutMethod', 'payoutMethod=paypal', '4'],
  ['payoutMethod', 'payoutMethod=bank-transfer&currency=EUR', '1'],
  ['currency', 'currency=USD', '2'],
  ['orderBy name', 'orderBy=name&sortBy=asc', '2314'],
  ['orderBy name', 'orderBy=name', '4132'],
  ['orderBy email', 'orderBy=email&sortBy=asc', '3412'],
  ['orderBy referenceId', 'orderBy=referenceId&sortBy=asc', '1234'],
  ['orderBy payoutMethod', 'orderBy=payoutMethod&sortBy=asc&status=active', '214'],
  ['orderBy createdAt', 'orderBy=createdAt&sortBy=asc', '2143'],
  ['orderBy updatedAt', 'orderBy=updatedAt', '3412'],
  ['sortBy', 'sortBy=asc', '2143'],
  ['sortBy', 'sortBy=desc', '3412'],
  ['pageSize', 'pageSize=3', '341'],
  ['page', 'pageSize=3&page=2', '2'],
  ['page', 'page=9', ''],
];

const WRONG: readonly (readonly [covers: string, query: string, field: string])[] = [
  ['page', 'page=0', 'page'],
  ['page', 'page=one', 'page'],
  ['pageSize', 'pageSize=1001', 'pageSize'],
  ['startDate', 'startDate=soon', 'startDate'],
  ['endDate', 'endDate=2026-13-01', 'endDate'],
  ['status', 'status=happy', 'status'],
  ['complianceStatus', 'complianceStatus=happy', 'complianceStatus'],
  ['orderBy name', 'orderBy=shoes', 'orderBy'],
  ['sortBy', 'sortBy=up', 'sortBy'],
];

export const RECIPIENT_LIST_LINES: readonly Line[] = [
  ...QUERIES.map(([covers, query, finds]) =>
    line(LIST, [covers, 200], async (contractor) => {
      expect(await found(contractor, query)).toBe(finds);
    }),
  ),
  ...WRONG.map(([covers, query, field]) =>
    refuses(LIST, covers, ['GET', `/v1/recipients?${query}`], [400, 'invalid_field', field]),
  ),
  line(LIST, 'currency', async ({ call }) => {
    expectRefused(await call('GET', '/v1/recipients?payoutMethod=bank-transfer'), [400, 'empty_field', 'currency']);
  }),
  line(LIST, 'endDate', async (contractor) => {
    const { call, subMerchant, recipient } = contractor;
    const keys = await subMerchant();
    await recipient({}, keys);
    const [{ updatedAt }] = expectOk(await call('GET', '/v1/recipients', undefined, { keys })).body.recipients;
    const day = updatedAt.slice(0, 10);
    for (const query of [`startDate=${day}&endDate=${day}`, `endDate=${updatedAt}`])
      expectOk(await call('GET', `/v1/recipients?${query}`, undefined, { keys }), { meta: { records: 1 } });
  }),
  line(LIST, 'status', async ({ call, subMerchant, recipient }) => {
    const keys = await subMerchant();
    const id = await recipient({}, keys);
    expectOk(await call('DELETE', `/v1/recipients/${id}`, undefined, { keys }));
    expectOk(await call('GET', '/v1/recipients', undefined, { keys }), { recipients: [] });
    expectOk(await call('GET', '/v1/recipients?status=archived', undefined, { keys }), { recipients: [{ id }] });
  }),
  line(LIST, ['meta', 'defaults'], async ({ call, subMerchant, recipient }) => {
    const keys = await subMerchant();
    for (let at = 0; at < 11; at++) await recipient({}, keys);
    const { recipients, meta } = expectOk(await call('GET', '/v1/recipients', undefined, { keys })).body;
    expect([recipients.length, meta]).toEqual([10, { page: 1, pages: 2, records: 11 }]);
  }),
];
