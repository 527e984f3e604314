import { expect } from 'vitest';
import { accepts, expectOk, expectRefused, ID, type Line, line, refuses } from './line.ts';

const CREATE = 'POST /v1/profile/submerchant';
const SANDBOX = 'POST /v1/profile/sandbox';
const DELETE = 'DELETE /v1/profile/sandbox';
const ONBOARDING = 'POST /v1/onboarding/update';
const FUNDING = 'GET /v1/balances/info';
const BANK = 'POST /v1/direct-debit/bank-account/';
const COLORS = 'POST /v1/iframe/config';

const ONBOARDED = {
  businessLegalName: 'Shop Ltd',
  businessAsName: 'The Shop',
  businessTaxId: '12-3456789',
  businessPhone: '+12025550123',
  businessWebsite: 'https://shop.example.com',
  businessCategory: 'online_market',
  businessCountry: 'US',
  businessCity: 'Reno',
  businessAddress: '1 Main Street',
  businessZip: '89501',
  businessRegion: 'NV',
  businessTotalMonthly: '100000',
  businessPpm: '250',
  businessIntlPercentage: '40',
  expectedPayoutCountries: 'US,CA,MX',
};
const MERCHANT = { name: 'Shop', website: 'https://shop.example.com', country: 'US', currency: 'USD' };
const body = (merchant: object = {}, onboarding: object = {}) => ({
  merchant: { ...MERCHANT, ...merchant },
  onboarding: { ...ONBOARDED, ...onboarding },
});

const parent = ({ parent: keys }: { parent: { accessKey: string; secretKey: string } }) => keys;
const creates = (covers: string, sent: object) =>
  accepts(CREATE, covers, ['POST', '/v1/profile/submerchant', sent], {}, parent);
const createRefuses = (covers: string, sent: object, code: string, field: string) =>
  refuses(CREATE, covers, ['POST', '/v1/profile/submerchant', sent], [400, code, field], parent);

const PAIRS: readonly [covers: string, country: string, currency: string, region: string][] = [
  ['pair US/USD', 'US', 'USD', 'NV'],
  ['pair GB/GBP', 'GB', 'GBP', 'Kent'],
  ['pair CA/CAD', 'CA', 'CAD', 'ON'],
  ['pair AU/AUD', 'AU', 'AUD', 'NSW'],
  ['pair euro area/EUR', 'DE', 'EUR', 'BE'],
  ['pair euro area/EUR', 'HR', 'EUR', 'Zagreb'],
];
const CATEGORIES =
  'online_market app_store affiliate_platform ad_network crowdfunding crowdsourcing share_economy e-commerce charity surveys rebates startup publishing entertainment travel education manufacturing business_service influencer_platform online_gambling adult_entertainment multi_level_marketing firearms money_transmitter_service credit_card_processing other'.split(
    ' ',
  );

/** Values that each onboarding field refuses; a number is refused by every one. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  businessLegalName: [],
  businessAsName: [],
  businessTaxId: [],
  businessPhone: [],
  businessWebsite: ['shop', 'ftp://shop.example.com'],
  businessCategory: ['shops', 'Online_Market'],
  businessCountry: ['GB', 'USA', 'XX'],
  businessCity: [],
  businessAddress: [],
  businessZip: [],
  businessRegion: [],
  businessTotalMonthly: ['1000.50', 'many', '-1'],
  businessPpm: ['few', '10-20'],
  businessIntlPercentage: ['101', 'half', '-1'],
  expectedPayoutCountries: ['US,XX', 'America'],
};

const CREATE_LINES: readonly Line[] = [
  line(CREATE, [200, 'ids and keys', 'keys once'], async ({ call, parent: keys }) => {
    const { merchant } = expectOk(await call('POST', '/v1/profile/submerchant', body(), { keys })).body;
    expect(Object.keys(merchant)).toEqual(['id', 'accessKey', 'secretKey']);
    expect(merchant).toMatchObject({
      id: ID('M-'),
      accessKey: ID('AK-'),
      secretKey: expect.stringMatching(/^SK-.{22,}$/),
    });
    const recipients = await call('GET', '/v1/recipients', undefined, { keys: merchant });
    expectOk(recipients, { meta: { records: 0 } });
    for (const path of ['/v1/payout-methods', '/v1/balances/info', '/v1/fees'])
      expect(JSON.stringify((await call('GET', path, undefined, { keys: merchant })).body)).not.toContain(
        merchant.secretKey,
      );
  }),
  line(CREATE, 404, async ({ call, control, parent: keys }) => {
    await control('merchants', { partner: false });
    const reply = await call('POST', '/v1/profile/submerchant', body(), { keys });
    await control('merchants', { partner: true });
    expectRefused(reply, [404, 'not_found']);
  }),
  ...(['name', 'website', 'country', 'currency'] as const).flatMap((field) => [
    createRefuses(`merchant.${field}`, body({ [field]: undefined }), 'empty_field', `merchant.${field}`),
    createRefuses(`merchant.${field}`, body({ [field]: 5 }), 'invalid_field', `merchant.${field}`),
  ]),
  createRefuses('merchant.website', body({ website: 'shop' }), 'invalid_field', 'merchant.website'),
  createRefuses('merchant.country', body({ country: 'USA' }), 'invalid_field', 'merchant.country'),
  createRefuses('merchant.currency', body({ currency: 'ABC' }), 'invalid_field', 'merchant.currency'),
  ...Object.entries(WRONG).flatMap(([field, values]) =>
    [5, ...values].map((value) =>
      createRefuses(field, body({}, { [field]: value }), 'invalid_field', `onboarding.${field}`),
    ),
  ),
  creates('expectedPayoutCountries', body({}, { expectedPayoutCountries: 'US' })),
  creates('businessPpm', body({}, { businessPpm: '10-50' })),
  ...Object.keys(WRONG).map((field) => creates('missing onboarding is incomplete', body({}, { [field]: undefined }))),
  ...CATEGORIES.map((businessCategory) => creates('every category', body({}, { businessCategory }))),
  creates('earlier description', {
    merchant: MERCHANT,
    onboarding: {
      businessWebsite: 'https://a.example',
      businessLegalName: 'A',
      businessCountry: 'US',
      businessPpm: 'less-10',
    },
  }),
  ...PAIRS.map(([covers, country, currency, businessRegion]) =>
    creates(covers, body({ country, currency }, { businessCountry: country, businessRegion })),
  ),
  ...PAIRS.map(([covers, country, currency]) =>
    createRefuses(
      covers,
      body({ country, currency: currency === 'USD' ? 'EUR' : 'USD' }, { businessCountry: country }),
      'invalid_field',
      'merchant.currency',
    ),
  ),
  createRefuses(
    'businessRegion',
    body({ country: 'CA', currency: 'CAD' }, { businessCountry: 'CA', businessRegion: 'NV' }),
    'invalid_field',
    'onboarding.businessRegion',
  ),
];

const create = (sent: object) => ['POST', '/v1/profile/sandbox', sent] as const;

const SANDBOX_LINES: readonly Line[] = [
  line(SANDBOX, [200, 'apikey true'], async ({ call, parent: keys }) => {
    const { merchant } = expectOk(
      await call(...create({ apikey: true, merchant: { name: 'A', currency: 'USD' } }), { keys }),
    ).body;
    expect(merchant).toMatchObject({ id: ID('M-'), accessKey: ID('AK-'), secretKey: expect.stringMatching(/^SK-/) });
    expectOk(await call('GET', '/v1/balances', undefined, { keys: merchant }));
  }),
  line(SANDBOX, 'apikey false', async ({ call, parent: keys }) => {
    for (const apikey of [false, undefined]) {
      const { merchant } = expectOk(
        await call(...create({ apikey, merchant: { name: 'A', currency: 'USD' } }), { keys }),
      ).body;
      expect(Object.keys(merchant)).toEqual(['id']);
    }
  }),
  refuses(SANDBOX, [403, 'apikey true'], create({ apikey: 1 }), [403, 'invalid_field', 'apikey'], parent),
  refuses(SANDBOX, 'merchant.name', create({ merchant: { name: 1 } }), [403, 'invalid_field', 'merchant.name'], parent),
  refuses(
    SANDBOX,
    'merchant.currency',
    create({ merchant: { currency: 'ABC' } }),
    [403, 'invalid_field', 'merchant.currency'],
    parent,
  ),
  refuses(
    SANDBOX,
    403,
    create({ merchant: { country: 'US', currency: 'EUR' } }),
    [403, 'invalid_field', 'merchant.currency'],
    parent,
  ),
  line(SANDBOX, 'copied from the parent', async ({ call, control, parent: keys }) => {
    const { merchant } = expectOk(await call(...create({}), { keys })).body;
    const all = (await control('merchants')).body.merchants as { id: string; name: string; kind: string }[];
    const mine = all.find(({ id }) => id === merchant.id);
    expect(mine?.name).toBe(all.find(({ kind }) => kind === 'parent')?.name);
  }),
  accepts(
    SANDBOX,
    'earlier onboarding',
    create({
      merchant: { name: 'A', currency: 'USD' },
      onboarding: { ...ONBOARDED, businessAveragePayout: '250', businessPpm: '100000-more' },
    }),
    {},
    parent,
  ),
  refuses(
    SANDBOX,
    'earlier onboarding',
    create({ onboarding: { businessAveragePayout: 250 } }),
    [403, 'invalid_field'],
    parent,
  ),
  line(DELETE, [200, 'id', 'keys end'], async ({ call, parent: keys, subMerchant }) => {
    const merchant = await subMerchant();
    expectOk(await call('DELETE', '/v1/profile/sandbox', { id: merchant.id }, { keys }));
    expectRefused(await call('GET', '/v1/balances', undefined, { keys: merchant }), [401, 'invalid_api_key']);
    expectRefused(await call('DELETE', '/v1/profile/sandbox', { id: merchant.id }, { keys }), [404, 'not_found']);
  }),
  refuses(DELETE, [403, 'id'], ['DELETE', '/v1/profile/sandbox', {}], [403, 'invalid_field', 'id'], parent),
  refuses(DELETE, 'id', ['DELETE', '/v1/profile/sandbox', { id: 5 }], [403, 'invalid_field', 'id'], parent),
  refuses(DELETE, 'not_found', ['DELETE', '/v1/profile/sandbox', { id: 'M-1' }], [404, 'not_found'], parent),
  line(DELETE, 403, async ({ call, parent: keys }) => {
    const { merchant } = (await call('POST', '/v1/profile/submerchant', body(), { keys })).body;
    expectRefused(await call('DELETE', '/v1/profile/sandbox', { id: merchant.id }, { keys }), [
      403,
      'invalid_field',
      'id',
    ]);
  }),
];

const update = (sent: object) => ['POST', '/v1/onboarding/update', sent] as const;
const account = (change: object = {}) =>
  [
    'POST',
    '/v1/direct-debit/bank-account/',
    {
      accountName: 'Shop Ltd',
      currency: 'USD',
      bankCountry: 'US',
      branchId: '021000021',
      bankId: '021',
      institution: '001',
      transit: '12345',
      accountNum: '123456789',
      enabled: true,
      ...change,
    },
  ] as const;
const DIGITS = ['branchId', 'bankId', 'institution', 'transit', 'accountNum'] as const;
const COLOR_NAMES = 'primary success error warning border heading text inputText inputBorder subText background'.split(
  ' ',
);
const colors = (sent: unknown) => ['POST', '/v1/iframe/config', sent] as const;
const sub = ({ subMerchant }: { subMerchant: () => Promise<{ accessKey: string; secretKey: string }> }) =>
  subMerchant();

const SUB_MERCHANT_LINES: readonly Line[] = [
  accepts(ONBOARDING, [200, 'businessTotalMonthly'], update({ businessTotalMonthly: '5000' }), {}, sub),
  accepts(ONBOARDING, 'businessPpm', update({ businessPpm: '75' }), {}, sub),
  accepts(ONBOARDING, 200, update({}), {}, sub),
  ...'less-10 10-50 50-100 100-500 500-1000 1000-10000 10000-100000 100000-more'
    .split(' ')
    .map((businessPpm) => accepts(ONBOARDING, 'buckets', update({ businessPpm }))),
  refuses(ONBOARDING, 'buckets', update({ businessPpm: '5-10' }), [400, 'invalid_field', 'businessPpm']),
  refuses(ONBOARDING, 'businessPpm', update({ businessPpm: 75 }), [400, 'invalid_field', 'businessPpm']),
  refuses(ONBOARDING, 'businessTotalMonthly', update({ businessTotalMonthly: 5000 }), [
    400,
    'invalid_field',
    'businessTotalMonthly',
  ]),
  line(ONBOARDING, 404, async ({ call, control }) => {
    // The contract lists it; nothing but an ordered fault brings it about here.
    await control('faults', [{ match: { path: 'onboarding' }, status: 404 }]);
    expectRefused(await call(...update({})), [404, 'not_found']);
  }),
  line(FUNDING, [200, 'every field', 'masked accountNum', 'referenceMemo'], async ({ call, subMerchant }) => {
    const memoOf = async (keys: { accessKey: string; secretKey: string }) => {
      const { info } = expectOk(await call('GET', '/v1/balances/info', undefined, { keys })).body;
      const fields =
        'accountAddress accountCity accountCountryCode accountCurrency accountName accountNum accountPostalCode accountRegion bankAddress bankCity bankCountry bankCountryCode bankName bankPostalCode bankRegion institution referenceMemo routingNumber';
      expect(info.length).toBeGreaterThan(0);
      for (const item of info) {
        for (const field of fields.split(' ')) expect(item[field], field).toEqual(expect.any(String));
        expect(item.accountNum).toMatch(/^\*+..$/);
      }
      return info[0].referenceMemo;
    };
    expect(await memoOf(await subMerchant())).not.toBe(await memoOf(await subMerchant()));
  }),
  line(BANK, [200, 'every field of the record', 'masked', 'update'], async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    const { merchantBankAccount } = expectOk(await call(...account(), { keys })).body;
    expect(merchantBankAccount).toEqual({
      currency: 'USD',
      accountName: 'Shop Ltd',
      bankName: expect.any(String),
      bankAddress: expect.any(String),
      bankCity: expect.any(String),
      bankPostalCode: expect.any(String),
      bankRegion: expect.any(String),
      fileLink: null,
      completed: true,
      enabled: true,
      iban: expect.any(String),
      accountNum: '*******89',
      swiftBic: null,
      branchId: '021000021',
      bankId: '021',
      country: 'US',
    });
    expectOk(await call(...account({ accountNum: '5555', enabled: false }), { keys }), {
      merchantBankAccount: { accountNum: '**55', enabled: false },
    });
  }),
  ...['accountName', 'currency', 'bankCountry', 'enabled', ...DIGITS].map((field) =>
    refuses(BANK, field, account({ [field]: undefined }), [400, 'empty_field', field]),
  ),
  ...['accountName', 'currency', 'bankCountry', 'enabled', ...DIGITS].map((field) =>
    refuses(BANK, field, account({ [field]: 5 }), [400, 'invalid_field', field]),
  ),
  ...DIGITS.map((field) => refuses(BANK, 'digits only', account({ [field]: '12-34' }), [400, 'invalid_field', field])),
  refuses(BANK, 'bankCountry', account({ bankCountry: 'XX' }), [400, 'invalid_field', 'bankCountry']),
  refuses(BANK, 'currency', account({ currency: 'XXX' }), [400, 'invalid_field', 'currency']),
  ...COLOR_NAMES.map((name) =>
    accepts(COLORS, [name, 200], colors({ colors: { [name]: '#1A2b3c' } }), { colors: { [name]: '#1A2b3c' } }),
  ),
  ...COLOR_NAMES.map((name) =>
    refuses(COLORS, name, colors({ colors: { [name]: '#12' } }), [400, 'invalid_field', `colors.${name}`]),
  ),
  accepts(COLORS, 'three digits', colors({ colors: { text: 'FFF' } })),
  accepts(COLORS, 'six digits', colors({ colors: { text: 'ffFF00' } })),
  accepts(COLORS, 'leading #', colors({ colors: { text: '#fff' } })),
  ...['#ffff', 'red', '##fff', '#ggg', 123456].map((text) =>
    refuses(COLORS, 'six digits', colors({ colors: { text } }), [400, 'invalid_field', 'colors.text']),
  ),
  refuses(COLORS, 'colors required', colors({}), [400, 'empty_field', 'colors']),
  refuses(COLORS, 'colors required', colors({ colors: ['#fff'] }), [400, 'invalid_field', 'colors']),
];

export const PARTNER_LINES: readonly Line[] = [...CREATE_LINES, ...SANDBOX_LINES, ...SUB_MERCHANT_LINES];
