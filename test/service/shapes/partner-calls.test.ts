import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import {
  type CallAnswer,
  type CallInput,
  ENDPOINTS,
  type EndpointName,
} from '../../../src/service/shapes/endpoints.ts';
import { FEE_ROUTES, PAYOUT_METHODS, WIDGET_COLORS } from '../../../src/service/shapes/partner-requests.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/servers/scripted-server.ts';
import { createTestService, type TestService } from '../../support/test-service.ts';

const MERCHANT = { name: 'Acme', website: 'https://acme.example', country: 'CA', currency: 'CAD' };
const ONBOARDING = {
  businessLegalName: 'Acme Inc.',
  businessAsName: 'Acme',
  businessTaxId: '123456789',
  businessPhone: '+15555550100',
  businessWebsite: 'https://acme.example',
  businessCategory: 'e-commerce',
  businessCountry: 'CA',
  businessCity: 'Toronto',
  businessAddress: '1 Example Street',
  businessZip: 'M5H 2N2',
  businessRegion: 'ON',
  businessTotalMonthly: '10000',
  businessPpm: '50-100',
  businessIntlPercentage: '20',
  expectedPayoutCountries: 'CA,US',
} as const;
const BANK_ACCOUNT = {
  accountName: 'Acme Inc.',
  currency: 'CAD',
  bankCountry: 'CA',
  branchId: '00021',
  bankId: '001',
  institution: '001',
  transit: '00021',
  accountNum: '1234567890',
  enabled: true,
};

/** A platform onboards a sub-merchant with the real client, on the sandbox: the two halves agree on every partner call. */
describe('the partner calls on the sandbox', () => {
  let sandbox: RunningSandbox;
  let receiver: ScriptedServer;
  const clients: TestService[] = [];
  const called = new Set<EndpointName>();

  const as = (id: string, keys: { accessKey: string; secretKey: string }, kind: 'merchant' | 'parent') => {
    const client = createTestService(sandbox.url, { merchant: { id, keys, kind } });
    clients.push(client);
    return <N extends EndpointName>(name: N, input: CallInput<N>): Promise<CallAnswer<N>> => {
      called.add(name);
      return client.service.call(name, input);
    };
  };
  let parent: ReturnType<typeof as>;
  let sub: ReturnType<typeof as>;

  beforeAll(async () => {
    sandbox = await startSandbox({ quota: 10_000 });
    receiver = await startScriptedServer(() => ({ body: {} }));
    parent = as('us', sandbox.parent, 'parent');
    const { merchant } = await parent('createSubMerchant', { body: { merchant: MERCHANT, onboarding: ONBOARDING } });
    expect(merchant).toMatchObject({ id: expect.stringMatching(/^M-/), accessKey: expect.stringMatching(/^AK-/) });
    sub = as('acme', merchant, 'merchant');
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await receiver.close();
    await sandbox.close();
  });

  test('a sandbox sub-merchant is created with keys or without, and deleted', async () => {
    const named = { name: 'Rehearsal', currency: 'USD' };
    const without = await parent('createSandboxMerchant', { body: { apikey: false, merchant: named } });
    expect(without.merchant.secretKey).toBeUndefined();
    const made = await parent('createSandboxMerchant', {
      body: {
        apikey: true,
        merchant: named,
        onboarding: { ...ONBOARDING, businessCountry: 'US', businessRegion: 'IL' },
      },
    });
    expect(made.merchant.secretKey).toMatch(/^SK-/);
    const body = { id: made.merchant.id };
    expect(await parent('deleteSandboxMerchant', { body })).toMatchObject({ ok: true });
    await expect(parent('deleteSandboxMerchant', { body })).rejects.toMatchObject({ code: 'service_not_found' });
  });

  test('onboarding, funding, bank account and colors', async () => {
    expect(await sub('updateOnboarding', { body: { businessPpm: '100-500' } })).toMatchObject({ ok: true });
    const { info } = await sub('getFundingInfo', {});
    expect(info[0]).toMatchObject({ accountCurrency: 'CAD', referenceMemo: expect.stringMatching(/^PR-/) });
    const { merchantBankAccount } = await sub('putBankAccount', { body: BANK_ACCOUNT });
    expect(merchantBankAccount.accountNum).toBe('********90');
    const colors = Object.fromEntries(WIDGET_COLORS.map((name) => [name, '#1a2b3c']));
    expect(await sub('setWidgetColors', { body: { colors } })).toMatchObject({ ok: true });
  });

  test('payout methods: pending, approved, each with its own fields', async () => {
    const { payoutMethods } = await sub('listPayoutMethods', {});
    expect(payoutMethods.map(({ integration }) => integration)).toEqual([...PAYOUT_METHODS]);
    const change = (payoutMethod: string, body: CallInput<'updatePayoutMethod'>['body']) =>
      sub('updatePayoutMethod', { params: { payoutMethod }, body });
    await expect(change('bank-transfer', { enabled: true })).rejects.toMatchObject({ code: 'service_refused' });
    await fetch(`${sandbox.url}/_sandbox/approve`, { method: 'POST', body: '{}' });
    const { payoutMethod } = await sub('getPayoutMethod', { params: { payoutMethod: 'bank-transfer' } });
    expect(payoutMethod.status).toBe('approved');
    const { payers } = await sub('listWalletPayers', {}).then(({ mobileWalletPayers }) => ({
      payers: mobileWalletPayers!.map(({ id }) => id),
    }));
    const credentials = { mode: 'sandbox', account: 'pay@acme.example', clientId: 'client', secret: 'hidden' } as const;
    const changes: readonly (readonly [string, CallInput<'updatePayoutMethod'>['body']])[] = [
      ['bank-transfer', { enabled: true, enabledCountries: ['CA', 'US'] }],
      ['paypal', { enabled: true, ...credentials, allowRestrictedCountries: false }],
      ['venmo', { ...credentials, webhookID: 'hook' }],
      ['check', { branchId: '021000021', accountNum: '1234567890', signatory: 'Ada', startingCheck: '1001' }],
      ['check', { mailing: { name: 'Acme', street1: '1 Example Street', city: 'Springfield', country: 'US' } }],
      ['debit-card', { enabled: true, supportedNetworks: ['visa'] }],
      ['mobile-wallet', { enabled: true, enabledMobileWalletPayerIds: payers }],
    ];
    for (const [method, body] of changes) {
      const changed = await change(method, body);
      expect(changed.payoutMethod).toMatchObject({ integration: method, enabled: body.enabled ?? false });
    }
  });

  test('fees: a cover on every route, and what the contract refuses is never sent', async () => {
    const routes = Object.entries(FEE_ROUTES).flatMap(([integration, { types, fixedOnly }]) =>
      types.map((type) => ({
        currency: 'CAD',
        integration,
        type,
        amount: '0.50',
        ...(fixedOnly ? {} : { amountType: 'percentage' }),
      })),
    );
    for (const body of routes) await sub('updateFeeCover', { body: body as CallInput<'updateFeeCover'>['body'] });
    const { fees } = await sub('listFees', { query: { currency: 'CAD' } });
    const covers = fees[0]?.general?.merchantCoverAmount;
    expect(Object.values({ ...covers?.gateway, ...covers?.bankTransfer })).toEqual(
      Array.from({ length: 13 }, () => '0.50'),
    );
    expect(covers?.debitCard?.domestic).toMatchObject({ amount: '0.50', amountType: 'percentage', maximumFee: null });
  });

  test('revenue streams: a route has one amount, and guardrails', async () => {
    const route = {
      currency: 'CAD',
      integration: 'bank-transfer',
      routeType: 'eft',
      merchantAmountType: 'fixed',
    } as const;
    const body = { ...route, merchantAmount: '1.00' };
    expect(await sub('createRevenueStream', { body })).toMatchObject({ ok: true });
    await expect(sub('createRevenueStream', { body })).rejects.toMatchObject({ code: 'service_refused' });
    const { fees } = await sub('searchRoutePricing', { body: { currency: 'CAD' } });
    expect(fees[0]?.revenueStream.bankTransfer?.eft).toMatchObject({ merchantAmount: '1.00' });
    expect(fees[0]?.revenueStream.bankTransfer?.wire?.revenueShareId).toBeNull();
  });

  test('webhooks are created, read, changed and deleted', async () => {
    const target = `${receiver.url}/hook`;
    const { subscription } = await sub('createWebhook', { body: { action: '*', model: 'payment', target } });
    const params = { id: subscription.id };
    expect((await sub('listWebhooks', {})).subscriptions).toHaveLength(1);
    expect((await sub('getWebhook', { params })).subscription).toMatchObject({ action: '*', target });
    expect(await sub('updateWebhook', { params, body: { action: 'processed' } })).toMatchObject({
      action: 'processed',
    });
    expect(await sub('deleteWebhook', { params })).toMatchObject({ ok: true });
    await expect(sub('getWebhook', { params })).rejects.toMatchObject({ code: 'service_not_found' });
  });

  test('are complete', () => {
    const names = Object.keys(ENDPOINTS) as EndpointName[];
    const partner = names.slice(names.indexOf('createSubMerchant'));
    expect(partner.filter((name) => !called.has(name))).toEqual([]);
  });
});

describe('a body that the contract refuses', () => {
  const cover = { currency: 'CAD', integration: 'debitCard', type: 'domestic', amount: '0.50', amountType: 'fixed' };
  const newMerchant = { merchant: MERCHANT, onboarding: ONBOARDING };
  const onboarded = (field: string, value: unknown) => ({
    merchant: MERCHANT,
    onboarding: { ...ONBOARDING, [field]: value },
  });
  const CASES: readonly [what: string, call: EndpointName, good: unknown, bad: unknown][] = [
    [
      'a country in small letters',
      'createSubMerchant',
      newMerchant,
      { ...newMerchant, merchant: { ...MERCHANT, country: 'ca' } },
    ],
    ['a business in another country', 'createSubMerchant', newMerchant, onboarded('businessCountry', 'US')],
    ['a category that is not of the list', 'createSubMerchant', newMerchant, onboarded('businessCategory', 'banking')],
    ['a website that is none', 'createSubMerchant', newMerchant, onboarded('businessWebsite', 'acme.example')],
    ['a monthly total as a number', 'createSubMerchant', newMerchant, onboarded('businessTotalMonthly', 10000)],
    ['a monthly total with cents', 'createSubMerchant', newMerchant, onboarded('businessTotalMonthly', '10000.50')],
    ['payouts a month in words', 'createSubMerchant', newMerchant, onboarded('businessPpm', 'many')],
    ['an onboarding field that is missing', 'createSubMerchant', newMerchant, onboarded('businessZip', undefined)],
    ['an onboarding field that is misspelt', 'createSubMerchant', newMerchant, onboarded('businesZip', 'M5H')],
    [
      'a sandbox merchant without apikey',
      'createSandboxMerchant',
      { apikey: false, merchant: { name: 'A', currency: 'CAD' } },
      { merchant: { name: 'A', currency: 'CAD' } },
    ],
    ['letters in an account number', 'putBankAccount', BANK_ACCOUNT, { ...BANK_ACCOUNT, accountNum: '12AB' }],
    ['an account number as a number', 'putBankAccount', BANK_ACCOUNT, { ...BANK_ACCOUNT, accountNum: 1234567890 }],
    ['a color of four digits', 'setWidgetColors', { colors: { text: 'FFF' } }, { colors: { text: '#ffff' } }],
    [
      'a color that the widget has not',
      'setWidgetColors',
      { colors: { border: '#fff' } },
      { colors: { shadow: '#fff' } },
    ],
    [
      'half a verification',
      'updatePayoutMethod',
      { verification1: '0.10', verification2: '0.20' },
      { verification1: '0.10' },
    ],
    [
      'a verification with a bank detail',
      'updatePayoutMethod',
      { branchId: '021000021' },
      { verification1: '0.10', verification2: '0.20', branchId: '021000021' },
    ],
    [
      'a starting check of seven digits',
      'updatePayoutMethod',
      { startingCheck: '100100' },
      { startingCheck: '1001001' },
    ],
    [
      'a mailing name of 41 characters',
      'updatePayoutMethod',
      { mailing: { name: 'x'.repeat(40) } },
      { mailing: { name: 'x'.repeat(41) } },
    ],
    [
      'a mailing street of 101 characters',
      'updatePayoutMethod',
      { mailing: { street1: 'x'.repeat(100) } },
      { mailing: { street1: 'x'.repeat(101) } },
    ],
    [
      'checks from another country',
      'updatePayoutMethod',
      { mailing: { country: 'US' } },
      { mailing: { country: 'CA' } },
    ],
    [
      'a card network that is not there',
      'updatePayoutMethod',
      { supportedNetworks: ['mastercard'] },
      { supportedNetworks: ['amex'] },
    ],
    [
      'payer ids as text',
      'updatePayoutMethod',
      { enabledMobileWalletPayerIds: [] },
      { enabledMobileWalletPayerIds: ['1'] },
    ],
    ['credentials that were removed', 'updatePayoutMethod', { clientId: 'client' }, { apiUsername: 'user' }],
    ['a cover as a number', 'updateFeeCover', cover, { ...cover, amount: 0.5 }],
    ['a negative cover', 'updateFeeCover', { ...cover, amount: '0' }, { ...cover, amount: '-1.00' }],
    ['a cover with one decimal', 'updateFeeCover', { ...cover, amount: '1' }, { ...cover, amount: '1.5' }],
    ['a route of another group', 'updateFeeCover', cover, { ...cover, type: 'sepa' }],
    ['a card cover without its type', 'updateFeeCover', cover, { ...cover, amountType: undefined }],
    [
      'more than all of a fee',
      'updateFeeCover',
      { ...cover, amountType: 'percentage', amount: '100' },
      { ...cover, amountType: 'percentage', amount: '100.01' },
    ],
    [
      'a percentage of a fixed fee',
      'updateFeeCover',
      { ...cover, integration: 'gateway', type: 'check' },
      { ...cover, integration: 'gateway', type: 'check', amountType: 'percentage' },
    ],
    [
      'a cap on a fixed fee',
      'updateFeeCover',
      { ...cover, maximumFee: null },
      { ...cover, integration: 'bankTransfer', type: 'sepa', maximumFee: '1.00' },
    ],
    [
      'a negative stream',
      'createRevenueStream',
      { currency: 'CAD', integration: 'venmo', routeType: 'venmo', merchantAmountType: 'fixed', merchantAmount: '0' },
      { currency: 'CAD', integration: 'venmo', routeType: 'venmo', merchantAmountType: 'fixed', merchantAmount: '-1' },
    ],
    [
      'an event that is not there',
      'createWebhook',
      { action: '*', model: '*', target: 'https://a.example' },
      { action: 'paid', model: '*', target: 'https://a.example' },
    ],
    [
      'a target that is no URL',
      'createWebhook',
      { action: 'failed', model: 'batch', target: 'http://a.example/b' },
      { action: 'failed', model: 'batch', target: 'a.example' },
    ],
  ];

  test.each(CASES)('is never sent: %s', async (_, call, good, bad) => {
    const { body } = ENDPOINTS[call] as { body: (typeof ENDPOINTS)['createWebhook']['body'] };
    expect(body.safeParse(good).error).toBeUndefined();
    expect(body.safeParse(bad).success).toBe(false);
  });
});
