import { expect } from 'vitest';
import type { Contractor, Keys } from './client.ts';
import { accepts, expectOk, expectRefused, type Line, line, refuses } from './line.ts';

const LIST = 'GET /v1/payout-methods';
const GET = 'GET /v1/payout-methods/:payoutMethod';
const PATCH = 'PATCH /v1/payout-methods/:payoutMethod';
const SLUGS = ['bank-transfer', 'paypal', 'check', 'venmo', 'debit-card', 'mobile-wallet'] as const;
const CREDENTIALS = { mode: 'live', account: 'a@example.com', clientId: 'client-1', secret: 'hush-hush' };
const MAILING = { name: 'Shop Ltd', street1: '1 Main St', city: 'Reno', region: 'NV', postal: '89501', country: 'US' };

const sub = ({ subMerchant }: Contractor) => subMerchant();
const pendingSub = ({ subMerchant }: Contractor) => subMerchant(true);
const patch = (slug: string, body: unknown) => ['PATCH', `/v1/payout-methods/${slug}`, body] as const;
const takes = (covers: string | (string | number)[], slug: string, body: object, settings: object = {}) =>
  accepts(PATCH, covers, patch(slug, body), { payoutMethod: { settings } }, sub);
const refusesField = (covers: string | (string | number)[], slug: string, body: object, field: string) =>
  refuses(PATCH, covers, patch(slug, body), [400, 'invalid_field', field], sub);

const record = async ({ call }: Contractor, slug: string, keys: Keys) =>
  expectOk(await call('GET', `/v1/payout-methods/${slug}`, undefined, { keys })).body.payoutMethod;

/** A field of each method, with a good value. */
const FIELDS: readonly (readonly [slug: string, field: string, good: unknown, bad: unknown])[] = [
  ['bank-transfer', 'enabledCountries', ['US', 'CA'], 'US'],
  ['paypal', 'allowRestrictedCountries', true, 'maybe'],
  ['check', 'signatory', 'Mia Maker', 5],
  ['check', 'startingCheck', '123456', '1234567'],
  ['check', 'branchId', '021000021', 21000021],
  ['check', 'accountNum', '12345678', 12345678],
  ['check', 'mailing', MAILING, 'Reno'],
  ['debit-card', 'supportedNetworks', ['visa'], ['amex']],
  ['mobile-wallet', 'enabledMobileWalletPayerIds', [1], ['1']],
  ...SLUGS.map((slug) => [slug, 'enabled', false, 'yes'] as const),
];
const OWNER: Readonly<Record<string, string>> = {
  enabledCountries: 'bank-transfer',
  mode: 'paypal',
  account: 'paypal',
  clientId: 'paypal',
  secret: 'paypal',
  webhookID: 'paypal',
  allowRestrictedCountries: 'paypal',
  branchId: 'check',
  accountNum: 'check',
  signatory: 'check',
  startingCheck: 'check',
  verification1: 'check',
  verification2: 'check',
  mailing: 'check',
  supportedNetworks: 'debit-card',
  enabledMobileWalletPayerIds: 'mobile-wallet',
};
const SHARED = ['mode', 'account', 'clientId', 'secret', 'webhookID'];

const MAILING_LIMITS = { name: 40, street1: 100, street2: 100, city: 100, region: 100, postal: 100 };

export const PAYOUT_METHOD_LINES: readonly Line[] = [
  line(LIST, [200, 'six records', 'meta', 'record fields'], async ({ call, subMerchant }) => {
    const reply = await call('GET', '/v1/payout-methods', undefined, { keys: await subMerchant() });
    const { payoutMethods, meta } = expectOk(reply).body;
    expect(payoutMethods.map(({ integration }: { integration: string }) => integration)).toEqual(SLUGS);
    expect(meta).toEqual({ page: 1, pages: 1, records: 6 });
    for (const method of payoutMethods)
      expect(method).toMatchObject({
        enabled: expect.any(Boolean),
        status: 'approved',
        suspended: false,
        approvedAt: expect.any(String),
        updatedAt: expect.any(String),
        settings: expect.any(Object),
      });
  }),
  ...SLUGS.map((slug) =>
    accepts(GET, [200, slug], ['GET', `/v1/payout-methods/${slug}`], { payoutMethod: { integration: slug } }, sub),
  ),
  refuses(GET, 400, ['GET', '/v1/payout-methods/cash'], [400, 'invalid_field', 'payoutMethod'], sub),
  refuses(PATCH, 400, patch('cash', {}), [400, 'invalid_field', 'payoutMethod'], sub),
  refuses(GET, 400, ['GET', '/v1/payout-methods/constructor'], [400, 'invalid_field', 'payoutMethod'], sub),

  ...FIELDS.map(([slug, field, good]) => takes([field, 200], slug, { [field]: good })),
  ...FIELDS.map(([slug, field, , bad]) => refusesField([field, 400], slug, { [field]: bad }, field)),
  ...['mode', 'account', 'clientId', 'secret', 'webhookID'].map((field) =>
    refusesField(field, 'paypal', { ...CREDENTIALS, [field]: 5 }, field),
  ),
  refusesField('mode', 'venmo', { ...CREDENTIALS, mode: 'test' }, 'mode'),
  takes('webhookID', 'paypal', { ...CREDENTIALS, webhookID: 'WH-1' }, { credentialsConfigured: true }),
  ...Object.entries(OWNER).flatMap(([field, owner]) =>
    SLUGS.filter((slug) => slug !== owner && !(slug === 'venmo' && SHARED.includes(field))).map((slug) =>
      refusesField('rule 1 other method', slug, { [field]: 'x' }, field),
    ),
  ),
  ...SLUGS.map((slug) => takes('rule 1 no method', slug, { shoes: 5 })),

  refuses(
    PATCH,
    'rule 2 pending',
    patch('bank-transfer', { enabled: true }),
    [400, 'invalid_field', 'enabled'],
    pendingSub,
  ),
  line(PATCH, 'rule 2 country', async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    for (const code of ['IR', 'XX', 'CU']) {
      const { body } = expectRefused(
        await call(...patch('bank-transfer', { enabledCountries: ['US', code] }), { keys }),
        [400, 'invalid_field', 'enabledCountries'],
      );
      expect(body.errors[0].message).toContain(code);
    }
  }),
  line(PATCH, 'rule 2 response', async (contractor) => {
    const keys = await contractor.subMerchant();
    const changed = await contractor.call(
      ...patch('bank-transfer', { enabledCountries: ['us', 'CA'], enabled: true }),
      { keys },
    );
    expectOk(changed, {
      payoutMethod: { enabled: true, enabledCountries: ['US', 'CA'], settings: { onboardedCountry: null } },
    });
    expectOk(await contractor.call(...patch('bank-transfer', { enabledCountries: [] }), { keys }), {
      payoutMethod: { enabledCountries: [] },
    });
    const { merchant } = (
      await contractor.call(
        'POST',
        '/v1/profile/submerchant',
        { merchant: { name: 'A', website: 'https://a.example', country: 'CA', currency: 'CAD' } },
        { keys: contractor.parent },
      )
    ).body;
    expect((await record(contractor, 'bank-transfer', merchant)).settings).toEqual({ onboardedCountry: 'CA' });
  }),

  ...['paypal', 'venmo'].flatMap((slug) => [
    ...['account', 'clientId', 'secret', 'mode'].map((missing) =>
      refusesField('rule 3 first time', slug, { ...CREDENTIALS, [missing]: undefined }, missing),
    ),
    refusesField('rule 3 first time', slug, { enabled: true }, 'enabled'),
    line(PATCH, slug === 'paypal' ? ['rule 3 subset', 'rule 3 response'] : ['rule 4 response'], async (contractor) => {
      const keys = await contractor.subMerchant();
      expectOk(await contractor.call(...patch(slug, { ...CREDENTIALS, webhookID: 'WH-1', enabled: true }), { keys }));
      const reply = await contractor.call(...patch(slug, { secret: 'another', clientId: 'client-2' }), { keys });
      const { settings } = expectOk(reply, { payoutMethod: { enabled: true } }).body.payoutMethod;
      const own =
        slug === 'venmo'
          ? { allowedCountries: ['GU', 'PR', 'US', 'VI'] }
          : { allowRestrictedCountries: false, restrictedCountries: expect.any(Array) };
      expect(settings).toEqual({
        mode: 'live',
        account: 'a@example.com',
        apiUsername: null,
        clientId: 'client-2',
        credentialsConfigured: true,
        ...own,
      });
      expect(JSON.stringify(reply.body)).not.toMatch(/hush|another|WH-1/);
    }),
  ]),
  refusesField('rule 4 fields', 'venmo', { allowRestrictedCountries: true }, 'allowRestrictedCountries'),
  ...['apiUsername', 'apiPassword', 'apiSignature'].map((field) =>
    refuses(
      PATCH,
      [410, 'rule 3 old credentials'],
      patch('paypal', { [field]: 'x' }),
      [410, 'deprecated_functionality_error'],
      sub,
    ),
  ),

  line(PATCH, ['rule 5 response', 'verification1', 'verification2'], async (contractor) => {
    const keys = await contractor.subMerchant();
    const send = (body: object) => contractor.call(...patch('check', body), { keys });
    const bank = {
      branchId: '021000021',
      accountNum: '123456789',
      signatory: 'Mia',
      startingCheck: '100',
      mailing: MAILING,
    };
    const reply = expectOk(await send(bank));
    expect(reply.body.payoutMethod.settings).toEqual({
      signatory: 'Mia',
      startingCheck: '100',
      verified: false,
      bankAccountConfigured: true,
      mailing: MAILING,
    });
    expect(JSON.stringify(reply.body)).not.toMatch(/021000021|123456789/);
    for (const body of [{ verification1: '0.12' }, { verification2: '0.34' }])
      expectRefused(await send(body), [400, 'invalid_field']);
    for (const beside of [
      { branchId: '1' },
      { accountNum: '1' },
      { signatory: 'Max' },
      { startingCheck: '5' },
      { mailing: { city: 'Rome' } },
    ])
      expectRefused(await send({ verification1: '0.12', verification2: '0.34', ...beside }), [
        400,
        'invalid_field',
        Object.keys(beside)[0]!,
      ]);
    expectRefused(await send({ verification1: 0.12, verification2: '0.34' }), [400, 'invalid_field', 'verification1']);
    expectOk(await send({ verification1: '0.12', verification2: '0.34' }), {
      payoutMethod: { settings: { verified: true } },
    });
    expectOk(await send({ mailing: { city: 'Rome' } }), {
      payoutMethod: { settings: { verified: true, mailing: { ...MAILING, city: 'Rome' } } },
    });
    expectOk(await send({ accountNum: '987654321' }), { payoutMethod: { settings: { verified: false } } });
  }),
  refusesField('verification1', 'check', { verification1: '0.12', verification2: '0.34' }, 'verification1'),
  refusesField('mailing', 'check', { mailing: { ...MAILING, country: 'CA' } }, 'mailing.country'),
  ...Object.entries(MAILING_LIMITS).flatMap(([field, max]) => [
    takes('mailing', 'check', { mailing: { [field]: 'x'.repeat(max) } }),
    refusesField('mailing', 'check', { mailing: { [field]: 'x'.repeat(max + 1) } }, `mailing.${field}`),
  ]),
  accepts(
    PATCH,
    'rule 6 response',
    patch('debit-card', { supportedNetworks: ['mastercard'], enabled: true }),
    {
      payoutMethod: {
        enabled: true,
        enabledCountries: ['US'],
        settings: { supportedNetworks: ['mastercard'], allowedCountries: ['US'] },
      },
    },
    sub,
  ),
  line(PATCH, 'rule 7 prerequisite', async ({ call, subMerchant }) => {
    const keys = await subMerchant(true);
    for (const body of [{ enabled: true }, { enabledMobileWalletPayerIds: [1] }, {}]) {
      const reply = expectRefused(await call(...patch('mobile-wallet', body), { keys }), [400, 'invalid_field']);
      expect(reply.body.errors[0].message).toContain('GET /v1/payout-methods/bank-transfer');
    }
  }),
  line(PATCH, 'rule 7 payer ids', async ({ call, subMerchant }) => {
    const keys = await subMerchant();
    const { mobileWalletPayers } = expectOk(await call('GET', '/v1/mobile-wallet-payers', undefined, { keys })).body;
    const known = mobileWalletPayers[0].id;
    for (const [sent, kept] of [
      [[known, 999_999], [known]],
      [[], []],
    ])
      expectOk(await call(...patch('mobile-wallet', { enabledMobileWalletPayerIds: sent }), { keys }), {
        payoutMethod: { settings: { enabledMobileWalletPayerIds: kept } },
      });
  }),
  line(PATCH, 'read change send back', async (contractor) => {
    const keys = await contractor.subMerchant();
    await contractor.call(...patch('paypal', CREDENTIALS), { keys });
    await contractor.call(...patch('check', { branchId: '1', accountNum: '2', mailing: MAILING }), { keys });
    for (const slug of ['bank-transfer', 'paypal', 'check', 'venmo', 'mobile-wallet']) {
      const before = await record(contractor, slug, keys);
      const reply = await contractor.call(...patch(slug, { ...before, enabled: slug !== 'venmo' }), { keys });
      expectOk(reply, { payoutMethod: { enabled: slug !== 'venmo', settings: before.settings } });
    }
  }),
  line(PATCH, 'suspended is unavailable', async ({ call, control, subMerchant }) => {
    const merchant = await subMerchant();
    await control('merchants', { merchant: merchant.id, suspend: ['debit-card', 'mobile-wallet'] });
    for (const slug of ['debit-card', 'mobile-wallet'])
      expectRefused(await call(...patch(slug, { enabled: true }), { keys: merchant }), [
        400,
        'invalid_field',
        'enabled',
      ]);
  }),
];
