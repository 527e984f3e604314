import { expect } from 'vitest';
import { type Contractor, US_ACCOUNT } from './client.ts';
import { expectOk, expectRefused, ID, ISO_TIME, type Line, line, refuses } from './line.ts';

const QUOTE = 'POST /batches/:id/generate-quote';
const START = 'POST /batches/:id/start-processing';
const SUMMARY = 'GET /batch/:id/summary';
const PAYMENT = 'GET /payments/:id';
const BALANCE = 'GET /balance';
const EURO = { type: 'bank-transfer', iban: 'DE89370400440532013000' };

const start = ({ call }: Contractor, id: string) => call('POST', `/v1/batches/${id}/start-processing`, {});

/** A sub-merchant's batch that its balance does not cover, and its keys. */
async function poor({ subMerchant, batch, control }: Contractor) {
  const keys = await subMerchant();
  await control('fund', { merchant: keys.id, currency: 'USD', amount: '-999990.00' });
  const { id } = await batch(['10.50'], {}, keys);
  return { keys, id, path: `/v1/batches/${id}` };
}

export const BATCH_LINES: readonly Line[] = [
  line(QUOTE, [200, 'repeatable', 'version prefix', 'not after start'], async (contractor) => {
    const { call } = contractor;
    const { id } = await contractor.batch();
    for (const path of [`/v1/batches/${id}`, `/batches/${id}`, `/v1/batches/${id}`])
      expectOk(await call('POST', `${path}/generate-quote`, {}), {
        batch: { id, status: 'open', quoteExpiredAt: expect.stringMatching(ISO_TIME) },
      });
    expectOk(await call('POST', `/v1/batches/${id}/generate-quote`));
    await start(contractor, id);
    expectRefused(await call('POST', `/v1/batches/${id}/generate-quote`, {}), [400, 'invalid_status']);
  }),
  line(QUOTE, 'repeatable', async ({ call, recipient }) => {
    const id = await recipient();
    const payments = [{ recipient: { id }, amount: '100.00', currency: 'USD' }];
    const { batch } = expectOk(await call('POST', '/v1/batches', { payments })).body;
    expect(batch.payments.payments[0]).toMatchObject({
      targetAmount: '100.00',
      exchangeRate: '1.00000',
      routeType: null,
    });
    expectOk(await call('POST', `/v1/recipients/${id}/accounts`, EURO));
    expectOk(await call('POST', `/v1/batches/${batch.id}/generate-quote`, {}));
    expectOk(await call('GET', `/v1/batches/${batch.id}/payments`), {
      payments: [{ targetAmount: '88.93', exchangeRate: '0.89607', routeType: 'sepa' }],
    });
  }),
  refuses(QUOTE, 'not_found', ['POST', '/batches/B-1/generate-quote', {}], [404, 'not_found']),
  line(START, [200, 'processing', 'invalid_status'], async (contractor) => {
    const { id } = await contractor.batch();
    expectOk(await contractor.call('POST', `/batches/${id}/start-processing`, {}), {
      batch: { id, status: 'processing' },
    });
    expectRefused(await start(contractor, id), [400, 'invalid_status']);
  }),
  line(START, 'insufficient balance', async (contractor) => {
    const { keys, path } = await poor(contractor);
    expectRefused(await contractor.call('POST', `${path}/start-processing`, {}, { keys }), [
      400,
      'non_sufficient_funds',
    ]);
  }),
  line(START, 'below the minimum', async (contractor) => {
    const { id } = await contractor.batch(['10.00', '0.99']);
    expectRefused(await start(contractor, id), [400, 'invalid_field', 'amount']);
    expectOk(await contractor.call('GET', `/v1/batches/${id}`), { batch: { status: 'open' } });
  }),
  line(START, 'expired_quote', async (contractor) => {
    const { id } = await contractor.batch();
    await contractor.control('clock', { advanceMs: 2 * 3_600_000 + 1 });
    expectRefused(await start(contractor, id), [400, 'expired_quote']);
    expectOk(await contractor.call('POST', `/v1/batches/${id}/generate-quote`, {}));
    expectOk(await start(contractor, id));
  }),
  refuses(START, 'not_found', ['POST', '/batches/B-1/start-processing', {}], [404, 'not_found']),
  line(SUMMARY, [200, 'summary', 'other form'], async (contractor) => {
    const { id } = await contractor.batch(['10.00', '20.00']);
    const sums = {
      count: 2,
      totalFees: '1.00',
      merchantFees: '0.00',
      billedFees: '0.00',
      debitAmount: '30.00',
      sendingAmount: '30.00',
      totalWithheld: '0.00',
    };
    for (const path of [`/batch/${id}`, `/v1/batch/${id}`, `/v1/batches/${id}`, `/batches/${id}`])
      expectOk(await contractor.call('GET', `${path}/summary`), {
        batchSummary: {
          batchId: id,
          detail: { 'bank-transfer': sums },
          total: sums,
          balances: [
            { id: expect.any(String), method: expect.any(String), currency: 'USD', amount: expect.any(String) },
          ],
          accounts: expect.any(Array),
        },
      });
  }),
  line(SUMMARY, 'summary', async ({ call, batch, payee }) => {
    const { id } = await batch(['10.00', '20.50']);
    const recipient = { id: await payee({ type: 'paypal', emailAddress: 'p@example.com' }) };
    const payment = { recipient, amount: '5.00', currency: 'USD', coverFees: true };
    expectOk(await call('POST', `/v1/batches/${id}/payments`, payment));
    const paypal = { count: 1, totalFees: '0.25', merchantFees: '0.25', sendingAmount: '5.00', debitAmount: '5.25' };
    expectOk(await call('GET', `/v1/batches/${id}/summary`), {
      batchSummary: {
        detail: { 'bank-transfer': { count: 2, totalFees: '1.00', debitAmount: '30.50' }, paypal },
        total: { count: 3, totalFees: '1.25', merchantFees: '0.25', sendingAmount: '35.50', debitAmount: '35.75' },
      },
    });
  }),
  refuses(SUMMARY, 'not_found', ['GET', '/batch/B-1/summary'], [404, 'not_found']),
  line(PAYMENT, [200, 'payment fields'], async ({ call, batch }) => {
    const { id, payments } = await batch();
    for (const path of ['/payments', '/v1/payments'])
      expectOk(await call('GET', `${path}/${payments.payments[0]!.id}`), {
        payment: {
          id: ID('P-'),
          recipient: { id: ID('R-'), email: expect.any(String) },
          status: 'pending',
          sourceAmount: '10.00',
          exchangeRate: '1.00000',
          fees: '0.50',
          recipientFees: '0.50',
          merchantFees: '0.00',
          targetAmount: '9.50',
          fxRate: '2',
          memo: '',
          processedAt: null,
          createdAt: expect.stringMatching(ISO_TIME),
          updatedAt: expect.stringMatching(ISO_TIME),
          compliance: { status: 'pending', checkedAt: null },
          sourceCurrency: 'USD',
          sourceCurrencyName: expect.any(String),
          targetCurrency: 'USD',
          targetCurrencyName: expect.any(String),
          batch: { id, createdAt: expect.any(String), updatedAt: expect.any(String), sentAt: null, completedAt: null },
          account: { accountNum: '*******89' },
          routeType: 'ach',
          routeMinimum: '1',
          payoutMethod: 'bank-transfer',
        },
      });
  }),
  refuses(PAYMENT, 'not_found', ['GET', '/payments/P-1'], [404, 'not_found']),
  line(BALANCE, [200, 'balances', 'other form'], async ({ call }) => {
    for (const path of ['/balance', '/v1/balance', '/v1/balances', '/v1/balances/paymentrails'])
      expectOk(await call('GET', path), {
        balances: expect.arrayContaining([
          expect.objectContaining({
            primary: true,
            type: 'paymentrails',
            currency: 'USD',
            amount: expect.stringMatching(/^\d+\.\d\d$/),
          }),
        ]),
      });
    expectOk(await call('GET', '/v1/balances/paypal'), { balances: [] });
  }),

  line(
    'batches',
    ['create', 'retrieve', 'recipient id amount currency', 'quote of two hours'],
    async ({ call, batch }) => {
      const made = await batch(['10.00', '20'], { description: 'May', tags: ['t'] });
      const { body } = expectOk(await call('GET', `/v1/batches/${made.id}`));
      expect(body.batch).toMatchObject({
        id: ID('B-'),
        status: 'open',
        description: 'May',
        tags: ['t'],
        amount: '30.00',
        currency: 'USD',
        totalPayments: 2,
        sentAt: null,
        completedAt: null,
        payments: { payments: [{ amount: '10.00' }, { amount: '20.00' }], meta: { records: 2 } },
      });
      expect(Date.parse(body.batch.quoteExpiredAt) - Date.parse(body.batch.createdAt)).toBe(7_200_000);
    },
  ),
  ...(
    [
      [{ amount: '10.00', currency: 'USD' }, 'empty_field', 'recipient'],
      [{ recipient: { id: 'R-1' }, amount: '10.00', currency: 'USD' }, 'invalid_field', 'recipient'],
      [{ recipient: {}, amount: '10.00', currency: 'USD' }, 'empty_field', 'recipient'],
      [{ amount: 10, currency: 'USD' }, 'invalid_field', 'amount'],
      [{ amount: '10.5', currency: 'USD' }, 'invalid_field', 'amount'],
      [{ amount: '10.555', currency: 'USD' }, 'invalid_field', 'amount'],
      [{ amount: '-10.00', currency: 'USD' }, 'invalid_field', 'amount'],
      [{ amount: '0.00', currency: 'USD' }, 'invalid_field', 'amount'],
      [{ amount: '1e3', currency: 'USD' }, 'invalid_field', 'amount'],
      [{ currency: 'USD' }, 'empty_field', 'amount'],
      [{ amount: '10.00' }, 'empty_field', 'currency'],
      [{ amount: '10.00', currency: 'XYZ' }, 'invalid_field', 'currency'],
      [{ amount: '10.00', currency: 'USD', tags: 'a' }, 'invalid_field', 'tags'],
    ] as const
  ).map(([payment, code, field]) =>
    refuses(
      'batches',
      'recipient id amount currency',
      ['POST', '/v1/batches', { sourceCurrency: 'USD', payments: [payment] }],
      [400, code, field],
    ),
  ),
  ...['all', [1]].map((payments) =>
    refuses('batches', 'create', ['POST', '/v1/batches', { payments }], [400, 'invalid_field', 'payments']),
  ),
  line('batches', 'create', async ({ call, batch, payee }) => {
    const { payments } = await batch(Array(12).fill('10.00'));
    expect(payments).toMatchObject({ payments: { length: 10 }, meta: { page: 1, pages: 2, records: 12 } });
    const recipient = { id: await payee(EURO) };
    const euros = { payments: [{ recipient, amount: '10', currency: 'EUR' }] };
    expectOk(await call('POST', '/v1/batches', euros), { batch: { currency: 'EUR', amount: '10.00' } });
    const wrong = [{ amount: 'x', externalId: 'bad-1' }, { recipient: { id: 'R-none' } }].map((change) => ({
      ...{ recipient, amount: '10.00', currency: 'EUR' },
      ...change,
    }));
    const { errors } = expectRefused(
      await call('POST', '/v1/batches', { payments: [{ ...euros.payments[0] }, ...wrong] }),
      [400, 'invalid_field'],
    ).body;
    expect(errors.map(({ message }: { message: string }) => message.split(':')[0])).toEqual([
      'payments[1] (externalId bad-1)',
      'payments[2]',
    ]);
    expectOk(await call('DELETE', `/v1/recipients/${recipient.id}`));
    expectRefused(await call('POST', '/v1/batches', euros), [400, 'invalid_field', 'recipient']);
  }),
  line('batches', ['list', 'update', 'delete', 'delete several'], async ({ call, batch, subMerchant }) => {
    const keys = await subMerchant();
    const mine = async (method: string, path: string, body?: unknown) => call(method, path, body, { keys });
    const ids = [];
    for (const description of ['one', 'two', 'three']) ids.push((await batch(['10.00'], { description }, keys)).id);
    expectOk(await mine('GET', '/v1/batches?pageSize=2'), {
      batches: [{ id: ids[2] }, { id: ids[1] }],
      meta: { page: 1, pages: 2, records: 3 },
    });
    expectOk(await mine('GET', '/v1/batches?search=TWO'), { batches: [{ id: ids[1] }] });
    expectOk(await mine('PATCH', `/v1/batches/${ids[0]}`, { description: 'first', tags: ['x'] }), {
      batch: { description: 'first', tags: ['x'] },
    });
    const currency = await mine('PATCH', `/v1/batches/${ids[0]}`, { sourceCurrency: 'EUR' });
    expectRefused(currency, [400, 'invalid_field', 'sourceCurrency']);
    expectOk(await mine('DELETE', `/v1/batches/${ids[0]}`));
    expectRefused(await mine('DELETE', '/v1/batches', { ids: [ids[1], ids[0]] }), [404, 'not_found']);
    expectOk(await mine('DELETE', '/v1/batches', { ids: [ids[1], ids[2]] }));
    expectOk(await mine('GET', '/v1/batches'), { batches: [] });
  }),
  line(
    'batches',
    ['payments of a batch', 'payment in a batch', 'payments search'],
    async ({ call, payee, subMerchant }) => {
      const keys = await subMerchant();
      const mine = async (method: string, path: string, body?: unknown) => call(method, path, body, { keys });
      const id = await payee(US_ACCOUNT, keys);
      const { batch } = expectOk(await mine('POST', '/v1/batches', { sourceCurrency: 'USD' })).body;
      const path = `/v1/batches/${batch.id}/payments`;
      const sent = {
        recipient: { id },
        amount: '10.00',
        currency: 'USD',
        memo: 'rent',
        category: 'rent',
        externalId: 'e-1',
      };
      const { payment } = expectOk(await mine('POST', path, sent), {
        payment: { amount: '10.00', category: 'rent' },
      }).body;
      expectRefused(await mine('POST', path, { ...sent, category: 'shoes', externalId: 'e-2' }), [
        400,
        'invalid_field',
        'category',
      ]);
      expectRefused(await mine('POST', path, { ...sent, memo: 'x'.repeat(1025), externalId: 'e-2' }), [
        400,
        'invalid_field',
        'memo',
      ]);
      expectOk(await mine('PATCH', `${path}/${payment.id}`, { amount: '12.00' }), {
        payment: { amount: '12.00', memo: 'rent' },
      });
      expectOk(await mine('GET', `${path}/${payment.id}`), { payment: { amount: '12.00' } });
      expectOk(await mine('GET', `/v1/batches/${batch.id}`), { batch: { amount: '12.00', totalPayments: 1 } });
      for (const query of [
        `${path}?search=RENT`,
        `/v1/payments?recipientId=${id}`,
        `/v1/payments?batchId=${batch.id}&status=pending`,
        '/v1/payments?search=e-1',
      ])
        expectOk(await mine('GET', query), { payments: [{ id: payment.id }], meta: { records: 1 } });
      const added = { ...sent, amount: '13.00', memo: 'more', externalId: 'e-2' };
      const { payment: later } = expectOk(await mine('POST', path, added)).body;
      const ids = [payment.id, later.id].map((one) => ({ id: one }));
      expectOk(await mine('GET', path), { payments: ids });
      expectOk(await mine('GET', '/v1/payments?search=lovelace'), { payments: ids.toReversed() });
      for (const query of ['status=processed', `batchId=${batch.id}&recipientId=R-1`])
        expectOk(await mine('GET', `/v1/payments?${query}`), { payments: [] });
      const { batch: other } = expectOk(await mine('POST', '/v1/batches', {})).body;
      expectRefused(await mine('GET', `/v1/batches/${other.id}/payments/${later.id}`), [404, 'not_found']);
      const taken = { externalId: 'e-1' };
      expectRefused(await mine('POST', path, { ...sent, ...taken }), [400, 'duplicate', 'externalId']);
      expectRefused(await mine('PATCH', `${path}/${later.id}`, taken), [400, 'duplicate', 'externalId']);
      expectOk(await mine('PATCH', `${path}/${later.id}`, { targetAmount: '10.00', targetCurrency: 'USD' }), {
        payment: { targetAmount: '10.00', coverFees: true },
      });
      expectOk(await mine('PATCH', `${path}/${later.id}`, { amount: '11.00' }), {
        payment: { sourceAmount: '11.00', coverFees: false },
      });
      expectOk(await mine('DELETE', `${path}/${later.id}`));
      expectOk(await mine('DELETE', `${path}/${payment.id}`));
      expectOk(await mine('GET', path), { payments: [], meta: { records: 0 } });
    },
  ),
  line('batches', 'duplicate externalId', async ({ call, payee }) => {
    const payment = { recipient: { id: await payee() }, amount: '10.00', currency: 'USD', externalId: 'only-once' };
    const twice = { sourceCurrency: 'USD', payments: [payment, payment] };
    expectRefused(await call('POST', '/v1/batches', twice), [400, 'duplicate', 'externalId']);
    const once = { ...twice, payments: [payment] };
    const { batch } = expectOk(await call('POST', '/v1/batches', once)).body;
    expectRefused(await call('POST', '/v1/batches', once), [400, 'duplicate', 'externalId']);
    expectOk(await call('DELETE', `/v1/batches/${batch.id}`));
    expectOk(await call('POST', '/v1/batches', once));
  }),
  line('batches', ['target amount', 'cover arithmetic'], async ({ call, payee }) => {
    const id = await payee(EURO);
    const payments = [
      { recipient: { id }, amount: '10.00', currency: 'USD' },
      { recipient: { id }, amount: '10.00', currency: 'USD', coverFees: true },
      { recipient: { id }, targetAmount: '10.00', targetCurrency: 'EUR' },
    ];
    const { batch } = expectOk(await call('POST', '/v1/batches', { sourceCurrency: 'USD', payments })).body;
    // sepa costs 0.75; (10 - 0.75) x 0.89607 = 8.29; 10 x 0.89607 = 8.96; 10 / 0.89607 = 11.16
    expect(batch.payments.payments).toMatchObject([
      { sourceAmount: '10.00', targetAmount: '8.29', recipientFees: '0.75', merchantFees: '0.00' },
      { sourceAmount: '10.00', targetAmount: '8.96', recipientFees: '0.00', merchantFees: '0.75' },
      { sourceAmount: '11.16', targetAmount: '10.00', recipientFees: '0.00', merchantFees: '0.75', coverFees: true },
    ]);
    expect(batch.amount).toBe('32.66');
    for (const [side, field] of [
      [{ targetAmount: '1.00', targetCurrency: 'GBP' }, 'targetCurrency'],
      [{ amount: '10.00', currency: 'GBP' }, 'currency'],
    ] as const) {
      const body = { sourceCurrency: 'USD', payments: [{ recipient: { id }, ...side }] };
      expectRefused(await call('POST', '/v1/batches', body), [400, 'invalid_field', field]);
    }
  }),

  line('states', ['batch open', 'batch processing', 'batch complete'], async (contractor) => {
    const { id, payments } = await contractor.batch();
    const statuses = async () => {
      const { batch } = (await contractor.call('GET', `/v1/batches/${id}`)).body;
      return [batch.status, batch.payments.payments[0].status];
    };
    expect(await statuses()).toEqual(['open', 'pending']);
    await start(contractor, id);
    expect(await statuses()).toEqual(['processing', 'processing']);
    await contractor.control('clock', { advanceMs: 12_000 });
    expect(await statuses()).toEqual(['complete', 'processed']);
    expectOk(await contractor.call('GET', `/v1/payments/${payments.payments[0]!.id}`), {
      payment: { processedAt: expect.stringMatching(ISO_TIME) },
    });
  }),
  line('states', ['batch failed', 'payment returned'], async (contractor) => {
    const { call, control, batch } = contractor;
    const failed = await batch(['13.13']);
    const returned = await batch(['14.14', '15.00']);
    await control('outcomes', [
      { match: { amount: '13.13' }, outcome: 'failed', reason: 'closed' },
      { match: { amount: '14.14' }, outcome: 'returned', reason: 'unknown' },
    ]);
    for (const { id } of [failed, returned]) await start(contractor, id);
    await control('settle', {});
    await control('outcomes', []);
    expectOk(await call('GET', `/v1/batches/${failed.id}`), {
      batch: { status: 'failed', payments: { payments: [{ status: 'failed', failureMessage: 'closed' }] } },
    });
    expectOk(await call('GET', `/v1/batches/${returned.id}`), {
      batch: {
        status: 'complete',
        payments: { payments: [{ status: 'returned', returnedReason: ['unknown'] }, { status: 'processed' }] },
      },
    });
  }),
  line('states', 'batch waits for funds', async (contractor) => {
    const { keys, path } = await poor(contractor);
    await contractor.call('POST', `${path}/start-processing`, {}, { keys });
    expectOk(await contractor.call('GET', path, undefined, { keys }), { batch: { status: 'open' } });
    await contractor.control('fund', { merchant: keys.id, currency: 'USD', amount: '10.00' });
    expectOk(await contractor.call('GET', path, undefined, { keys }), { batch: { status: 'processing' } });
  }),
  line('states', 'paying before approval', async (contractor) => {
    const { call, control, batch, subMerchant } = contractor;
    const keys = await subMerchant(true);
    const path = `/v1/batches/${(await batch(['10.00'], {}, keys)).id}/start-processing`;
    expectRefused(await call('POST', path, {}, { keys }), [400, 'invalid_status']);
    await control('approve', { merchant: keys.id });
    expectOk(await call('POST', path, {}, { keys }));
  }),
  line('states', 'recipient becomes active', async ({ call, recipient }) => {
    const path = `/v1/recipients/${await recipient()}`;
    await call('PATCH', path, { address: { country: 'US' } });
    expectOk(await call('GET', path), { recipient: { status: 'incomplete' } });
    await call('POST', `${path}/accounts`, US_ACCOUNT);
    const route = { routeType: 'ach', routeMinimum: '1', estimatedFees: '0.50', primaryCurrency: 'USD' };
    expectOk(await call('GET', path), {
      recipient: { status: 'active', inactiveReasons: {}, payoutMethod: 'bank-transfer', ...route },
    });
    const nowhere = `/v1/recipients/${await recipient()}`;
    await call('POST', `${nowhere}/accounts`, US_ACCOUNT);
    expectOk(await call('GET', nowhere), {
      recipient: { status: 'incomplete', inactiveReasons: { countryCode: 'missing' } },
    });
  }),
];
