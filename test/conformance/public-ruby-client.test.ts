import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Contractor, startContractor } from './client.ts';

/** What the client reads of an answer: every other field may be there or not. */
// biome-ignore lint/suspicious/noExplicitAny: it reads answers without types
type Read = any;

const person = (more: object = {}) => ({ type: 'individual', firstName: 'Tom', lastName: 'Jones', ...more });
const BERLIN = { street1: '123 Wolfstrasse', city: 'Berlin', country: 'DE', postalCode: '123123' };
const iban = (country: string, text: string) => ({ type: 'bank-transfer', currency: 'EUR', country, iban: text });
const GERMAN = iban('DE', 'DE89 3704 0044 0532 0130 00');
const FRENCH = iban('FR', 'FR14 2004 1010 0505 0001 3M02 606');
const DOLLARS = { amount: '10.00', currency: 'EUR', category: 'services' };

/**
 * The calls of the service's public Ruby client, in the order of its 22 tests of what the contract covers: it creates at paths with a
 * slash at the end, deletes several by a body, and pages with an empty search. Any status but 200 and 204 is an error to it.
 */
describe('the public Ruby client', () => {
  let contractor: Contractor;
  let people = 0;
  beforeAll(async () => {
    contractor = await startContractor();
  });
  afterAll(() => contractor.close());

  async function call(method: string, path: string, body?: object): Promise<Read> {
    const reply = await contractor.call(method, path, body);
    if (reply.status !== 200 && reply.status !== 204)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const create = async (path: string, model: string, body: object): Promise<Read> => {
    const made = (await call('POST', path, body))[model];
    expect(made.id).toEqual(expect.any(String));
    return made;
  };
  const find = async (path: string, model: string): Promise<Read> => (await call('GET', path))[model];
  const somebody = (more: object = {}) =>
    create('/v1/recipients/', 'recipient', person({ email: `ruby${++people}@example.com`, ...more }));
  const berliner = async () => {
    const recipient = await somebody({ address: BERLIN });
    await create(`/v1/recipients/${recipient.id}/accounts`, 'account', GERMAN);
    return recipient;
  };
  const batch = (payments?: readonly object[]) =>
    create('/v1/batches/', 'batch', {
      sourceCurrency: 'USD',
      description: 'Integration',
      ...(payments ? { payments } : {}),
    });
  const bothSides = async () => [
    { targetAmount: '10.00', targetCurrency: 'EUR', recipient: { id: (await berliner()).id } },
    { sourceAmount: '10.00', recipient: { id: (await berliner()).id } },
  ];
  const paymentsOf = (id: string): Promise<Read> =>
    call('GET', `/v1/batches/${id}/payments?page=1&pageSize=10&search=`);
  /** The service is at work on it for a moment. */
  const untilTaken = (path: string) =>
    vi.waitUntil(() => contractor.call('POST', path, {}).then(({ status }) => status === 200), { timeout: 60_000 });

  const TESTS: readonly [string, () => Promise<unknown>][] = [
    ['balances', async () => expect((await call('GET', '/v1/balances')).balances[0].type).toEqual(expect.any(String))],
    [
      'balances of a kind',
      async () => expect((await call('GET', '/v1/balances/paymentrails')).balances[0].type).toBe('paymentrails'),
    ],
    [
      'a batch is created, and all are listed',
      async () => {
        await batch();
        const { batches, meta } = await call('GET', '/v1/batches/');
        expect(batches.length).toBeGreaterThan(0);
        expect(meta).toMatchObject({ page: 1, pages: expect.any(Number), records: expect.any(Number) });
      },
    ],
    [
      'a batch is updated, found and deleted',
      async () => {
        const { id, status } = await batch();
        expect(status).toBe('open');
        await call('PATCH', `/v1/batches/${id}`, { description: 'Integration Update' });
        expect(await find(`/v1/batches/${id}`, 'batch')).toMatchObject({ description: 'Integration Update' });
        await call('DELETE', `/v1/batches/${id}`);
      },
    ],
    [
      'a batch is created with payments',
      async () => {
        const { id } = await batch(await bothSides());
        expect((await find(`/v1/batches/${id}`, 'batch')).totalPayments).toBe(2);
        const { payments } = await paymentsOf(id);
        expect(payments.map(({ status }: Read) => status)).toEqual(['pending', 'pending']);
      },
    ],
    [
      'a payment of a batch is created, updated and deleted',
      async () => {
        const { id } = await batch();
        const recipient = { id: (await berliner()).id };
        const payment = await create(`/v1/batches/${id}/payments`, 'payment', { sourceAmount: '10.00', recipient });
        await call('PATCH', `/v1/batches/${id}/payments/${payment.id}`, { sourceAmount: '20.00' });
        await call('DELETE', `/v1/batches/${id}/payments/${payment.id}`);
      },
    ],
    [
      'a batch is processed',
      async () => {
        const { id } = await batch(await bothSides());
        expect((await find(`/v1/batches/${id}/summary`, 'batchSummary')).detail['bank-transfer'].count).toBe(2);
        await untilTaken(`/v1/batches/${id}/generate-quote`);
        await untilTaken(`/v1/batches/${id}/start-processing`);
      },
    ],
    [
      'several batches are deleted at once',
      async () => {
        const ids = [(await batch()).id, (await batch()).id];
        await call('DELETE', '/v1/batches/', { ids });
        for (const id of ids) await expect(find(`/v1/batches/${id}`, 'batch')).rejects.toThrow('404');
      },
    ],
    [
      'the summary of a batch',
      async () => {
        const { id } = await batch(await bothSides());
        expect((await find(`/v1/batches/${id}/summary`, 'batchSummary')).detail['bank-transfer'].count).toBe(2);
      },
    ],
    [
      'a recipient is created',
      async () => expect(await somebody()).toMatchObject({ firstName: 'Tom', lastName: 'Jones' }),
    ],
    [
      'the life of a recipient',
      async () => {
        const { id, status } = await somebody();
        expect(status).toBe('incomplete');
        await call('PATCH', `/v1/recipients/${id}`, { firstName: 'Bob' });
        expect((await find(`/v1/recipients/${id}`, 'recipient')).firstName).toBe('Bob');
        await call('DELETE', `/v1/recipients/${id}`);
        expect((await find(`/v1/recipients/${id}`, 'recipient')).status).toBe('archived');
      },
    ],
    [
      'the accounts of a recipient',
      async () => {
        const { id, routeMinimum } = await somebody({ address: BERLIN });
        expect(Number.parseInt(routeMinimum, 10)).toBeGreaterThanOrEqual(0);
        await create(`/v1/recipients/${id}/accounts`, 'account', GERMAN);
        const second = await create(`/v1/recipients/${id}/accounts`, 'account', FRENCH);
        expect((await find(`/v1/recipients/${id}/accounts/${second.id}`, 'account')).id).toBe(second.id);
        const { accounts } = await call('GET', `/v1/recipients/${id}/accounts/`);
        expect(accounts.map(({ currency }: Read) => currency)).toEqual(['EUR', 'EUR']);
        await call('DELETE', `/v1/recipients/${id}/accounts/${second.id}`);
        expect((await call('GET', `/v1/recipients/${id}/accounts/`)).accounts).toHaveLength(1);
      },
    ],
    [
      'several recipients are deleted at once',
      async () => {
        const ids = [(await somebody()).id, (await somebody()).id];
        await call('DELETE', '/v1/recipients/', { ids });
        for (const id of ids) expect((await find(`/v1/recipients/${id}`, 'recipient')).status).toBe('archived');
      },
    ],
    [
      'the log of a recipient',
      async () => {
        const { id } = await somebody();
        await call('PATCH', `/v1/recipients/${id}`, { firstName: 'John' });
        expect(await call('GET', `/v1/recipients/${id}/logs`)).toBeInstanceOf(Object);
        await call('DELETE', `/v1/recipients/${id}`);
      },
    ],
    [
      'the payments of a recipient without an address',
      async () => {
        const { id } = await somebody();
        const account = await create(`/v1/recipients/${id}/accounts`, 'account', GERMAN);
        const { id: batchId } = await batch([
          { targetAmount: '10.00', targetCurrency: 'EUR', recipient: { id } },
          { sourceAmount: '10.00', recipient: { id } },
        ]);
        const { payments } = await call('GET', `/v1/recipients/${id}/payments?page=1&pageSize=10`);
        expect(payments.map(({ amount, recipient }: Read) => [amount, recipient.id])).toEqual([
          ['10.00', id],
          ['10.00', id],
        ]);
        await call('DELETE', `/v1/batches/${batchId}`);
        await call('DELETE', `/v1/recipients/${id}/accounts/${account.id}`);
        await call('DELETE', `/v1/recipients/${id}`);
      },
    ],
    [
      'an account is created, made primary, found and deleted',
      async () => {
        const { id } = await somebody();
        const of = `/v1/recipients/${id}/accounts`;
        const made = await create(of, 'account', GERMAN);
        expect(made).toMatchObject({ type: 'bank-transfer', currency: 'EUR' });
        const { account } = await call('PATCH', `${of}/${made.id}`, { primary: true });
        expect(account).toMatchObject({ type: 'bank-transfer', currency: 'EUR', primary: true });
        expect((await find(`${of}/${account.id}`, 'account')).id).toBe(account.id);
        await call('DELETE', `${of}/${account.id}`);
      },
    ],
    [
      'a payment is created, found, updated and deleted',
      async () => {
        const { id } = await batch();
        const body = { sourceAmount: '10.00', sourceCurrency: 'USD', recipient: { id: (await berliner()).id } };
        const payment = await create(`/v1/batches/${id}/payments`, 'payment', body);
        expect(payment).toMatchObject({ sourceAmount: '10.00', sourceCurrency: 'USD' });
        const path = `/v1/batches/${id}/payments/${payment.id}`;
        expect((await find(path, 'payment')).id).toBe(payment.id);
        expect((await find(`/v1/payments/${payment.id}`, 'payment')).id).toBe(payment.id);
        await call('PATCH', path, { sourceAmount: '20.00', sourceCurrency: 'USD' });
        expect((await find(path, 'payment')).sourceAmount).toBe('20.00');
        await call('DELETE', path);
      },
    ],
    [
      'the payments of a batch are searched',
      async () => {
        const { id } = await batch();
        const body = { sourceAmount: '10.00', sourceCurrency: 'USD', recipient: { id: (await berliner()).id } };
        await create(`/v1/batches/${id}/payments`, 'payment', body);
        const { payments, meta } = await paymentsOf(id);
        expect(payments).toHaveLength(1);
        expect(meta.records).toBe(1);
      },
    ],
    [
      'an offline payment is created',
      async () => {
        const { id } = await berliner();
        const { amount, currency } = DOLLARS;
        const made = await create(`/v1/recipients/${id}/offlinePayments`, 'offlinePayment', { amount, currency });
        expect(made).toMatchObject({ amount: '10.00', currency: 'EUR' });
      },
    ],
    [
      'an offline payment is updated',
      async () => {
        const { id } = await berliner();
        const made = await create(`/v1/recipients/${id}/offlinePayments`, 'offlinePayment', DOLLARS);
        await call('PATCH', `/v1/recipients/${id}/offlinePayments/${made.id}`, { category: 'royalties' });
      },
    ],
    [
      'an offline payment is deleted',
      async () => {
        const { id } = await berliner();
        const made = await create(`/v1/recipients/${id}/offlinePayments`, 'offlinePayment', DOLLARS);
        await call('DELETE', `/v1/recipients/${id}/offlinePayments/${made.id}`);
      },
    ],
    [
      'offline payments are searched, of one recipient and of all',
      async () => {
        const { id } = await berliner();
        await create(`/v1/recipients/${id}/offlinePayments`, 'offlinePayment', DOLLARS);
        const page = 'page=1&pageSize=10&search=';
        expect((await call('GET', `/v1/recipients/${id}/offlinePayments?${page}`)).offlinePayments).toHaveLength(1);
        expect((await call('GET', `/v1/offline-payments?${page}`)).offlinePayments.length).toBeGreaterThan(0);
      },
    ],
  ];

  test.each(TESTS)('%s', async (_, run) => {
    await run();
  });
});
