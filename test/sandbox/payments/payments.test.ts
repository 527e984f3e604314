import { describe, expect, test } from 'vitest';
import { aRecipient, batchOf, GERMAN_ACCOUNT, PAYPAL_ACCOUNT, startWorld, US_ACCOUNT } from '../world.ts';

test('a payment has every field of the contract and of real responses', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, GERMAN_ACCOUNT, { referenceId: 'ada' });
  const { payments } = await batchOf(world, id, ['100.00'], {
    payment: { memo: 'Invoice 7', externalId: 'pay-1', tags: ['t'], category: 'services', taxReportable: true },
  });
  expect(payments.payments[0]).toMatchObject({
    id: expect.stringMatching(/^P-[1-9A-HJ-NP-Za-km-z]{22}$/),
    recipient: { id, referenceId: 'ada', name: 'Ada Lovelace', status: 'active' },
    status: 'pending',
    amount: '100.00',
    currency: 'USD',
    sourceAmount: '100.00',
    sourceCurrency: 'USD',
    sourceCurrencyName: 'US Dollar',
    targetAmount: '88.93',
    targetCurrency: 'EUR',
    targetCurrencyName: 'Euro',
    exchangeRate: '0.89607',
    fxRate: '2',
    fees: '0.75',
    recipientFees: '0.75',
    merchantFees: '0.00',
    memo: 'Invoice 7',
    externalId: 'pay-1',
    tags: ['t'],
    category: 'services',
    taxReportable: true,
    coverFees: false,
    isSupplyPayment: false,
    account: { iban: '********************00' },
    payoutMethod: 'bank-transfer',
    methodDisplay: 'Bank Transfer',
    routeType: 'sepa',
    routeMinimum: '3',
    compliance: { status: 'pending' },
    returnedReason: [],
    failureMessage: null,
    errors: [],
    processedAt: null,
    initiatedAt: null,
    settledAt: null,
    merchantId: expect.stringMatching(/^M-/),
    withholdingAmount: '0.00',
    batch: { sentAt: null, completedAt: null },
  });
});

test('a recipient may be named by id, e-mail or reference', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, PAYPAL_ACCOUNT, { email: 'Named@example.com', referenceId: 'named' });
  const { body } = await world.call('POST', '/v1/batches', {
    payments: [{ id }, { email: 'named@EXAMPLE.com' }, { referenceId: 'named' }].map((recipient) => ({
      recipient,
      amount: '1.00',
      currency: 'USD',
    })),
  });
  expect(body.batch.payments.payments.map((one: { recipient: { id: string } }) => one.recipient.id)).toEqual([
    id,
    id,
    id,
  ]);
});

test('a fixed target: the source follows from the rate, and the merchant bears the fee', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const batch = (await world.call('POST', '/v1/batches', { sourceCurrency: 'USD' })).body.batch;
  const { body } = await world.call('POST', `/v1/batches/${batch.id}/payments`, {
    recipient: { id },
    targetAmount: '10.00',
    targetCurrency: 'EUR',
  });
  expect(body.payment).toMatchObject({
    sourceAmount: '11.16',
    targetAmount: '10.00',
    targetCurrency: 'EUR',
    recipientFees: '0.00',
    merchantFees: '0.75',
    coverFees: true,
  });
  expect((await world.call('GET', `/v1/batches/${batch.id}`)).body.batch.amount).toBe('11.91');
});

test('yen have no decimals', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, { type: 'paypal', emailAddress: 'yen@example.com', currency: 'JPY' });
  const { body } = await world.call('POST', '/v1/batches', {
    sourceCurrency: 'USD',
    payments: [{ recipient: { id }, targetAmount: '1500', targetCurrency: 'JPY' }],
  });
  expect(body.batch.payments.payments[0]).toMatchObject({ targetAmount: '1500', sourceAmount: '10.05' });
});

describe('a request refused with 400', () => {
  const good = { amount: '10.00', currency: 'USD' };
  test.each([
    ['no recipient', { recipient: undefined }, 'empty_field', 'recipient'],
    ['an empty recipient', { recipient: {} }, 'empty_field', 'recipient'],
    ['an unknown recipient', { recipient: { id: 'R-none' } }, 'invalid_field', 'recipient'],
    ['a recipient that is text', { recipient: 'R-none' }, 'invalid_field', 'recipient'],
    ['no amount', { amount: undefined }, 'empty_field', 'amount'],
    ['a number for an amount', { amount: 10 }, 'invalid_field', 'amount'],
    ['one decimal', { amount: '10.5' }, 'invalid_field', 'amount'],
    ['three decimals', { amount: '10.500' }, 'invalid_field', 'amount'],
    ['zero', { amount: '0.00' }, 'invalid_field', 'amount'],
    ['a negative amount', { amount: '-1.00' }, 'invalid_field', 'amount'],
    ['an exponent', { amount: '1e3' }, 'invalid_field', 'amount'],
    ['no currency', { currency: undefined }, 'empty_field', 'currency'],
    ['an unknown currency', { currency: 'QQQ' }, 'invalid_field', 'currency'],
    ["a currency that is neither the batch's nor the account's", { currency: 'GBP' }, 'invalid_field', 'currency'],
    ['both amounts', { targetAmount: '1.00', targetCurrency: 'EUR' }, 'invalid_field', 'targetAmount'],
    [
      "a target that is not the account's currency",
      { amount: undefined, currency: undefined, targetAmount: '1.00', targetCurrency: 'GBP' },
      'invalid_field',
      'targetCurrency',
    ],
    ['a memo of 1025 characters', { memo: 'm'.repeat(1025) }, 'invalid_field', 'memo'],
    ['an unknown category', { category: 'bribes' }, 'invalid_field', 'category'],
    ['tags that are no list', { tags: 'a' }, 'invalid_field', 'tags'],
    ['coverFees that is no boolean', { coverFees: 'maybe' }, 'invalid_field', 'coverFees'],
  ])('%s', async (_, change, code, field) => {
    const world = await startWorld();
    const id = await aRecipient(world);
    const payment = { recipient: { id }, ...good, ...change };
    const { body: created } = await world.call('POST', '/v1/batches', { sourceCurrency: 'USD' });
    const added = await world.call('POST', `/v1/batches/${created.batch.id}/payments`, payment);
    expect([added.status, added.body.ok]).toEqual([400, false]);
    expect(added.body.errors).toContainEqual({ code, field, message: expect.any(String) });

    const batch = await world.call('POST', '/v1/batches', { sourceCurrency: 'USD', payments: [payment] });
    expect([batch.status, batch.body.errors[0].field]).toEqual([400, field]);
    expect(batch.body.errors[0].message).toContain('payments[0]');
  });

  test('a batch with one bad payment is not created, and every bad payment is named', async () => {
    const world = await startWorld();
    const recipient = { id: await aRecipient(world) };
    const { status, body } = await world.call('POST', '/v1/batches', {
      sourceCurrency: 'USD',
      payments: [
        { recipient, ...good },
        { recipient, ...good, amount: 'x', externalId: 'bad-1' },
        { recipient: { id: 'R-none' }, ...good },
      ],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ message }: { message: string }) => message.split(':')[0])).toEqual([
      'payments[1] (externalId bad-1)',
      'payments[2]',
    ]);
    expect((await world.call('GET', '/v1/batches')).body.meta.records).toBe(0);
    expect((await world.call('GET', '/v1/payments')).body.meta.records).toBe(0);
  });

  test.each([
    ['payments', { payments: 'all' }],
    ['payments', { payments: [1] }],
  ])('%s that is not a list', async (field, body) => {
    const { call } = await startWorld();
    expect((await call('POST', '/v1/batches', body)).body.errors[0].field).toBe(field);
  });

  test('an archived recipient', async () => {
    const world = await startWorld();
    const id = await aRecipient(world);
    await world.call('DELETE', `/v1/recipients/${id}`);
    const { status } = await world.call('POST', '/v1/batches', { payments: [{ recipient: { id }, ...good }] });
    expect(status).toBe(400);
  });
});

describe('an externalId is unique for a merchant', () => {
  const duplicate = [expect.objectContaining({ code: 'duplicate', field: 'externalId' })];
  test('within a batch, across batches and when it is changed', async () => {
    const world = await startWorld();
    const recipient = { id: await aRecipient(world) };
    const payment = (externalId: string) => ({ recipient, amount: '10.00', currency: 'USD', externalId });
    const create = (...ids: string[]) => world.call('POST', '/v1/batches', { payments: ids.map(payment) });
    expect((await create('a', 'b')).status).toBe(200);
    const again = await create('c', 'a');
    expect([again.status, again.body.errors]).toEqual([400, duplicate]);
    expect((await create('d', 'd')).body.errors).toEqual(duplicate);
    // What was refused took nothing.
    const { batch } = (await create('c', 'd')).body;
    const path = `/v1/batches/${batch.id}/payments`;
    expect((await world.call('POST', path, payment('a'))).body.errors).toEqual(duplicate);
    const [first] = batch.payments.payments;
    expect((await world.call('PATCH', `${path}/${first.id}`, { externalId: 'a' })).body.errors).toEqual(duplicate);
    expect((await world.call('PATCH', `${path}/${first.id}`, { externalId: 'c', memo: 'same' })).status).toBe(200);
  });
});

test('a payment of an open batch can be read, changed and deleted', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const batch = await batchOf(world, id, ['100.00', '50.00']);
  const path = `/v1/batches/${batch.id}/payments/${batch.payments.payments[0].id}`;
  const read = await world.call('GET', path);
  expect(read.body.payment).toEqual(batch.payments.payments[0]);
  expect((await world.call('GET', `/v1/payments/${read.body.payment.id}`)).body).toEqual(read.body);

  const changed = await world.call('PATCH', path, { amount: '200.00', memo: 'more' });
  expect(changed.body.payment).toMatchObject({ amount: '200.00', targetAmount: '178.54', memo: 'more' });
  expect((await world.call('GET', `/v1/batches/${batch.id}`)).body.batch.amount).toBe('250.00');
  const target = await world.call('PATCH', path, { targetAmount: '10.00', targetCurrency: 'EUR' });
  expect(target.body.payment).toMatchObject({ sourceAmount: '11.16', targetAmount: '10.00', coverFees: true });
  const source = await world.call('PATCH', path, { amount: '100.00' });
  expect(source.body.payment).toMatchObject({ sourceAmount: '100.00', targetAmount: '88.93', coverFees: false });

  expect((await world.call('DELETE', path)).body).toEqual({ ok: true });
  expect((await world.call('GET', path)).status).toBe(404);
  expect((await world.call('GET', `/v1/batches/${batch.id}`)).body.batch).toMatchObject({
    amount: '50.00',
    totalPayments: 1,
  });
});

test('a payment is not found under another batch', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const [one, other] = [await batchOf(world, id, ['10.00']), await batchOf(world, id, ['10.00'])];
  const { status } = await world.call('GET', `/v1/batches/${other.id}/payments/${one.payments.payments[0].id}`);
  expect(status).toBe(404);
});

test('lists of payments are filtered by recipient, batch, status and search', async () => {
  const world = await startWorld();
  const ada = await aRecipient(world, US_ACCOUNT, { referenceId: 'ada' });
  const grace = await aRecipient(world, US_ACCOUNT, { firstName: 'Grace', lastName: 'Hopper', referenceId: 'grace' });
  const started = await batchOf(world, ada, ['10.00', '11.00'], { payment: { memo: 'Invoice 7' } });
  await world.call('POST', `/v1/batches/${started.id}/start-processing`, {});
  await batchOf(world, ada, ['12.00'], { payment: { externalId: 'ext-12' } });
  await batchOf(world, grace, ['13.00']);
  const amounts = async (path: string) => {
    const { body } = await world.call('GET', path);
    expect(body.meta.records).toBe(body.payments.length);
    return body.payments.map(({ amount }: { amount: string }) => amount);
  };
  expect(await amounts('/v1/payments')).toEqual(['13.00', '12.00', '11.00', '10.00']);
  expect(await amounts(`/v1/payments?recipientId=${grace}`)).toEqual(['13.00']);
  expect(await amounts(`/v1/payments?batchId=${started.id}`)).toEqual(['11.00', '10.00']);
  expect(await amounts(`/v1/payments?batchId=${started.id}&recipientId=${grace}`)).toEqual([]);
  expect(await amounts('/v1/payments?status=processing')).toEqual(['11.00', '10.00']);
  expect(await amounts('/v1/payments?search=invoice')).toEqual(['11.00', '10.00']);
  expect(await amounts('/v1/payments?search=hopper')).toEqual(['13.00']);
  expect(await amounts('/v1/payments?search=EXT-12')).toEqual(['12.00']);
  expect(await amounts(`/v1/recipients/${ada}/payments`)).toEqual(['12.00', '11.00', '10.00']);
  expect(await amounts(`/v1/batches/${started.id}/payments`)).toEqual(['10.00', '11.00']);
  expect((await world.call('GET', '/v1/payments?status=odd')).body.errors[0].field).toBe('status');
});
