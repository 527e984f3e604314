import type { Gateway } from 'trolleyhq';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Contractor, startContractor, US_ACCOUNT } from './client.ts';

/** The public client of the service signs, calls and reads by itself: what it cannot read, an integrator of the live service would not see. */
describe('the public JavaScript client lives its life against the sandbox', () => {
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
    client = connect({ key: accessKey, secret: secretKey, apiBase: contractor.url });
  });
  afterAll(() => contractor.close());

  const STEPS: readonly [name: string, step: () => Promise<void>][] = [
    [
      'a wrong secret is an authentication error',
      async () => {
        const { connect } = await import('trolleyhq');
        const stranger = connect({ key: contractor.merchant.accessKey, secret: 'SK-wrong', apiBase: contractor.url });
        await expect(stranger.balances.all()).rejects.toMatchObject({ name: expect.stringMatching(/Error/) });
      },
    ],
    [
      'balances, all and by kind',
      async () => {
        const all = await client.balances.all();
        expect(all.some(({ currency, amount }) => currency === 'USD' && Number(amount) > 0)).toBe(true);
        expect((await client.balances.paymentrails()).length).toBeGreaterThan(0);
        expect(Array.isArray(await client.balances.paypal())).toBe(true);
        expect((await client.balances.find('paymentrails')).length).toBeGreaterThan(0);
      },
    ],
    [
      'a person and a business are created',
      async () => {
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
      },
    ],
    [
      'an e-mail that is taken is refused',
      async () => {
        await expect(
          client.recipient.create({ type: 'individual', firstName: 'A', lastName: 'B', email: 'ada@example.com' }),
        ).rejects.toMatchObject({ validationErrors: [{ code: 'invalid_field', field: 'email' }] });
      },
    ],
    [
      'recipients are updated, found and searched',
      async () => {
        expect(await client.recipient.update(ids.person, { firstName: 'Augusta' })).toBe(true);
        expect((await client.recipient.find(ids.person)).name).toBe('Augusta Lovelace');
        expect([...(await client.recipient.search(1, 10, 'Augusta'))].map(({ id }) => id)).toEqual([ids.person]);
      },
    ],
    [
      'accounts are added, listed, changed, found and removed',
      async () => {
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
      },
    ],
    [
      'a recipient with an account and an address is active',
      async () => {
        expect((await client.recipient.find(ids.person)).status).toBe('active');
      },
    ],
    [
      'a batch with payments by amount, source and target is created',
      async () => {
        const batch = await client.batch.create({ sourceCurrency: 'USD', description: 'June' }, [
          { sourceAmount: '100.00', recipient: { id: ids.person } },
          { targetAmount: '50.00', targetCurrency: 'EUR', recipient: { referenceId: 'V-1' } },
          { ...{ amount: '20.00', currency: 'USD' }, recipient: { email: 'ada@example.com' } },
        ]);
        expect(batch).toMatchObject({ status: 'open', totalPayments: 3, description: 'June' });
        ids.batch = batch.id;
      },
    ],
    [
      'payments are added, changed, found, searched and removed',
      async () => {
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
      },
    ],
    [
      'batches are listed, searched, changed and removed',
      async () => {
        expect(await client.batch.update(ids.batch, { description: 'June 2026' })).toBe(true);
        expect([...(await client.batch.search(1, 10, 'June 2026'))].map(({ id }) => id)).toEqual([ids.batch]);
        expect((await client.batch.all()).map(({ id }) => id)).toContain(ids.batch);
        const other = await client.batch.create({ sourceCurrency: 'EUR' });
        expect(await client.batch.remove(other.id)).toBe(true);
        const several = [
          await client.batch.create({ sourceCurrency: 'EUR' }),
          await client.batch.create({ sourceCurrency: 'EUR' }),
        ];
        expect(await client.batch.remove(several.map(({ id }) => id))).toBe(true);
      },
    ],
    [
      'quote, summary, start, and the batch is followed to its end',
      async () => {
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
      },
    ],
    [
      'what a recipient was paid and what was called are listed',
      async () => {
        expect((await client.recipient.findPayments(ids.person)).length).toBe(3);
        expect((await client.recipient.findLogs(ids.person)).length).toBeGreaterThan(0);
      },
    ],
    [
      'offline payments are noted, changed, listed and removed',
      async () => {
        const offline = await client.offlinePayment.create(ids.person, {
          amount: '10.00',
          currency: 'USD',
          externalId: 'OFF-1',
          memo: 'Cash',
          category: 'services',
        });
        ids.offline = offline.id;
        expect(await client.offlinePayment.update(ids.person, offline.id, { memo: 'Petty cash' })).toBe(true);
        expect(
          (await client.recipient.findOfflinePayments(ids.person)).map((one: { memo: string }) => one.memo),
        ).toEqual(['Petty cash']);
        expect((await client.offlinePayment.search({ recipientId: ids.person })).length).toBe(1);
        expect((await client.offlinePayment.search({})).length).toBe(1);
        expect(await client.offlinePayment.remove(ids.person, offline.id)).toBe(true);
      },
    ],
    [
      'recipients are removed, one and several',
      async () => {
        expect(await client.recipient.remove(ids.person)).toBe(true);
        expect(await client.recipient.remove([ids.business])).toBe(true);
        expect((await client.recipient.find(ids.person)).status).toBe('archived');
        await expect(client.recipient.find('R-unknown')).rejects.toThrow();
      },
    ],
  ];

  test.each(STEPS)('%s', (_, step) => step());
});
