import { expect } from 'vitest';
import { US_ACCOUNT } from './client.ts';
import { accepts, expectOk, expectRefused, ID, type Line, line, refuses } from './line.ts';

const GET = 'GET /v1/fees';
const PATCH = 'PATCH /v1/fees';
const SEARCH = 'POST /v1/fees/route-pricing/search';
const CREATE = 'POST /v1/fees/revenue-stream/create';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['paypal', 'check', 'venmo'],
  bankTransfer: ['ach', 'eft', 'sepa', 'iach', 'wire', 'wire_no_fx', 'fps', 'npp', 'becs', 'fpshk'],
  debitCard: ['domestic', 'international'],
  mobileWallet: ['mobileWallet'],
};
const fixed = (integration: string) => integration === 'gateway' || integration === 'bankTransfer';
const ACH = { currency: 'USD', integration: 'bankTransfer', type: 'ach', amount: '0.25' };
const CARD = { currency: 'USD', integration: 'debitCard', type: 'domestic', amount: '50', amountType: 'percentage' };
const cover = (body: unknown) => ['PATCH', '/v1/fees', body] as const;
const wrong = (covers: string | (string | number)[], body: object, field: string, code = 'invalid_field') =>
  refuses(PATCH, covers, cover(body), [400, code, field]);
const amount = expect.stringMatching(/^\d+(\.\d{2})?$/);

const STREAM = {
  currency: 'EUR',
  integration: 'bank-transfer',
  routeType: 'sepa',
  merchantAmountType: 'percentage',
  merchantAmount: '1.50',
};
const stream = (change: object = {}) => ['POST', '/v1/fees/revenue-stream/create', { ...STREAM, ...change }] as const;

export const FEE_LINES: readonly Line[] = [
  line(GET, [200, 'every row', 'row fields'], async ({ call, subMerchant }) => {
    const { fees } = expectOk(await call('GET', '/v1/fees', undefined, { keys: await subMerchant() })).body;
    expect(fees.map(({ currencyCode }: { currencyCode: string }) => currencyCode)).toContain('USD');
    const all = (group: string, value: unknown) => Object.fromEntries(GROUPS[group]!.map((type) => [type, value]));
    const part = { amount: '0.00', amountType: 'fixed', maximumFee: null };
    for (const row of fees)
      expect(row).toEqual({
        currencyCode: expect.stringMatching(/^[A-Z]{3}$/),
        gateway: all('gateway', amount),
        bankTransfer: all('bankTransfer', amount),
        debitCard: all('debitCard', expect.objectContaining({ amount })),
        mobileWallet: expect.objectContaining({ amount, amountType: 'percentage' }),
        fxMargin: { A: amount, B: amount, C: amount },
        fxMarginMobileWallet: amount,
        general: {
          merchantCoverAmount: {
            gateway: all('gateway', '0.00'),
            bankTransfer: all('bankTransfer', '0.00'),
            debitCard: all('debitCard', part),
            mobileWallet: part,
          },
        },
      });
  }),
  accepts(GET, 'currency', ['GET', '/v1/fees?currency=EUR'], { fees: [{ currencyCode: 'EUR' }] }),
  accepts(GET, 'currency', ['GET', '/v1/fees?currency=XYZ'], { fees: [] }),

  ...Object.entries(GROUPS).flatMap(([integration, types]) =>
    types.map((type) =>
      accepts(
        PATCH,
        [200, 'every route'],
        cover({
          currency: 'GBP',
          integration,
          type,
          amount: '0.10',
          ...(fixed(integration) ? {} : { amountType: 'fixed' }),
        }),
        { fee: { currencyCode: 'GBP' } },
      ),
    ),
  ),
  ...Object.entries(GROUPS).map(([integration]) =>
    wrong('type', { currency: 'GBP', integration, type: 'sea', amount: '1.00', amountType: 'fixed' }, 'type'),
  ),
  wrong('type', { ...ACH, type: 'paypal' }, 'type'),
  ...['currency', 'integration', 'type', 'amount'].flatMap((field) => [
    wrong([field, 400], { ...ACH, [field]: undefined }, field, 'empty_field'),
    wrong(field, { ...ACH, [field]: 5 }, field),
  ]),
  wrong('currency', { ...ACH, currency: 'XYZ' }, 'currency'),
  wrong('integration', { ...ACH, integration: 'bank-transfer' }, 'integration'),
  wrong('unquoted number', { ...ACH, amount: 0.25 }, 'amount'),
  wrong('unquoted number', { ...CARD, maximumFee: 5 }, 'maximumFee'),
  wrong('negative amount', { ...ACH, amount: '-0.25' }, 'amount'),
  wrong('amount', { ...ACH, amount: '0.255' }, 'amount'),
  wrong('percentage on a fixed route', { ...ACH, amountType: 'percentage' }, 'amountType'),
  wrong(
    'percentage on a fixed route',
    { ...ACH, integration: 'gateway', type: 'paypal', amountType: 'percentage' },
    'amountType',
  ),
  accepts(PATCH, 'amountType', cover({ ...ACH, currency: 'NZD', amountType: 'fixed' })),
  wrong('amountType', { ...CARD, amountType: undefined }, 'amountType'),
  wrong(
    'amountType',
    { ...CARD, integration: 'mobileWallet', type: 'mobileWallet', amountType: undefined },
    'amountType',
  ),
  wrong('amountType', { ...CARD, amountType: 'half' }, 'amountType'),
  wrong('percentage above 100', { ...CARD, amount: '100.01' }, 'amount'),
  accepts(PATCH, 'percentage above 100', cover({ ...CARD, amount: '100' })),
  wrong('maximumFee', { ...ACH, maximumFee: '1.00' }, 'maximumFee'),
  wrong('maximumFee', { ...ACH, integration: 'gateway', type: 'check', maximumFee: null }, 'maximumFee'),
  line(PATCH, ['maximumFee', 'maximumFee kept', 'maximumFee cleared'], async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    const stored = async (change: object) => {
      const { fee } = expectOk(await call(...cover({ ...CARD, ...change }), { keys })).body;
      return fee.general.merchantCoverAmount.debitCard.domestic;
    };
    expect(await stored({ maximumFee: '5.00' })).toEqual({
      amount: '50.00',
      amountType: 'percentage',
      maximumFee: '5.00',
    });
    expect(await stored({ amount: '25' })).toEqual({ amount: '25.00', amountType: 'percentage', maximumFee: '5.00' });
    expect(await stored({ amountType: 'fixed', amount: '1' })).toEqual({
      amount: '1.00',
      amountType: 'fixed',
      maximumFee: '5.00',
    });
    expect(await stored({ maximumFee: null })).toEqual({ amount: '50.00', amountType: 'percentage', maximumFee: null });
  }),
  line(PATCH, 'cover effect', async ({ call, subMerchant, payee }) => {
    const keys = await subMerchant();
    const id = await payee(US_ACCOUNT, keys);
    const price = async () => {
      const payments = [{ recipient: { id }, amount: '10.00', currency: 'USD' }];
      const { batch } = expectOk(await call('POST', '/v1/batches', { sourceCurrency: 'USD', payments }, { keys })).body;
      const { fees, recipientFees, merchantFees, targetAmount } = batch.payments.payments[0];
      return { fees, recipientFees, merchantFees, targetAmount, amount: batch.amount };
    };
    expect(await price()).toEqual({
      fees: '0.50',
      recipientFees: '0.50',
      merchantFees: '0.00',
      targetAmount: '9.50',
      amount: '10.00',
    });
    await call(...cover({ ...ACH, amount: '0.20' }), { keys });
    expect(await price()).toEqual({
      fees: '0.50',
      recipientFees: '0.30',
      merchantFees: '0.20',
      targetAmount: '9.70',
      amount: '10.20',
    });
    await call(...cover({ ...ACH, amount: '9' }), { keys });
    expect(await price()).toEqual({
      fees: '0.50',
      recipientFees: '0.00',
      merchantFees: '0.50',
      targetAmount: '10.00',
      amount: '10.50',
    });
    await call(...cover({ ...ACH, amount: '0' }), { keys });
    expect((await price()).recipientFees).toBe('0.50');
  }),

  line(SEARCH, [200, 'no currency', 'tree keys', 'item fields', 'no meta'], async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    for (const body of [{}, undefined]) {
      const reply = expectOk(await call('POST', '/v1/fees/route-pricing/search', body, { keys }));
      expect(Object.keys(reply.body).sort()).toEqual(['fees', 'ok']);
      expect(reply.body.fees.length).toBeGreaterThan(1);
      const { currencyCode, revenueStream } = reply.body.fees[0];
      expect(Object.keys(revenueStream)).toEqual([
        'bankTransfer',
        'paypal',
        'check',
        'venmo',
        'debitCard',
        'mobileWallet',
      ]);
      expect(Object.keys(revenueStream.bankTransfer)).toEqual(GROUPS.bankTransfer);
      const bounds = { min: amount, max: amount };
      expect(revenueStream.bankTransfer.ach).toEqual({
        currencyCode,
        integration: 'bank-transfer',
        routeType: 'ach',
        merchantAmountType: expect.any(String),
        merchantAmount: amount,
        guardrails: { fixed: bounds, percentage: bounds },
        percentCap: { min: null, max: null },
        revenueShareId: null,
      });
    }
  }),
  accepts(SEARCH, 'currency', ['POST', '/v1/fees/route-pricing/search', { currency: 'EUR' }], {
    fees: [{ currencyCode: 'EUR' }],
  }),
  refuses(
    SEARCH,
    [400, 'currency'],
    ['POST', '/v1/fees/route-pricing/search', { currency: 'XYZ' }],
    [400, 'invalid_field', 'currency'],
  ),
  refuses(
    SEARCH,
    'currency',
    ['POST', '/v1/fees/route-pricing/search', { currency: 5 }],
    [400, 'invalid_field', 'currency'],
  ),

  line(CREATE, [200, 'revenueShareId', 'exists already', 'percentCap'], async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    expectOk(await call(...stream({ percentCap: { min: '0.50', max: '5.00' } }), { keys }));
    const { fees } = expectOk(await call('POST', '/v1/fees/route-pricing/search', { currency: 'EUR' }, { keys })).body;
    expect(fees[0].revenueStream.bankTransfer.sepa).toMatchObject({
      merchantAmountType: 'percentage',
      merchantAmount: '1.50',
      percentCap: { min: '0.50', max: '5.00' },
      revenueShareId: ID('RSRC-'),
    });
    expectRefused(await call(...stream(), { keys }), [400, 'invalid_field', 'routeType']);
  }),
  line(CREATE, 'not enabled', async ({ call, control, subMerchant }) => {
    const merchant = await subMerchant();
    await control('merchants', { merchant: merchant.id, revenueStream: false });
    expectRefused(await call(...stream(), { keys: merchant }), [400, 'invalid_status']);
  }),
  ...(
    [
      ['merchantAmount', { merchantAmount: 1.5 }, 'merchantAmount'],
      ['merchantAmount', { merchantAmount: '-1.00' }, 'merchantAmount'],
      ['guardrails percentage', { merchantAmount: '10.01' }, 'merchantAmount'],
      ['guardrails fixed', { merchantAmountType: 'fixed', merchantAmount: '25.01' }, 'merchantAmount'],
      ['merchantAmountType', { merchantAmountType: 'half' }, 'merchantAmountType'],
      ['percentCap', { merchantAmountType: 'fixed', percentCap: { max: '1.00' } }, 'percentCap'],
      ['percentCap', { percentCap: { min: '2.00', max: '1.00' } }, 'percentCap.min'],
    ] as const
  ).map(([covers, change, field]) => refuses(CREATE, covers, stream(change), [400, 'invalid_field', field])),
  ...(['currency', 'integration', 'routeType', 'merchantAmountType', 'merchantAmount'] as const).map((field) =>
    refuses(CREATE, 'merchantAmount', stream({ [field]: undefined }), [400, 'empty_field', field]),
  ),
  accepts(
    CREATE,
    'guardrails fixed',
    stream({
      currency: 'CAD',
      integration: 'paypal',
      routeType: 'paypal',
      merchantAmountType: 'fixed',
      merchantAmount: '25',
    }),
  ),
];
