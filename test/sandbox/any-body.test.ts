import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../src/sandbox/routes.ts';
import { type Contractor, startContractor } from '../conformance/client.ts';

let contractor: Contractor;
let ids: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  contractor = await startContractor();
  const { batch, call } = contractor;
  const made = await batch();
  const { recipient } = (await call('GET', `/v1/payments/${made.payments.payments[0]!.id}`)).body.payment;
  const { accounts } = (await call('GET', `/v1/recipients/${recipient.id}/accounts`)).body;
  await contractor.control('webhooks', { validate: false });
  const hook = { action: '*', model: '*', target: 'http://192.0.2.1/' };
  const { subscription } = (await call('POST', '/v1/subscriptions', hook)).body;
  ids = {
    id: [recipient.id, made.id, subscription.id, 'X-1', '__proto__'],
    accountId: [accounts[0].recipientAccountId, 'A-1'],
    paymentId: [made.payments.payments[0]!.id, 'P-1', 'constructor'],
    payoutMethod: ['bank-transfer', 'paypal', 'check', 'venmo', 'debit-card', 'mobile-wallet', 'toString'],
    type: ['paypal', 'valueOf'],
  };
});
afterAll(() => contractor.close());

/** Names that the contract gives to fields, and names that every object has. */
const NAMES =
  'id ids apikey merchant name website country currency onboarding businessPpm businessCountry businessRegion expectedPayoutCountries businessTotalMonthly colors primary text accountName bankCountry branchId bankId institution transit accountNum enabled enabledCountries mode account clientId secret allowRestrictedCountries signatory startingCheck verification1 verification2 mailing supportedNetworks enabledMobileWalletPayerIds settings integration type amount amountType maximumFee routeType merchantAmountType merchantAmount percentCap min max action model target firstName lastName email address dob phone street1 city tags contactEmails status accounts iban swiftBic emailAddress accountHolderName sourceCurrency description payments recipient referenceId targetAmount targetCurrency memo externalId coverFees category taxReportable processedAt withholdingAmount __proto__ constructor toString'.split(
    ' ',
  );
const leaf = fc.oneof(
  fc.constantFrom(
    'USD',
    'EUR',
    'US',
    'CA',
    '10.00',
    '1',
    'individual',
    'business',
    'bank-transfer',
    'fixed',
    'percentage',
    '*',
    'ada@example.com',
    '2026-01-01',
    '',
    ' ',
    '\u0000',
    '\ud800',
    'x'.repeat(3000),
  ),
  fc.jsonValue({ maxDepth: 1 }),
  fc.double(),
);
const body = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), leaf, { maxKeys: 5 }),
    fc.array(fc.dictionary(fc.constantFrom(...NAMES), leaf, { maxKeys: 6 }), { maxLength: 2 }),
  ),
  { maxKeys: 12 },
);
const query = fc.dictionary(
  fc.constantFrom(
    'page',
    'pageSize',
    'search',
    'status',
    'orderBy',
    'startDate',
    'currency',
    'recipientId',
    '%00',
    'email',
  ),
  fc.string({ maxLength: 8 }),
  { maxKeys: 3 },
);

/** A reset would take away what the others need. */
const CALLS = ROUTES.filter(({ path }) => path !== '/_sandbox/reset' && path !== '/_sandbox/faults');

test.each(CALLS.map(({ method, path, access }) => [method, path, access] as const))(
  '%s %s answers any body with 200 or a refusal',
  async (method, path, access) => {
    const { call, merchant, parent } = contractor;
    await fc.assert(
      fc.asyncProperty(body, query, fc.nat(100), async (sent, asked, which) => {
        const text = new URLSearchParams(asked).toString();
        const url = path.replace(/:(\w+)/g, (_, name: string) => ids[name]![which % ids[name]!.length]!);
        const options = { keys: access === 'parent' ? parent : merchant };
        const reply = await call(method, text === '' ? url : `${url}?${text}`, sent, options);
        expect(reply.status, JSON.stringify([sent, reply.body])).toBeLessThan(500);
        expect(reply.body.ok, JSON.stringify(reply.body)).toBe(
          path === '/_sandbox/ledger' ? undefined : reply.status === 200,
        );
      }),
      { numRuns: 15 },
    );
  },
);

test('it still serves after all that', async () => {
  expect((await contractor.call('GET', '/v1/balances')).status).toBe(200);
});
