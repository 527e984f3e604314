import type { Gateway } from 'trolleyhq';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Contractor, startContractor, US_ACCOUNT } from './client.ts';

/** What of the client the contract covers: it knows nothing of invoices and verifications. */
const COVERED = ['balances', 'recipient', 'recipientAccount', 'batch', 'payment', 'offlinePayment'] as const;

const GERMAN = {
  type: 'individual' as const,
  ...{ firstName: 'Tom', lastName: 'Jones' },
  address: { street1: '123 Wolfstrasse', city: 'Berlin', country: 'DE', postalCode: '10969' },
};

/** The public client of the service signs, calls and reads by itself: what it cannot read, an integrator of the live service would not see. */
describe('the public JavaScript client works against the sandbox', () => {
  let contractor: Contractor;
  let client: Gateway;
  const ids = { person: '', business: '', account: '', second: '', batch: '', payment: '', offline: '' };

  beforeAll(async () => {
    contractor = await startContractor();
    // Under `test` the client loads settings of its own project.
    vi.stubEnv('NODE_ENV', 'production');
    const { connect } = await import('trolleyhq');
    vi.unstubAllEnvs();
    const { accessKey, secretKey } = contractor.merchant;
    client = noting(connect({ key: accessKey, secret: secretKey, apiBase: contractor.url }));
  });
  afterAll(() => contractor.close());

  /** Methods that were called, as `gateway.method`. */
  const driven = new Set<string>();
  function noting(gateway: Gateway): Gateway {
    const watched = COVERED.map((name) => [
      name,
      new Proxy(gateway[name], {
        get(target, method, receiver) {
          driven.add(`${name}.${String(method)}`);
          return Reflect.get(target, method, receiver);
        },
      }),
    ]);
    return Object.assign(Object.create(gateway), Object.fromEntries(watched));
  }

  test('a wrong secret is an authentication error', async () => {
    const { connect } = await import('trolleyhq');
    const stranger = connect({ key: contractor.merchant.accessKey, secret: 'SK-wrong', apiBase: contractor.url });
    await expect(stranger.balances.all()).rejects.toMatchObject({ name: expect.stringMatching(/Error/) });
  });

  test('balances, all and by kind', async () => {
    const balance = { type: 'paymentrails', currency: 'USD', amount: '1000000.00', primary: true, display: true };
    for (const ask of [client.balances.all, client.balances.paymentrails, () => client.balances.find('paymentrails')])
      expect(await ask.call(client.balances)).toEqual([expect.objectContaining(balance)]);
    expect(await client.balances.paypal()).toEqual([]);
  });

  test('a person and a business are created', async () => {
    const address = {
      street1: '1 Main St',
      city: 'Austin',
      region: 'TX',
      postalCode: '73301',
      country: 'US',
      phone: '+15125550100',
    };
    const person = await client.recipient.create({
      type: 'individual',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      address,
    });
    expect(person).toMatchObject({ firstName: 'Ada', name: 'Ada Lovelace', status: 'incomplete' });
    ids.person = person.id;
    ids.business = (
      await client.recipient.create({
        type: 'business',
        name: 'Muster GmbH',
        email: 'gmbh@example.com',
        referenceId: 'V-1',
        address: { street1: 'Weg 1', city: 'Berlin', postalCode: '10969', country: 'DE' },
      })
    ).id;
    expect(ids.business).toMatch(/^R-/);
  });

  test('an e-mail that is taken is refused', async () => {
    await expect(
      client.recipient.create({ type: 'individual', firstName: 'A', lastName: 'B', email: 'ada@example.com' }),
    ).rejects.toMatchObject({ validationErrors: [{ code: 'invalid_field', field: 'email' }] });
  });

  test('recipients are updated, found and searched', async () => {
    expect(await client.recipient.update(ids.person, { firstName: 'Augusta' })).toBe(true);
    expect((await client.recipient.find(ids.person)).name).toBe('Augusta Lovelace');
    expect([...(await client.recipient.search(1, 10, 'Augusta'))].map(({ id }) => id)).toEqual([ids.person]);
  });

  test('accounts are added, listed, changed, found and removed', async () => {
    const account = await client.recipientAccount.create(ids.person, US_ACCOUNT);
    expect(account).toMatchObject({ primary: true, currency: 'USD' });
    expect(account.accountNum).toMatch(/^\*+\w\w$/);
    const iban = await client.recipientAccount.create(ids.business, {
      type: 'bank-transfer',
      currency: 'EUR',
      country: 'DE',
      iban: 'DE89370400440532013000',
      accountHolderName: 'Muster GmbH',
      primary: true,
    });
    ids.second = iban.id;
    const changed = await client.recipientAccount.update(ids.person, account.id, {
      accountNum: '987654321',
    });
    expect(changed.id).not.toBe(account.id);
    ids.account = changed.id;
    expect((await client.recipientAccount.all(ids.person)).map(({ id }) => id)).toContain(ids.account);
    expect((await client.recipientAccount.find(ids.person, ids.account)).currency).toBe('USD');
    const paypal = await client.recipientAccount.create(ids.person, {
      type: 'paypal',
      emailAddress: 'ada@example.com',
    });
    expect(paypal.primary).toBe(false);
    expect(await client.recipientAccount.remove(ids.person, paypal.id)).toBe(true);
    await expect(client.recipientAccount.find(ids.person, paypal.id)).rejects.toThrow();
  });

  test('a recipient with an account and an address is active', async () => {
    expect((await client.recipient.find(ids.person)).status).toBe('active');
  });

  test('a batch with payments by amount, source and target is created', async () => {
    const batch = await client.batch.create({ sourceCurrency: 'USD', description: 'June' }, [
      { sourceAmount: '100.00', recipient: { id: ids.person } },
      { targetAmount: '50.00', targetCurrency: 'EUR', recipient: { referenceId: 'V-1' } },
      { ...{ amount: '20.00', currency: 'USD' }, recipient: { email: 'ada@example.com' } },
    ]);
    expect(batch).toMatchObject({ status: 'open', totalPayments: 3, description: 'June' });
    ids.batch = batch.id;
  });

  test('payments are added, changed, found, searched and removed', async () => {
    const payment = await client.payment.create(ids.batch, {
      recipient: { id: ids.person },
      sourceAmount: '30.00',
      memo: 'Bonus',
      externalId: 'E-1',
    });
    ids.payment = payment.id;
    expect(await client.payment.update(payment.id, ids.batch, { sourceAmount: '31.00' })).toBe(true);
    expect(await client.payment.find(payment.id, ids.batch)).toMatchObject({
      sourceAmount: '31.00',
      memo: 'Bonus',
      status: 'pending',
    });
    expect((await client.payment.find(payment.id)).id).toBe(payment.id);
    const gone = await client.payment.create(ids.batch, { recipient: { id: ids.person }, sourceAmount: '5.00' });
    expect(await client.payment.remove(gone.id, ids.batch)).toBe(true);
    expect(await client.batch.paymentList(ids.batch, 1, 10)).toHaveLength(4);
    expect((await client.payment.search({ batchId: ids.batch })).length).toBe(4);
  });

  test('batches are listed, searched, changed and removed', async () => {
    expect(await client.batch.update(ids.batch, { description: 'June 2026' })).toBe(true);
    expect([...(await client.batch.search(1, 10, 'June 2026'))].map(({ id }) => id)).toEqual([ids.batch]);
    expect((await client.batch.all()).map(({ id }) => id)).toContain(ids.batch);
    const other = await client.batch.create({ sourceCurrency: 'EUR' });
    expect(await client.batch.remove(other.id)).toBe(true);
    expect((await client.balances.all()).map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
    const several = [
      await client.batch.create({ sourceCurrency: 'EUR' }),
      await client.batch.create({ sourceCurrency: 'EUR' }),
    ];
    expect(await client.batch.remove(several.map(({ id }) => id))).toBe(true);
  });

  test('quote, summary, start, and the batch is followed to its end', async () => {
    await vi.waitUntil(
      () =>
        client.batch.generateQuote(ids.batch).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    );
    const summary = await client.batch.summary(ids.batch);
    expect(JSON.stringify(summary)).toContain('debitAmount');
    await vi.waitUntil(
      () =>
        client.batch.startProcessing(ids.batch).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    );
    await contractor.control('settle', {});
    await vi.waitUntil(async () => (await client.batch.find(ids.batch)).status === 'complete', {
      timeout: 60_000,
      interval: 50,
    });
    expect((await client.payment.find(ids.payment)).status).toBe('processed');
    await expect(client.batch.startProcessing(ids.batch)).rejects.toThrow();
    await expect(client.payment.remove(ids.payment, ids.batch)).rejects.toThrow();
  });

  test('what a recipient was paid and what was called are listed', async () => {
    expect((await client.recipient.findPayments(ids.person)).length).toBe(3);
    expect((await client.recipient.findLogs(ids.person)).length).toBeGreaterThan(0);
  });

  test('offline payments are noted, changed, listed and removed', async () => {
    const offline = await client.offlinePayment.create(ids.person, {
      amount: '10.00',
      currency: 'USD',
      externalId: 'OFF-1',
      memo: 'Cash',
      category: 'services',
    });
    ids.offline = offline.id;
    expect(await client.offlinePayment.update(ids.person, offline.id, { memo: 'Petty cash' })).toBe(true);
    expect((await client.recipient.findOfflinePayments(ids.person)).map((one: { memo: string }) => one.memo)).toEqual([
      'Petty cash',
    ]);
    expect((await client.offlinePayment.search({ recipientId: ids.person })).length).toBe(1);
    expect((await client.offlinePayment.search({})).length).toBe(1);
    expect(await client.offlinePayment.remove(ids.person, offline.id)).toBe(true);
  });

  test('a person in Germany has a route before an account; accounts are changed, made primary and removed', async () => {
    const { id } = await client.recipient.create({ ...GERMAN, email: 'tom@example.com' });
    const [found] = await client.recipient.search(1, 10, 'tom@example.com');
    expect(found).toMatchObject({ id, routeType: 'sepa', routeMinimum: '0', estimatedFees: '4' });
    const iban = (text: string) => ({ type: 'bank-transfer', currency: 'EUR', iban: text });
    const first = await client.recipientAccount.create(id, iban('DE89 3704 0044 0532 0130 00'));
    expect(first.primary).toBe(true);
    const second = await client.recipientAccount.create(id, {
      ...iban('FR14 2004 1010 0505 0001 3M02 606'),
      primary: true,
    });
    expect(second.primary).toBe(true);
    const all = await client.recipientAccount.all(id);
    expect(all.map((one) => [one.id, one.primary]).toSorted()).toEqual(
      [
        [first.id, false],
        [second.id, true],
      ].toSorted(),
    );
    expect((await client.recipientAccount.find(id, first.id)).iban).toBe(first.iban);
    expect(await client.recipientAccount.remove(id, first.id)).toBe(true);
    const changed = await client.recipientAccount.update(id, second.id, { iban: 'DE91 1000 0000 0123 4567 89' });
    expect(changed.id).not.toBe(second.id);
    const left = await client.recipientAccount.all(id);
    expect(left.map((one) => [one.id, one.primary])).toEqual([[changed.id, true]]);
    expect(left[0]!.iban).toMatch(/^\*+89$/);
  });

  test('an unknown batch refuses a payment for its batch and its recipient', async () => {
    await expect(client.payment.create('undefined', undefined)).rejects.toMatchObject({
      validationErrors: ['batchId', 'recipient'].map((field) => ({
        code: 'invalid_field',
        field,
        message: 'Value is invalid',
      })),
    });
  });

  test('a batch of a fixed target and a fixed source is processed under the older name of the start', async () => {
    const tom = { recipient: { email: 'tom@example.com' } };
    const batch = await client.batch.create({ sourceCurrency: 'USD', description: 'Both sides' }, [
      { ...tom, targetAmount: '10.00', targetCurrency: 'EUR' },
      { ...tom, sourceAmount: '10.00' },
    ]);
    const payments = await client.batch.paymentList(batch.id);
    for (const payment of payments) expect(payment).toMatchObject({ amount: '10.00', status: 'pending' });
    expect(payments).toHaveLength(2);
    await client.payment.update(payments[0]!.id, batch.id, { externalId: 'updated' });
    expect((await client.payment.find(payments[0]!.id)).externalId).toBe('updated');
    expect((await client.batch.summary(batch.id)).detail['bank-transfer']).toMatchObject({ count: 2 });
    await client.batch.generateQuote(batch.id);
    expect((await client.batch.processBatch(batch.id)).status).toBe('processing');
  });

  test('recipients are removed, one and several', async () => {
    expect(await client.recipient.remove(ids.person)).toBe(true);
    expect(await client.recipient.remove([ids.business])).toBe(true);
    expect((await client.recipient.find(ids.person)).status).toBe('archived');
    await expect(client.recipient.find('R-unknown')).rejects.toThrow();
  });

  test('every method of the client that the contract covers was called', () => {
    const methods = COVERED.flatMap((name) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(client[name]))
        .filter((method) => method !== 'constructor')
        .map((method) => `${name}.${method}`),
    );
    expect(methods.length).toBeGreaterThan(30);
    expect(methods.filter((method) => !driven.has(method))).toEqual([]);
  });
});
