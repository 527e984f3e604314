import { describe, expect, test } from 'vitest';
import { aRecipient, batchOf, GERMAN_ACCOUNT, startWorld, US_ACCOUNT, type World } from '../world.ts';

const start = ({ call }: World, id: string) => call('POST', `/v1/batches/${id}/start-processing`, {});
const batch = async ({ call }: World, id: string) => (await call('GET', `/v1/batches/${id}`)).body.batch;
const balance = async ({ call }: World, currency = 'USD') =>
  (await call('GET', '/v1/balances')).body.balances.find((one: { currency: string }) => one.currency === currency)
    .amount;

/** Brings a balance to exactly this amount. */
async function leave(world: World, amount: string): Promise<void> {
  await world.control('fund', { currency: 'USD', amount: `-${Number(await balance(world))}.00` });
  if (amount !== '0.00') await world.control('fund', { currency: 'USD', amount });
}

test('a batch is processed after the processing time, and not a millisecond before', async () => {
  const world = await startWorld({ settleMs: 12_000 });
  const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['100.00', '50.00'], {
    payment: { coverFees: true },
  });
  const started = await start(world, id);
  expect(started.body.batch).toMatchObject({
    status: 'processing',
    sentAt: '2026-11-20T12:00:00.000Z',
    completedAt: null,
  });
  expect(started.body.batch).not.toHaveProperty('payments');
  expect(await balance(world)).toBe('999849.00');
  world.clock.move(11_999);
  const running = await batch(world, id);
  expect([running.status, running.payments.payments[0].status]).toEqual(['processing', 'processing']);
  world.clock.move(1);
  const done = await batch(world, id);
  expect(done).toMatchObject({ status: 'complete', completedAt: '2026-11-20T12:00:12.000Z' });
  expect(done.payments.payments[0]).toMatchObject({
    status: 'processed',
    initiatedAt: '2026-11-20T12:00:00.000Z',
    processedAt: '2026-11-20T12:00:12.000Z',
    settledAt: '2026-11-20T12:00:12.000Z',
  });
});

describe('a start is refused', () => {
  test('if it is no longer open, and nothing else can change it either', async () => {
    const world = await startWorld();
    const { id, payments } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
    await start(world, id);
    for (const [method, path, body] of [
      ['POST', 'start-processing', {}],
      ['POST', 'generate-quote', {}],
      ['PATCH', '', { description: 'late' }],
      ['DELETE', '', undefined],
      ['POST', 'payments', {}],
      ['PATCH', `payments/${payments.payments[0].id}`, { memo: 'late' }],
      ['DELETE', `payments/${payments.payments[0].id}`, undefined],
    ] as const) {
      const refused = await world.call(method, `/v1/batches/${id}/${path}`, body);
      expect([path, refused.status, refused.body.errors[0].code]).toEqual([path, 400, 'invalid_status']);
    }
    expect(await balance(world)).toBe('999990.00');
  });

  test('with a payment below the minimum of its route, which is named; the others are not processed either', async () => {
    const world = await startWorld();
    const id = await aRecipient(world, US_ACCOUNT);
    const made = await batchOf(world, id, ['1.00', '0.99']);
    const refused = await start(world, made.id);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ code: 'invalid_field', field: 'amount', message: expect.any(String) }]);
    expect(refused.body.errors[0].message).toContain(made.payments.payments[1].id);
    expect(await batch(world, made.id)).toMatchObject({ status: 'open' });
    expect(await balance(world)).toBe('1000000.00');
    // Money does not set it going: it is not funds that are missing.
    await world.control('fund', { currency: 'USD', amount: '1.00' });
    expect(await batch(world, made.id)).toMatchObject({ status: 'open' });
    await world.call('DELETE', `/v1/batches/${made.id}/payments/${made.payments.payments[1].id}`);
    expect((await start(world, made.id)).status).toBe(200);
  });

  test.each([
    ['US', 'USD', '2.99', '3.00'],
    ['GB', 'GBP', '0.99', '1.00'],
  ])('below the minimums of a merchant in %s', async (merchantCountry, currency, below, enough) => {
    const world = await startWorld({ merchantCountry });
    const id = await aRecipient(world, GERMAN_ACCOUNT);
    expect((await start(world, (await batchOf(world, id, [below], { currency })).id)).status).toBe(400);
    expect((await start(world, (await batchOf(world, id, [enough], { currency })).id)).status).toBe(200);
  });

  test.each([
    ['incomplete', {}, null],
    ['suspended', {}, 'suspended'],
    ['blocked', { firstName: 'Blocked', lastName: 'Person' }, null],
    ['archived', {}, 'archived'],
  ])('with a recipient who is %s', async (status, profile, change) => {
    const world = await startWorld();
    const id = await aRecipient(world, status === 'incomplete' ? null : US_ACCOUNT, profile);
    const made = await batchOf(world, id, ['10.00']);
    if (change === 'archived') await world.call('DELETE', `/v1/recipients/${id}`);
    else if (change) await world.call('PATCH', `/v1/recipients/${id}`, { status: change });
    const refused = await start(world, made.id);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'recipient']);
    expect(refused.body.errors[0].message).toContain(status);
  });
});

describe('the funding trap', () => {
  test('a batch without funds stays open with its payments pending, and begins automatically when funds arrive', async () => {
    const world = await startWorld();
    await leave(world, '10.00');
    const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.01']);
    const refused = await start(world, id);
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'non_sufficient_funds']);
    const waiting = await batch(world, id);
    expect([waiting.status, waiting.payments.payments[0].status]).toEqual(['open', 'pending']);
    expect((await world.call('GET', '/v1/balances')).body.balances[0]).toMatchObject({ pendingDebit: '10.01' });
    // Hours later, long after its quote.
    world.clock.move(5 * 60 * 60 * 1000);
    await world.control('fund', { currency: 'EUR', amount: '100.00' });
    expect((await batch(world, id)).status).toBe('open');
    await world.control('fund', { currency: 'USD', amount: '0.01' });
    expect(await batch(world, id)).toMatchObject({ status: 'processing', sentAt: '2026-11-20T17:00:00.000Z' });
    expect(await balance(world)).toBe('0.00');
    const { batches, payments } = (await world.control('ledger')).body;
    expect([batches[0].startCalls, payments[0].timesPaid]).toEqual([1, 1]);
  });

  test('batches begin in the order of their creation, as far as the funds last', async () => {
    const world = await startWorld();
    await leave(world, '0.00');
    const payeeId = await aRecipient(world, US_ACCOUNT);
    const ids = [];
    for (const amount of ['50.00', '60.00', '10.00']) {
      const { id } = await batchOf(world, payeeId, [amount]);
      ids.push(id);
      await start(world, id);
    }
    await world.control('fund', { currency: 'USD', amount: '70.00' });
    const statuses = await Promise.all(ids.map(async (id) => (await batch(world, id)).status));
    expect(statuses).toEqual(['processing', 'open', 'processing']);
    expect(await balance(world)).toBe('10.00');
  });

  test('funds returned by failed payments start a waiting batch', async () => {
    const world = await startWorld({ settleMs: 1000 });
    await leave(world, '10.00');
    const payeeId = await aRecipient(world, US_ACCOUNT);
    const [first, second] = [await batchOf(world, payeeId, ['10.00']), await batchOf(world, payeeId, ['9.00'])];
    await world.control('outcomes', [{ match: { amount: '10.00' }, outcome: 'failed', reason: 'account closed' }]);
    await start(world, first.id);
    expect((await start(world, second.id)).status).toBe(400);
    world.clock.move(1000);
    expect((await batch(world, first.id)).status).toBe('failed');
    expect((await batch(world, second.id)).status).toBe('processing');
    expect(await balance(world)).toBe('1.00');
  });

  test('arriving funds do not replace the approval in the service; an approval without funds waits for them', async () => {
    const world = await startWorld({ serviceApproval: true });
    await leave(world, '0.00');
    const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
    const fund = () => world.control('fund', { currency: 'USD', amount: '10.00' });
    const status = async () => (await batch(world, id)).status;
    const refused = await start(world, id);
    expect(refused.body.errors[0].code).toBe('non_sufficient_funds');
    await fund();
    expect([await status(), await balance(world)]).toEqual(['awaiting_approval', '10.00']);
    await leave(world, '0.00');
    await world.control('service-approval', { answer: 'approve' });
    expect(await status()).toBe('open');
    await fund();
    expect([await status(), await balance(world)]).toEqual(['processing', '0.00']);
  });

  test.each<[what: string, method: string, path: (payment: string) => string, body: object]>([
    ['another amount', 'PATCH', (payment) => `/payments/${payment}`, { amount: '9.00' }],
    ['a payment less', 'DELETE', (payment) => `/payments/${payment}`, {}],
    ['another description', 'PATCH', () => '', { description: 'More' }],
  ])('an approval in the service is void if the batch is changed after it: %s', async (_, method, path, body) => {
    const world = await startWorld({ serviceApproval: true });
    const { id, payments } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00', '10.00']);
    expect((await start(world, id)).body.batch.status).toBe('awaiting_approval');
    await leave(world, '0.00');
    await world.control('service-approval', { answer: 'approve' });
    expect((await world.call(method, `/v1/batches/${id}${path(payments.payments[0].id)}`, body)).status).toBe(200);
    await world.control('fund', { currency: 'USD', amount: '20.00' });
    expect([(await batch(world, id)).status, await balance(world)]).toEqual(['awaiting_approval', '20.00']);
  });

  test('a deleted batch never begins', async () => {
    const world = await startWorld();
    await leave(world, '0.00');
    const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
    await start(world, id);
    await world.call('DELETE', `/v1/batches/${id}`);
    await world.control('fund', { currency: 'USD', amount: '100.00' });
    expect(await balance(world)).toBe('100.00');
  });
});

describe('outcomes', () => {
  test('a payment that matches a rule fails or is returned, the rest is processed, and the money is credited', async () => {
    const world = await startWorld();
    const bad = await aRecipient(world, US_ACCOUNT, { email: 'bad@example.com' });
    const good = await aRecipient(world, US_ACCOUNT);
    await world.control('outcomes', [
      { match: { recipientEmail: 'BAD@example.com' }, outcome: 'failed', reason: 'account closed' },
      { match: { externalId: 'ext-2' }, outcome: 'returned', reason: 'wrong name' },
      { match: { amount: '13.00', externalId: 'other' }, outcome: 'failed', reason: 'never' },
    ]);
    const { body } = await world.call('POST', '/v1/batches', {
      sourceCurrency: 'USD',
      payments: [
        { recipient: { id: bad }, amount: '11.00', currency: 'USD', coverFees: true },
        { recipient: { id: good }, amount: '12.00', currency: 'USD', coverFees: true, externalId: 'ext-2' },
        { recipient: { id: good }, amount: '13.00', currency: 'USD', coverFees: true },
      ],
    });
    await start(world, body.batch.id);
    expect(await balance(world)).toBe('999962.50');
    expect((await world.control('settle', {})).body).toEqual({ ok: true, settled: 1 });
    const done = await batch(world, body.batch.id);
    expect(done.status).toBe('complete');
    expect(done.payments.payments).toMatchObject([
      { status: 'failed', failureMessage: 'account closed', errors: ['account closed'], processedAt: null },
      {
        status: 'returned',
        returnedReason: ['wrong name'],
        returnedAmount: '12.00',
        returnedAt: expect.any(String),
      },
      { status: 'processed', failureMessage: null, returnedReason: [] },
    ]);
    // 11.50 of the failed one, 12.00 of the returned one.
    expect(await balance(world)).toBe('999986.00');
    const { payments } = (await world.control('ledger')).body;
    expect(payments.map(({ timesPaid }: { timesPaid: number }) => timesPaid)).toEqual([0, 1, 1]);
  });

  test('a late rule returns payments that were processed days before', async () => {
    const world = await startWorld();
    const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00', '11.00']);
    await start(world, id);
    await world.control('settle', {});
    world.clock.move(3 * 86_400_000);
    await world.control('outcomes', [
      { match: { amount: '10.00' }, outcome: 'returned', reason: 'closed', late: true },
    ]);
    const { payments } = (await batch(world, id)).payments;
    expect(payments).toMatchObject([
      { status: 'returned', returnedAt: '2026-11-23T12:00:00.000Z' },
      { status: 'processed' },
    ]);
    expect(await balance(world)).toBe('999989.00');
  });

  test('a new list replaces the old one', async () => {
    const world = await startWorld();
    await world.control('outcomes', [{ match: { amount: '10.00' }, outcome: 'failed', reason: 'no' }]);
    await world.control('outcomes', []);
    const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
    await start(world, id);
    await world.control('settle', {});
    expect((await batch(world, id)).status).toBe('complete');
  });
});
