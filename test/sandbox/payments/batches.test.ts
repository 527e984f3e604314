import { describe, expect, test } from 'vitest';
import { aRecipient, batchOf, GERMAN_ACCOUNT, startWorld, US_ACCOUNT } from '../world.ts';

const TWO_HOURS = 2 * 60 * 60 * 1000;

test('a batch is created with its payments, and shows the first page of them', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const batch = await batchOf(
    world,
    id,
    Array.from({ length: 12 }, (_, at) => `${at + 10}.00`),
    { batch: { description: 'November', tags: ['payrun', 'x'] } },
  );
  expect(batch).toMatchObject({
    id: expect.stringMatching(/^B-[1-9A-HJ-NP-Za-km-z]{22}$/),
    status: 'open',
    description: 'November',
    tags: ['payrun', 'x'],
    amount: '186.00',
    currency: 'USD',
    totalPayments: 12,
    quoteExpiredAt: '2026-11-20T14:00:00.000Z',
    sentAt: null,
    completedAt: null,
  });
  expect(batch.payments.meta).toEqual({ page: 1, pages: 2, records: 12 });
  expect(batch.payments.payments).toHaveLength(10);
  expect(batch.payments.payments[0]).toMatchObject({ amount: '10.00', status: 'pending' });
  expect((await world.call('GET', `/v1/batches/${batch.id}`)).body.batch).toEqual(batch);
});

test('a batch without payments has no quote; its currency is the merchant’s, or that of its first payment', async () => {
  const world = await startWorld();
  const empty = (await world.call('POST', '/v1/batches', {})).body.batch;
  expect(empty).toMatchObject({ amount: '0.00', currency: 'USD', totalPayments: 0, quoteExpiredAt: null });
  const id = await aRecipient(world);
  const { body } = await world.call('POST', '/v1/batches', {
    payments: [{ recipient: { id }, amount: '10', currency: 'EUR' }],
  });
  expect(body.batch).toMatchObject({ currency: 'EUR', amount: '10.00' });
});

test('simple arguments may be query parameters, and currency means sourceCurrency', async () => {
  const { call } = await startWorld();
  const { body } = await call('POST', '/v1/batches?currency=GBP&description=by%20query', {});
  expect(body.batch).toMatchObject({ currency: 'GBP', description: 'by query' });
});

test('the list is newest first, without payments, and searches description and tags', async () => {
  const { call, clock } = await startWorld();
  for (const [description, tags] of [
    ['first', ['run-1']],
    ['second', ['run-2']],
    ['third', ['RUN-1', 'x']],
  ]) {
    await call('POST', '/v1/batches', { description, tags });
    clock.move(1000);
  }
  const found = async (query: string) =>
    (await call('GET', `/v1/batches?${query}`)).body.batches.map(
      ({ description }: { description: string }) => description,
    );
  expect(await found('')).toEqual(['third', 'second', 'first']);
  expect(await found('search=run-1')).toEqual(['third', 'first']);
  expect(await found('search=seco')).toEqual(['second']);
  expect(await found('pageSize=1&page=2')).toEqual(['second']);
  const { body } = await call('GET', '/v1/batches');
  expect(body.meta).toEqual({ page: 1, pages: 1, records: 3 });
  expect(body.batches[0]).not.toHaveProperty('payments');
});

test('paths without the version are the same calls', async () => {
  const world = await startWorld();
  const { id, payments } = await batchOf(world, await aRecipient(world), ['10.00']);
  const [payment] = payments.payments;
  for (const [plain, versioned] of [
    [`/batches/${id}`, `/v1/batches/${id}`],
    [`/batch/${id}/summary`, `/v1/batches/${id}/summary`],
    [`/v1/batch/${id}/summary`, `/v1/batches/${id}/summary`],
    [`/payments/${payment.id}`, `/v1/payments/${payment.id}`],
    ['/balance', '/v1/balances'],
    ['/v1/balance', '/v1/balances/'],
  ]) {
    const [one, other] = [await world.call('GET', plain!), await world.call('GET', versioned!)];
    expect(one.status).toBe(200);
    expect(one.body).toEqual(other.body);
  }
  expect((await world.call('POST', `/batches/${id}/generate-quote`, {})).status).toBe(200);
});

test('an open batch can be changed and deleted', async () => {
  const world = await startWorld();
  const { id, payments } = await batchOf(world, await aRecipient(world), ['10.00'], { payment: { externalId: 'x' } });
  const changed = await world.call('PATCH', `/v1/batches/${id}`, { description: 'new', tags: ['t'] });
  expect(changed.body.batch).toMatchObject({ description: 'new', tags: ['t'], amount: '10.00' });
  const currency = await world.call('PATCH', `/v1/batches/${id}`, { sourceCurrency: 'EUR' });
  expect(currency.body.errors[0]).toMatchObject({ code: 'invalid_field', field: 'sourceCurrency' });
  expect((await world.call('DELETE', `/v1/batches/${id}`)).body).toEqual({ ok: true });
  expect((await world.call('GET', `/v1/batches/${id}`)).status).toBe(404);
  expect((await world.call('GET', `/v1/payments/${payments.payments[0].id}`)).status).toBe(404);
  // The externalId is free again.
  await batchOf(world, await aRecipient(world), ['10.00'], { payment: { externalId: 'x' } });
});

test('several batches are deleted together or not at all', async () => {
  const { call } = await startWorld();
  const ids = [];
  for (let times = 0; times < 2; times++) ids.push((await call('POST', '/v1/batches', {})).body.batch.id);
  expect((await call('DELETE', '/v1/batches', { ids: [...ids, 'B-none'] })).status).toBe(404);
  expect((await call('GET', '/v1/batches')).body.meta.records).toBe(2);
  expect((await call('DELETE', '/v1/batches', { ids })).body).toEqual({ ok: true });
  expect((await call('GET', '/v1/batches')).body.meta.records).toBe(0);
});

test('a quote is valid for exactly two hours, and a second quote keeps its expiry', async () => {
  const world = await startWorld();
  const { id, quoteExpiredAt } = await batchOf(world, await aRecipient(world), ['10.00']);
  const quote = async () => (await world.call('POST', `/v1/batches/${id}/generate-quote`, {})).body.batch;
  world.clock.move(TWO_HOURS - 1);
  const fresh = await quote();
  expect(fresh.quoteExpiredAt).toBe(quoteExpiredAt);
  expect(fresh).not.toHaveProperty('payments');
  world.clock.move(1);
  expect((await quote()).quoteExpiredAt).toBe('2026-11-20T16:00:00.000Z');
});

test('a quote prices payments whose recipient got an account meanwhile', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, null);
  const batch = await batchOf(world, id, ['100.00']);
  expect(batch.payments.payments[0]).toMatchObject({
    targetAmount: '100.00',
    exchangeRate: '1.00000',
    routeType: null,
  });
  await world.call('POST', `/v1/recipients/${id}/accounts`, GERMAN_ACCOUNT);
  await world.call('POST', `/v1/batches/${batch.id}/generate-quote`, {});
  const { body } = await world.call('GET', `/v1/batches/${batch.id}/payments`);
  expect(body.payments[0]).toMatchObject({ targetAmount: '88.93', exchangeRate: '0.89607', routeType: 'sepa' });
});

test('the summary adds up by payout method and in total', async () => {
  const world = await startWorld();
  const bank = await aRecipient(world, US_ACCOUNT);
  const paypal = await aRecipient(world, { type: 'paypal', emailAddress: 'p@example.com' });
  const { id } = await batchOf(world, bank, ['10.00', '20.50']);
  await world.call('POST', `/v1/batches/${id}/payments`, {
    recipient: { id: paypal },
    amount: '5.00',
    currency: 'USD',
    coverFees: true,
  });
  const { body } = await world.call('GET', `/v1/batches/${id}/summary`);
  expect(body.batchSummary).toMatchObject({
    batchId: id,
    detail: {
      'bank-transfer': {
        count: 2,
        totalFees: '1.00',
        merchantFees: '0.00',
        sendingAmount: '30.50',
        debitAmount: '30.50',
      },
      paypal: { count: 1, totalFees: '0.25', merchantFees: '0.25', sendingAmount: '5.00', debitAmount: '5.25' },
    },
    total: { count: 3, totalFees: '1.25', merchantFees: '0.25', sendingAmount: '35.50', debitAmount: '35.75' },
    balances: [
      {
        id: expect.any(String),
        method: 'bank-transfer',
        bankProvider: 'sandbox',
        currency: 'USD',
        amount: '1000000.00',
      },
    ],
    accounts: [],
  });
  expect((await world.call('GET', `/v1/batches/${id}`)).body.batch.amount).toBe('35.75');
});

describe('while pricing is in progress', () => {
  test('rates and amounts show as zero, and a start is refused with "Operation In Progress"', async () => {
    const world = await startWorld({ pricingMs: 500 });
    const { id, payments } = await batchOf(world, await aRecipient(world), ['10.00']);
    expect(payments.payments[0]).toMatchObject({ exchangeRate: '0', targetAmount: '0.00', sourceAmount: '10.00' });
    const early = await world.call('POST', `/v1/batches/${id}/start-processing`, {});
    expect([early.status, early.body.errors[0].message]).toEqual([400, 'Operation In Progress']);
    world.clock.move(500);
    const { body } = await world.call('GET', `/v1/batches/${id}`);
    expect(body.batch.payments.payments[0]).toMatchObject({ exchangeRate: '0.89607', targetAmount: '8.29' });
    await world.call('POST', `/v1/batches/${id}/generate-quote`, {});
    expect((await world.call('POST', `/v1/batches/${id}/start-processing`, {})).status).toBe(400);
    world.clock.move(500);
    expect((await world.call('POST', `/v1/batches/${id}/start-processing`, {})).status).toBe(200);
  });
});

test('a batch of many payments is created, quoted and started, with exact counts', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const amounts = Array.from({ length: 2500 }, (_, at) => `${(at % 7) + 10}.00`);
  const batch = await batchOf(world, id, amounts, { payment: { memo: 'm' } });
  expect([batch.totalPayments, batch.amount]).toEqual([
    2500,
    `${amounts.reduce((sum, amount) => sum + Number(amount), 0)}.00`,
  ]);
  await world.call('POST', `/v1/batches/${batch.id}/generate-quote`, {});
  expect((await world.call('POST', `/v1/batches/${batch.id}/start-processing`, {})).status).toBe(200);
  const last = await world.call('GET', `/v1/batches/${batch.id}/payments?page=3&pageSize=1000`);
  expect([last.body.payments.length, last.body.meta]).toEqual([500, { page: 3, pages: 3, records: 2500 }]);
});
