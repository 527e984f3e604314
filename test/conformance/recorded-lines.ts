import { expect } from 'vitest';
import { US_ACCOUNT } from './client.ts';
import { expectOk, expectRefused, type Line, line } from './line.ts';

const WIRE = 'recorded: wire';
const BATCHES = 'recorded: batches';
const PEOPLE = 'recorded: people';

const EURO = { type: 'bank-transfer', iban: 'DE89 3704 0044 0532 0130 00' };
const SMALLEST = (email: string) => ({ type: 'individual', firstName: 'Tom', lastName: 'Jones', email });

/** What recordings and five public clients agree on, beyond the contract. */
export const RECORDED_LINES: readonly Line[] = [
  line(WIRE, 'a batch under both paths of its summary', async ({ call, batch }) => {
    const { id } = await batch();
    const { batchSummary } = expectOk(await call('GET', `/v1/batches/${id}/summary`)).body;
    expectOk(await call('GET', `/v1/batch/${id}/summary`), { batchSummary });
  }),
  line(WIRE, 'balances under both paths and by type', async ({ call }) => {
    const { balances } = expectOk(await call('GET', '/v1/balances')).body;
    for (const path of ['/v1/balance', '/v1/balances/paymentrails']) expectOk(await call('GET', path), { balances });
    expectOk(await call('GET', '/v1/balances/paypal'), { balances: [] });
  }),
  line(WIRE, 'logs as recipientLogs', async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}/logs`;
    expectOk(await call('GET', path), { recipientLogs: expect.any(Array), meta: expect.any(Object) });
  }),
  line(WIRE, 'offline payments under three paths', async ({ call, recipient }) => {
    const id = await recipient();
    const body = { amount: '10.00', currency: 'EUR' };
    const { offlinePayment } = expectOk(await call('POST', `/v1/recipients/${id}/offlinePayments`, body)).body;
    for (const path of [`/v1/recipients/${id}/offlinePayments`, `/v1/recipients/${id}/offline-payments`])
      expectOk(await call('GET', path), { offlinePayments: [{ id: offlinePayment.id }] });
    const { offlinePayments } = expectOk(await call('GET', '/v1/offline-payments')).body;
    expect(offlinePayments.map((one: { id: string }) => one.id)).toContain(offlinePayment.id);
  }),
  line(WIRE, 'a patch of primary keeps the id of the account', async ({ call, payee }) => {
    const path = `/v1/recipients/${await payee()}/accounts`;
    const { account } = expectOk(await call('POST', path, EURO)).body;
    expect(account.primary).toBe(false);
    expectOk(await call('PATCH', `${path}/${account.id}`, { primary: true }), {
      account: { id: account.id, primary: true },
    });
  }),
  line(WIRE, 'a POST may have no body', async ({ call, batch }) => {
    const { id } = await batch();
    for (const body of ['', {}]) expectOk(await call('POST', `/v1/batches/${id}/generate-quote`, body));
  }),
  line(PEOPLE, 'a route minimum without decimals', async ({ call, recipient }) => {
    const id = await recipient();
    expectOk(await call('POST', `/v1/recipients/${id}/accounts`, EURO));
    expectOk(await call('GET', `/v1/recipients/${id}`), { recipient: { routeType: 'sepa', routeMinimum: '3' } });
  }),
  line(WIRE, 'success is 200 also for what is created or deleted', async ({ call, recipient }) => {
    const { batch } = expectOk(await call('POST', '/v1/batches', { sourceCurrency: 'USD' })).body;
    expectOk(await call('DELETE', `/v1/batches/${batch.id}`));
    expectOk(await call('DELETE', `/v1/recipients/${await recipient()}`));
  }),
  line(WIRE, 'errors of an unknown path are a list', async ({ call }) => {
    expectRefused(await call('GET', '/v1/nothing-here'), [404, 'not_found']);
  }),

  line(
    BATCHES,
    [
      'currency is another name of sourceCurrency',
      'the first page of payments is in a batch and not in a list of batches',
      'search matches description and tags',
    ],
    async ({ call }) => {
      const body = { currency: 'EUR', description: 'Wages of Okuninushi', tags: ['Tag-7'] };
      const { batch } = expectOk(await call('POST', '/v1/batches', body)).body;
      expect(batch).toMatchObject({
        ...{ currency: 'EUR', amount: '0.00', quoteExpiredAt: null },
        payments: { payments: [], meta: { records: 0 } },
      });
      for (const search of ['okuninushi', 'TAG-7']) {
        const { batches } = expectOk(await call('GET', `/v1/batches?search=${search}`)).body;
        expect(batches).toMatchObject([{ id: batch.id }]);
        expect(batches[0]).not.toHaveProperty('payments');
      }
    },
  ),
  line(
    BATCHES,
    'a quote is there when a batch is created with payments, and keeps its expiry',
    async ({ call, batch }) => {
      const { id, quoteExpiredAt } = (await batch()) as unknown as { id: string; quoteExpiredAt: string };
      expect(Date.parse(quoteExpiredAt)).toBeGreaterThan(0);
      expectOk(await call('POST', `/v1/batches/${id}/generate-quote`, {}), { batch: { quoteExpiredAt } });
    },
  ),
  line(
    BATCHES,
    [
      'amount is what is sent and the fees of the merchant',
      'a fixed target covers its fees by itself',
      'a recipient by id, e-mail or referenceId',
      'the summary adds up',
    ],
    async ({ call, recipient }) => {
      const [email, referenceId] = ['by-mail@example.com', 'by-reference'];
      const ids = [await recipient({}), await recipient({ email }), await recipient({ referenceId })];
      for (const id of ids) expectOk(await call('POST', `/v1/recipients/${id}/accounts`, EURO));
      const payments = [
        { recipient: { id: ids[0] }, amount: '10.00', currency: 'USD' },
        { recipient: { email: email.toUpperCase() }, targetAmount: '10.00', targetCurrency: 'EUR' },
        { recipient: { referenceId }, sourceAmount: '20.00' },
      ];
      const { batch } = expectOk(await call('POST', '/v1/batches', { sourceCurrency: 'USD', payments })).body;
      const listed = batch.payments.payments as Record<string, string>[];
      expect(new Set(listed.map((one) => (one.recipient as unknown as { id: string }).id))).toEqual(new Set(ids));
      expect(listed.find((one) => one.amount === '10.00' && one.currency === 'EUR')).toMatchObject({
        coverFees: true,
        recipientFees: '0.00',
        sourceAmount: '11.16',
      });
      const sum = (key: string) => listed.reduce((all, one) => all + Math.round(Number(one[key]) * 100), 0);
      expect(Math.round(Number(batch.amount) * 100)).toBe(sum('sourceAmount') + sum('merchantFees'));
      const { total, detail } = expectOk(await call('GET', `/v1/batches/${batch.id}/summary`)).body.batchSummary;
      expect(total).toEqual(detail['bank-transfer']);
      expect([total.count, Math.round(Number(total.sendingAmount) * 100)]).toEqual([3, sum('sourceAmount')]);
      expect(total.debitAmount).toBe(batch.amount);
    },
  ),
  line(BATCHES, 'a payment that was processed cannot be deleted', async ({ call, control, batch }) => {
    const { id, payments } = await batch();
    expectOk(await call('POST', `/v1/batches/${id}/start-processing`, {}));
    await control('settle', {});
    const path = `/v1/batches/${id}/payments/${payments.payments[0]!.id}`;
    expectRefused(await call('DELETE', path), [400, 'invalid_status']);
  }),

  line(
    PEOPLE,
    [
      'the smallest recipient',
      'referenceId is the id if none is given',
      'a name follows from its parts',
      'the e-mail of an archived recipient is free, of a suspended one not',
    ],
    async ({ call }) => {
      const body = SMALLEST('smallest@example.com');
      const { recipient } = expectOk(await call('POST', '/v1/recipients', { ...body, ofNoUse: 7 })).body;
      expect(recipient).toMatchObject({ name: 'Tom Jones', status: 'incomplete', referenceId: recipient.id });
      const path = `/v1/recipients/${recipient.id}`;
      expectOk(await call('PATCH', path, { firstName: 'Bob' }), { recipient: { name: 'Bob Jones' } });
      expectOk(await call('PATCH', path, { status: 'suspended' }));
      expectRefused(await call('POST', '/v1/recipients', body), [406, 'invalid_field', 'email']);
      expectOk(await call('DELETE', path));
      expectOk(await call('POST', '/v1/recipients', body));
      expectRefused(await call('PATCH', path, { status: 'active' }), [406, 'invalid_field', 'email']);
    },
  ),
  line(
    PEOPLE,
    [
      'accounts are masked but for two characters, and have no meta',
      'an IBAN is enough',
      'a changed bank detail makes a new id and retires the old one',
    ],
    async ({ call, recipient }) => {
      const path = `/v1/recipients/${await recipient()}/accounts`;
      const { account } = expectOk(await call('POST', path, EURO)).body;
      expect(account).toMatchObject({ iban: '********************00', country: 'DE', currency: 'EUR', primary: true });
      const iban = 'DE91 1000 0000 0123 4567 89';
      const changed = expectOk(await call('PATCH', `${path}/${account.id}`, { iban })).body.account;
      expect(changed.id).not.toBe(account.id);
      const listed = expectOk(await call('GET', path)).body;
      expect(listed).not.toHaveProperty('meta');
      expect(listed.accounts).toMatchObject([{ id: changed.id, iban: '********************89' }]);
      expectRefused(await call('GET', `${path}/${account.id}`), [404, 'not_found']);
    },
  ),
  line(PEOPLE, 'government ids are a list too', async ({ call, recipient }) => {
    const id = await recipient({ governmentId: '12345678909', address: { country: 'BR' } });
    expectOk(await call('POST', `/v1/recipients/${id}/accounts`, US_ACCOUNT));
    expectOk(await call('GET', `/v1/recipients/${id}`), {
      recipient: { governmentIds: [{ country: 'BR', value: '12345678909' }] },
    });
  }),
];
