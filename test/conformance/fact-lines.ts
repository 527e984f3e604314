import { expect } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { type Contractor, startContractor } from './client.ts';
import { expectOk, expectRefused, ISO_TIME, type Line, line } from './line.ts';

const START = 'recorded: start';
const PRICES = 'recorded: prices';
const PAYMENTS = 'recorded: payments';
const RECIPIENTS = 'recorded: recipients';
const GENERAL = 'recorded: general';
const NEWER = 'recorded: November 2026';

const GERMAN = { address: { street1: 'Street 1', city: 'Berlin', country: 'DE' } };
const EURO = { type: 'bank-transfer', iban: 'DE89370400440532013000' };
const OPEN_POLICY = { quota: 1_000_000, addressQuota: 1_000_000 };

/** A line against a service that behaves like this from its start. */
function behaving(options: SandboxOptions, about: string, covers: string | readonly string[], run: Line['run']): Line {
  return line(about, covers, async () => {
    const contractor = await startContractor({ ...OPEN_POLICY, ...options });
    await run(contractor).finally(() => contractor.close());
  });
}

const post = ({ call }: Contractor, id: string, what: string) => call('POST', `/v1/batches/${id}/${what}`, {});

async function germanPayee({ recipient, call }: Contractor): Promise<string> {
  const id = await recipient(GERMAN);
  expectOk(await call('POST', `/v1/recipients/${id}/accounts`, EURO));
  return id;
}

/** A batch with one payment of 10.00 EUR that arrive. Returns the batch and the payment as they were answered. */
async function targetBatch(contractor: Contractor) {
  const recipient = { id: await germanPayee(contractor) };
  const payments = [{ recipient, targetAmount: '10.00', targetCurrency: 'EUR' }];
  const { batch } = expectOk(await contractor.call('POST', '/v1/batches', { sourceCurrency: 'USD', payments })).body;
  return { id: batch.id as string, payment: batch.payments.payments[0] };
}

export const FACT_LINES: readonly Line[] = [
  behaving(
    { serviceApproval: true },
    START,
    [
      'a start may be answered awaiting_approval with sentAt null',
      'an approver in the service lets it go later',
      'an approver in the service rejects it',
      'a batch that awaits approval is not started again',
      'a batch that awaits approval can be deleted',
    ],
    async (contractor) => {
      const { call, control, batch } = contractor;
      const [sent, rejected, deleted] = [await batch(), await batch(), await batch()];
      for (const { id } of [sent, rejected, deleted])
        expectOk(await post(contractor, id, 'start-processing'), {
          batch: { id, status: 'awaiting_approval', sentAt: null },
        });
      expectRefused(await post(contractor, sent.id, 'start-processing'), [400, 'invalid_status']);
      await control('service-approval', { answer: 'approve', batch: sent.id });
      await control('service-approval', { answer: 'reject', batch: rejected.id });
      expectOk(await call('DELETE', `/v1/batches/${deleted.id}`));
      expectOk(await call('GET', `/v1/batches/${sent.id}`), { batch: { status: 'processing' } });
      expectOk(await call('GET', `/v1/batches/${rejected.id}`), { batch: { status: 'open' } });
      expectRefused(await call('GET', `/v1/batches/${deleted.id}`), [404, 'not_found']);
    },
  ),
  behaving(
    { pricingMs: 3_600_000 },
    PRICES,
    [
      'a fixed target is unpriced right after creation',
      'prices follow later',
      'amount and currency as entered',
      'isSupplyPayment of a fixed target',
      'Operation In Progress on quote and start',
    ],
    async (contractor) => {
      const { id, payment } = await targetBatch(contractor);
      const entered = {
        amount: '10.00',
        currency: 'EUR',
        isSupplyPayment: true,
        taxBasisAmount: '10.00',
        taxBasisCurrency: 'EUR',
        taxes: [expect.objectContaining({ amount: '10.00', currency: 'EUR' })],
      };
      expect(payment).toMatchObject({ ...entered, targetAmount: '0.00', exchangeRate: '0', sourceAmount: '11.16' });
      for (const what of ['generate-quote', 'start-processing'])
        expect(expectRefused(await post(contractor, id, what), [400, 'invalid_status']).body.errors[0].message).toBe(
          'Operation In Progress',
        );
      await contractor.control('clock', { advanceMs: 3_600_000 });
      const later = expectOk(await contractor.call('GET', `/v1/payments/${payment.id}`)).body.payment;
      expect(later).toMatchObject({
        ...entered,
        targetAmount: '10.00',
        exchangeRate: '0.89607',
        sourceAmount: '11.16',
      });
    },
  ),
  line(PRICES, 'fxRate is a margin in percent', async (contractor) => {
    const { payment } = await targetBatch(contractor);
    expect([payment.exchangeRate, payment.fxRate]).toEqual(['0.89607', '2']);
  }),
  line(PAYMENTS, 'externalId unique or not', async ({ call, control, payee }) => {
    const id = await payee();
    const body = { payments: [{ recipient: { id }, amount: '5.00', currency: 'USD', externalId: 'twice' }] };
    expectOk(await call('POST', '/v1/batches', body));
    expectRefused(await call('POST', '/v1/batches', body), [400, 'duplicate', 'externalId']);
    await control('external-ids', { unique: false });
    expectOk(await call('POST', '/v1/batches', body));
    await control('external-ids', { unique: true });
  }),
  line(
    PAYMENTS,
    ['sourceAmount is another name of amount', 'sourceAmount beside amount or targetAmount is refused'],
    async ({ call, payee }) => {
      const recipient = { id: await payee() };
      const create = (payment: object) =>
        call('POST', '/v1/batches', { sourceCurrency: 'USD', payments: [{ recipient, ...payment }] });
      for (const more of [{}, { sourceCurrency: 'USD' }]) {
        const { batch } = expectOk(await create({ sourceAmount: '7.00', ...more })).body;
        expect(batch.payments.payments[0]).toMatchObject({ sourceAmount: '7.00', amount: '7.00', currency: 'USD' });
        const path = `/v1/batches/${batch.id}/payments`;
        const { payment } = expectOk(await call('POST', path, { recipient, sourceAmount: '8.00', ...more })).body;
        expectOk(await call('PATCH', `${path}/${payment.id}`, { sourceAmount: '9.00', ...more }), {
          payment: { sourceAmount: '9.00' },
        });
      }
      for (const other of [
        { amount: '7.00', currency: 'USD' },
        { targetAmount: '7.00', targetCurrency: 'USD' },
      ])
        expectRefused(await create({ sourceAmount: '7.00', ...other }), [400, 'invalid_field']);
    },
  ),
  line(PAYMENTS, 'a payment for an unknown batch', async ({ call }) => {
    const { errors } = expectRefused(await call('POST', '/v1/batches/B-1/payments', {}), [400, 'invalid_field']).body;
    expect(errors).toEqual(
      ['batchId', 'recipient'].map((field) => ({ code: 'invalid_field', field, message: 'Value is invalid' })),
    );
  }),
  behaving(OPEN_POLICY, PAYMENTS, 'a list of statuses', async (contractor) => {
    const { call, control, batch } = contractor;
    const { id } = await batch(['10.00', '11.00', '12.00']);
    await control(
      'outcomes',
      (['failed', 'returned'] as const).map((outcome, n) => ({
        match: { amount: `1${n}.00` },
        outcome,
        reason: 'Account closed',
      })),
    );
    expectOk(await post(contractor, id, 'start-processing'));
    await control('settle', {});
    const { payments } = expectOk(await call('GET', '/v1/payments?status=failed,returned')).body;
    expect(new Set(payments.map(({ status }: { status: string }) => status))).toEqual(new Set(['failed', 'returned']));
    expect(payments).toHaveLength(2);
    expectRefused(await call('GET', '/v1/payments?status=failed,lost'), [400, 'invalid_field', 'status']);
  }),
  line(
    PAYMENTS,
    [
      'compliance pending at first',
      'taxReportable true',
      'category services',
      'externalId empty',
      'fields of a payment',
    ],
    async ({ batch }) => {
      const { id, payments } = await batch();
      expect(payments.payments[0]).toMatchObject({
        compliance: { status: 'pending' },
        taxReportable: true,
        category: 'services',
        externalId: '',
        isSupplyPayment: false,
        taxes: [
          {
            id: expect.stringMatching(/^OP-/),
            amount: '10.00',
            currency: 'USD',
            withholdingAmount: '0.00',
            category: 'services',
          },
        ],
        taxBasisAmount: '10.00',
        taxBasisCurrency: 'USD',
        batch: { id, status: 'open' },
        recipient: { accounts: [expect.objectContaining({ primary: true })] },
      });
    },
  ),
  line(PAYMENTS, 'errors of a recipient who cannot be paid', async ({ call, recipient }) => {
    const payments = [{ recipient: { id: await recipient() }, amount: '5.00', currency: 'USD' }];
    const { batch } = expectOk(await call('POST', '/v1/batches', { payments })).body;
    expect(batch.payments.payments[0].errors).toEqual(['recipient-not-active', 'incomplete']);
  }),
  line(PAYMENTS, 'amounts without leading zeros', async ({ call, payee }) => {
    const recipient = { id: await payee() };
    for (const amount of ['01.00', '1.0', '.50', '1e3'])
      expectRefused(await call('POST', '/v1/batches', { payments: [{ recipient, amount, currency: 'USD' }] }), [
        400,
        'invalid_field',
        'amount',
      ]);
  }),
  line(
    RECIPIENTS,
    [
      'route and minimum by country before there is an account',
      'fields of a recipient',
      'legalName of an individual is empty',
    ],
    async ({ call, recipient }) => {
      expectOk(await call('GET', `/v1/recipients/${await recipient(GERMAN)}`), {
        recipient: {
          routeType: 'sepa',
          routeMinimum: '0',
          estimatedFees: '4',
          merchantId: expect.stringMatching(/^M-/),
          legalName: '',
          riskScore: null,
        },
      });
    },
  ),
  behaving(
    OPEN_POLICY,
    RECIPIENTS,
    ['a new recipient is pending, and is paid meanwhile', 'a recipient is verified later'],
    async (contractor) => {
      const { call, control, payee } = contractor;
      const id = await payee();
      const pending = { complianceStatus: 'pending', compliance: { status: 'pending', checkedAt: null } };
      const read = () => call('GET', `/v1/recipients/${id}`);
      const inList = async (status: string) => (await call('GET', `/v1/recipients?complianceStatus=${status}`)).body;
      expectOk(await read(), { recipient: { ...pending, status: 'active', inactiveReasons: {} } });
      expectOk(await call('PATCH', `/v1/recipients/${id}`, { firstName: 'Bea' }), { recipient: pending });
      expect([await inList('pending'), await inList('verified')]).toMatchObject([
        { recipients: [{ id }] },
        { recipients: [] },
      ]);
      const payments = [{ recipient: { id }, amount: '5.00', currency: 'USD' }];
      const { batch } = expectOk(await call('POST', '/v1/batches', { payments })).body;
      expect(batch.payments.payments[0].recipient).toMatchObject(pending);
      expectOk(await post(contractor, batch.id, 'start-processing'), { batch: { status: 'processing' } });
      await control('clock', { advanceMs: 10_000 });
      expectOk(await read(), {
        recipient: {
          complianceStatus: 'verified',
          compliance: { status: 'verified', checkedAt: expect.stringMatching(ISO_TIME) },
        },
      });
    },
  ),
  line(RECIPIENTS, 'account type check', async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}/accounts`;
    const mailing = { name: 'Ada', street1: '1 Main St', city: 'Reno', region: 'NV', postal: '89501', country: 'US' };
    const { account } = expectOk(await call('POST', path, { type: 'check', mailing })).body;
    expect(account).toMatchObject({ type: 'check', primary: true, mailing });
    expectRefused(await call('POST', path, { type: 'check' }), [406, 'empty_field', 'mailing']);
    expectRefused(await call('POST', path, { type: 'check', mailing: { ...mailing, country: 'DE' } }), [
      406,
      'invalid_field',
      'mailing.country',
    ]);
  }),
  line(RECIPIENTS, ['an account that lost primary is inactive', 'fields of an account'], async ({ call, payee }) => {
    const path = `/v1/recipients/${await payee()}/accounts`;
    expectOk(await call('POST', path, { ...EURO, primary: true }));
    const { accounts } = expectOk(await call('GET', path)).body;
    expect(accounts.map(({ primary, status }: Record<string, unknown>) => [primary, status])).toEqual([
      [true, 'primary'],
      [false, 'inactive'],
    ]);
    expect(accounts[0]).toMatchObject({
      routeType: 'sepa',
      recipientFees: '0.75',
      disabledAt: null,
      bankRegionCode: null,
      bankPostalCode: null,
    });
  }),
  line(RECIPIENTS, 'fields of a log entry', async ({ call, recipient }) => {
    const { recipientLogs } = expectOk(await call('GET', `/v1/recipients/${await recipient()}/logs`)).body;
    expect(recipientLogs[0]).toMatchObject({
      via: 'apikey',
      type: 'create',
      fields: expect.arrayContaining([{ name: 'firstName', oldValue: null, newValue: expect.any(String) }]),
      ipAddress: '127.0.0.1',
      userId: null,
    });
  }),
  line(NEWER, 'the keys show their environment', async ({ call, batch }) => {
    for (const { provider } of expectOk(await call('GET', '/v1/balances')).body.balances)
      expect(provider).toBe('sandbox');
    const { batchSummary } = expectOk(await call('GET', `/v1/batches/${(await batch()).id}/summary`)).body;
    expect(batchSummary.balances[0].bankProvider).toBe('sandbox');
  }),
  behaving({ provider: 'a bank' }, NEWER, 'the keys show their environment', async ({ call, recipient }) => {
    expect(expectOk(await call('GET', '/v1/balances')).body.balances[0].provider).toBe('a bank');
    const { recipientLogs } = expectOk(await call('GET', `/v1/recipients/${await recipient()}/logs`)).body;
    expect(recipientLogs[0].testMode).toBe(false);
  }),
  line(
    NEWER,
    ['values of a log entry are text or boolean, and an address is flat', 'government ids are accepted as a list'],
    async ({ call, recipient }) => {
      const governmentIds = [
        { country: 'DE', type: 'PASSPORT', value: '12345678901' },
        { country: 'FR', type: 'NATIONAL_ID', value: '23456789012' },
      ];
      const id = await recipient({ ...GERMAN, tags: ['a', 'b'], governmentIds });
      expectOk(await call('GET', `/v1/recipients/${id}`), {
        recipient: { governmentId: '12345678901', governmentIds },
      });
      expectOk(
        await call('PATCH', `/v1/recipients/${id}`, { governmentIds: [{ ...governmentIds[0], value: '98765432109' }] }),
        {
          recipient: {
            governmentId: '98765432109',
            governmentIds: [{ country: 'DE', type: 'PASSPORT', value: '98765432109' }],
          },
        },
      );
      expectOk(await call('PATCH', `/v1/recipients/${id}`, { governmentId: '87654321098' }), {
        recipient: { governmentIds: [{ country: 'DE', type: 'NATIONAL_ID', value: '87654321098' }] },
      });
      const { recipientLogs } = expectOk(await call('GET', `/v1/recipients/${id}/logs`)).body;
      const fields: { name: string; newValue: unknown }[] = recipientLogs.flatMap(
        (entry: { fields: object[] }) => entry.fields,
      );
      for (const { newValue } of fields) expect(['string', 'boolean']).toContain(typeof newValue);
      const byName = new Map(fields.map(({ name, newValue }) => [name, newValue]));
      expect([byName.get('city'), byName.get('countryCode'), byName.get('tags')]).toEqual([
        'Berlin',
        'DE',
        '["a","b"]',
      ]);
      expect(byName.has('address')).toBe(false);
      expect(JSON.stringify(fields)).not.toContain('12345678901');
    },
  ),
  line(
    NEWER,
    ['an account without a holder is in the name of the recipient', 'empty fields of an account'],
    async ({ call, recipient }) => {
      const id = await recipient(GERMAN);
      const { name } = expectOk(await call('GET', `/v1/recipients/${id}`)).body.recipient;
      const { account } = expectOk(await call('POST', `/v1/recipients/${id}/accounts`, EURO)).body;
      expect(account).toMatchObject({
        accountHolderName: name,
        bankId: '',
        branchId: '',
        accountNum: '',
        swiftBic: null,
      });
      expect(account.bankName).toEqual(expect.any(String));
    },
  ),
  line(NEWER, 'a payment in another currency than its batch is a fixed target', async (contractor) => {
    const recipient = { id: await germanPayee(contractor) };
    const foreign = [
      [{ sourceCurrency: 'USD' }, { amount: '10.92', currency: 'EUR' }],
      [{ sourceCurrency: 'USD' }, { sourceAmount: '10.92', sourceCurrency: 'EUR' }],
    ];
    for (const [batch, payment] of foreign) {
      const body = { ...batch, payments: [{ recipient, ...payment }] };
      const made = expectOk(await contractor.call('POST', '/v1/batches', body)).body.batch.payments.payments[0];
      expect(made).toMatchObject({ amount: '10.92', currency: 'EUR', targetAmount: '10.92', isSupplyPayment: true });
    }
  }),
  line(NEWER, 'an account within a new recipient', async ({ call }) => {
    const body = { type: 'individual', firstName: 'Ada', lastName: 'Within', email: 'within@example.com', ...GERMAN };
    const { recipient } = expectOk(await call('POST', '/v1/recipients', { ...body, account: EURO })).body;
    expect(recipient).toMatchObject({
      status: 'active',
      accounts: [{ primary: true, accountHolderName: 'Ada Within' }],
    });
  }),
  line(NEWER, ['the balance in a summary', 'the recipient and the batch within a payment'], async ({ call, batch }) => {
    const { id, payments } = await batch();
    const { batchSummary } = expectOk(await call('GET', `/v1/batches/${id}/summary`)).body;
    expect(batchSummary.balances[0]).toMatchObject({ id: expect.stringMatching(/^BL-/), method: 'bank-transfer' });
    expect(payments.payments[0]).toMatchObject({
      recipient: { routeType: 'ach', payoutMethod: 'bank-transfer', primaryCurrency: 'USD', inactiveReasons: {} },
      batch: {
        ...{ tags: [], amount: '10.00', currency: 'USD', totalPayments: 1, description: expect.any(String) },
        quoteExpiredAt: expect.stringMatching(ISO_TIME),
      },
    });
  }),
  line(NEWER, 'tax fields of an offline payment', async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}/offlinePayments`;
    expectOk(await call('POST', path, { amount: '5.00', currency: 'USD' }), {
      offlinePayment: { taxReportable: true, withholdingAmount: '0.00' },
    });
  }),
  line(GENERAL, 'profile balances', async ({ call }) => {
    const { balances } = expectOk(await call('GET', '/v1/balances')).body;
    for (const path of ['/v1/profile/balances', '/v1/profile/balances/paymentrails'])
      expectOk(await call('GET', path), { balances });
  }),
  behaving(OPEN_POLICY, GENERAL, 'a balance is listed from its first use on', async ({ call, control, batch }) => {
    const listed = async () =>
      expectOk(await call('GET', '/v1/balances')).body.balances.map((one: { currency: string }) => one.currency);
    expect(await listed()).toEqual(['USD']);
    await batch();
    expect(await listed()).toEqual(['USD']);
    expectOk(await call('POST', '/v1/batches', { sourceCurrency: 'EUR' }));
    await control('fund', { currency: 'JPY', amount: '100' });
    expect(await listed()).toEqual(['USD', 'EUR', 'JPY']);
  }),
  line(GENERAL, 'an empty list has no pages', async ({ call }) => {
    expectOk(await call('GET', '/v1/batches?search=nobody-has-this'), {
      batches: [],
      meta: { page: 1, pages: 0, records: 0 },
    });
  }),
  line(GENERAL, 'a boolean as text is refused', async ({ call, payee }) => {
    const payment = { recipient: { id: await payee() }, amount: '5.00', currency: 'USD', coverFees: 'true' };
    expectRefused(await call('POST', '/v1/batches', { payments: [payment] }), [400, 'invalid_field', 'coverFees']);
    const method = '/v1/payout-methods/paypal';
    expectRefused(await call('PATCH', method, { enabled: 'true' }), [400, 'invalid_field', 'enabled']);
  }),
];
