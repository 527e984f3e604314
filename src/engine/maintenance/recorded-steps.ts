import type { Input } from '../../service/build-request.ts';
import type { EndpointName } from '../../service/shapes/endpoints.ts';
import { isSandboxAnswer } from '../context/keys-environment.ts';

type Json = Readonly<Record<string, unknown>>;

/** Values that the previous steps created. */
export interface StepResults {
  /** Begins every e-mail address and `externalId`, and is a tag of every batch and payment. */
  readonly tag: string;
  /** False: only what the merchant already has is read. */
  readonly writes: boolean;
  /** The answer of a step. Throws `MissingPrerequisite` if there is none, and `id` if nothing in it has an id. */
  answer(step: string): Json;
  id(step: string): string;
  /** The recipients in the answers so far. */
  recipients(): readonly Json[];
}

/** A step needs what an earlier one did not make, and is left out. */
export class MissingPrerequisite extends Error {}

export interface RecordingStep {
  readonly name: string;
  readonly call: EndpointName;
  readonly input: Input | ((results: StepResults) => Input);
  /** Default: the merchant's. `sub` are those of the sub-merchant that the parent's made. */
  readonly keys?: 'parent' | 'sub';
  readonly signed?: 'wrongly' | { readonly skewMs: number };
  /** The step is repeated until this is true of its answer, or for two minutes. */
  readonly until?: (answer: Json) => boolean;
  /** Done after an abort too. */
  readonly cleansUp?: true;
}

const step = (
  name: string,
  call: EndpointName,
  input: RecordingStep['input'] = {},
  more: Partial<RecordingStep> = {},
): RecordingStep => ({
  ...{ name, call, input },
  ...more,
});

const READING: readonly RecordingStep[] = [
  step('balances', 'listBalances'),
  step('a wrong signature', 'listBalances', {}, { signed: 'wrongly' }),
  step('a clock that is 20 s fast', 'listBalances', {}, { signed: { skewMs: 20_000 } }),
  step('a clock that is 2 minutes fast', 'listBalances', {}, { signed: { skewMs: 120_000 } }),
  step('a clock that is 2 minutes slow', 'listBalances', {}, { signed: { skewMs: -120_000 } }),
  step('payout methods', 'listPayoutMethods'),
  step('a payout method', 'getPayoutMethod', { params: { payoutMethod: 'paypal' } }),
  step('fees', 'listFees'),
  step('fees in EUR', 'listFees', { query: { currency: 'EUR' } }),
  step('revenue streams', 'searchRoutePricing', { body: { currency: 'EUR' } }),
  step('funding', 'getFundingInfo'),
  step('payers of mobile wallets', 'listWalletPayers'),
  step('webhooks', 'listWebhooks'),
  step('an unknown recipient', 'getRecipient', { params: { id: 'R-unknown' } }),
  step('an unknown batch', 'getBatch', { params: { id: 'B-unknown' } }),
  step('an unknown payment', 'getPayment', { params: { paymentId: 'P-unknown' } }),
  step('a page that is a word', 'listBatches', { query: { page: 'first' } }),
];

/** Recipients with an account each, by country or payout method. The bank details are examples of public standards. */
const RECIPIENTS: Readonly<Record<string, readonly [address: Json, account: Json]>> = {
  DE: [{ country: 'DE', city: 'Berlin', postalCode: '10115' }, { iban: 'DE89370400440532013000' }],
  FR: [{ country: 'FR', city: 'Paris', postalCode: '75001' }, { iban: 'FR1420041010050500013M02606' }],
  US: [
    { country: 'US', city: 'Reno', region: 'NV', postalCode: '89501' },
    { currency: 'USD', branchId: '021000021', accountNum: '123456789' },
  ],
  GB: [
    { country: 'GB', city: 'Leeds', postalCode: 'LS1 4AP' },
    { currency: 'GBP', branchId: '200000', accountNum: '55779911' },
  ],
  CA: [
    { country: 'CA', city: 'Montréal', region: 'QC', postalCode: 'H2X 1L1' },
    { currency: 'CAD', bankId: '004', branchId: '30800', accountNum: '8678477' },
  ],
  AU: [
    { country: 'AU', city: 'Melbourne', region: 'VIC', postalCode: '3000' },
    { currency: 'AUD', branchId: '083004', accountNum: '88126564' },
  ],
  JP: [
    { country: 'JP', city: 'Tokyo', region: '13', postalCode: '104-0061' },
    {
      currency: 'JPY',
      swiftBic: 'BOTKJPJT',
      bankId: '0005',
      branchId: '001',
      accountNum: '7433964',
      bankAddress: '2-7-1 Marunouchi',
      bankCity: 'Tokyo',
    },
  ],
  PayPal: [
    { country: 'DE', city: 'Berlin' },
    { type: 'paypal', emailAddress: 'paypal@example.com' },
  ],
  check: [
    { country: 'US', city: 'Reno', region: 'NV', postalCode: '89501' },
    {
      type: 'check',
      mailing: { name: 'Ada Byron', street1: '1 Main St', city: 'Reno', region: 'NV', postal: '89501', country: 'US' },
    },
  ],
};

const newRecipient = (tag: string, name: string, more: Json = {}): Input => ({
  body: { type: 'individual', firstName: 'Ada', lastName: 'Byron', email: `${tag}-${name}@example.com`, ...more },
});
const OF_DE = ({ id }: StepResults): Input => ({ params: { id: id('recipient DE') } });
const accountOf =
  (name: string, account: Json) =>
  ({ id }: StepResults): Input => ({
    params: { id: id(`recipient ${name}`) },
    body: { type: 'bank-transfer', accountHolderName: 'Ada Byron', ...account },
  });

const RECIPIENT_STEPS: readonly RecordingStep[] = [
  ...Object.entries(RECIPIENTS).flatMap(([name, [address, account]]) => [
    step(`recipient ${name}`, 'createRecipient', ({ tag }) =>
      newRecipient(tag, name, { address: { street1: '1 Main St', ...address } }),
    ),
    step(
      `account ${name}`,
      'createAccount',
      accountOf(name, { ...(account.type ? {} : { country: address.country }), ...account }),
    ),
  ]),
  step('an e-mail address in use', 'createRecipient', ({ tag }) => newRecipient(tag, 'DE')),
  step('a recipient of wrong types', 'createRecipient', ({ tag }) =>
    newRecipient(tag, 'wrong', { firstName: 5, dob: true, address: 'Reno' }),
  ),
  step('a recipient with an account', 'createRecipient', ({ tag }) =>
    newRecipient(tag, 'both', { address: RECIPIENTS.DE![0], account: { type: 'bank-transfer', ...RECIPIENTS.DE![1] } }),
  ),
  step('an IBAN with a wrong checksum', 'createAccount', accountOf('DE', { iban: 'DE00370400440532013000' })),
  step('an account number that is a number', 'createAccount', accountOf('US', { accountNum: 123456789 })),
  step('another account', 'createAccount', accountOf('DE', { iban: 'DE75512108001245126199' })),
  step('it becomes the primary one', 'updateAccount', ({ id }) => ({
    params: { id: id('recipient DE'), accountId: id('another account') },
    body: { primary: true },
  })),
  step('its IBAN changes', 'updateAccount', ({ id }) => ({
    params: { id: id('recipient DE'), accountId: id('another account') },
    body: { iban: 'DE02120300000000202051' },
  })),
  step('an account of a recipient', 'getAccount', ({ id }) => ({
    params: { id: id('recipient DE'), accountId: id('account DE') },
  })),
  step('an account is deleted', 'deleteAccount', ({ id }) => ({
    params: { id: id('recipient DE'), accountId: id('account DE') },
  })),
  step('accounts of a recipient', 'listAccounts', OF_DE),
  step('a change of a recipient', 'updateRecipient', (results) => ({
    ...OF_DE(results),
    body: { firstName: 'Grace' },
  })),
  step('a recipient', 'getRecipient', OF_DE),
  step('the log of a recipient', 'listRecipientLogs', OF_DE),
  step('offline payments of a recipient', 'listOfflinePayments', OF_DE),
];

type Terms = Readonly<Record<string, Json>>;
const payment = ({ tag, id }: StepResults, name: string, terms: Json): Json => ({
  ...{ recipient: { id: id(`recipient ${name}`) }, externalId: `${tag}-${name}`, memo: tag, tags: [tag], ...terms },
});
const inBatch =
  (batch: string) =>
  ({ id }: StepResults): Input => ({ params: { id: id(batch) } });
const inPayment = ({ id }: StepResults): Input => ({
  params: { id: id('open batch'), paymentId: id('a payment is added') },
});
const adding =
  (terms: Json, name = 'GB') =>
  (results: StepResults): Input => ({
    ...inBatch('open batch')(results),
    body: payment(results, name, terms),
  });

const newBatch = (name: string, terms: Terms) =>
  step(name, 'createBatch', (results) => ({
    body: {
      ...{ sourceCurrency: 'USD', description: results.tag, tags: [results.tag] },
      payments: Object.entries(terms).map(([to, one]) => payment(results, to, one)),
    },
  }));

const statusOf = ({ batch }: Json) => (batch as Json | undefined)?.status;

/** A batch from its creation to the end of its payments. */
const started = (name: string, terms: Terms): readonly RecordingStep[] => [
  newBatch(name, terms),
  step(`${name}: quote`, 'generateQuote', inBatch(name)),
  step(`${name}: second quote`, 'generateQuote', inBatch(name)),
  step(`${name}: summary`, 'getBatchSummary', inBatch(name)),
  step(`${name}: start`, 'startProcessing', inBatch(name), {
    until: ({ errors }) => !/in progress/i.test(JSON.stringify(errors ?? '')),
  }),
  step(`${name}: second start`, 'startProcessing', inBatch(name)),
  step(`${name}: end`, 'getBatch', inBatch(name), {
    until: (answer) => !['accepted', 'processing'].includes(String(statusOf(answer))),
  }),
  step(`${name}: payments`, 'listBatchPayments', inBatch(name)),
  step(`${name}: deleted after its end`, 'deleteBatch', inBatch(name)),
];

const BATCH_STEPS: readonly RecordingStep[] = [
  ...started('batch', { DE: { amount: '25.00', currency: 'USD' }, US: { amount: '26.00', currency: 'USD' } }),
  ...started('batch of several currencies', {
    FR: { targetAmount: '27.00', targetCurrency: 'EUR' },
    PayPal: { amount: '28.00', currency: 'USD', coverFees: true },
    check: { amount: '29.00', currency: 'USD' },
  }),
  newBatch('open batch', {}),
  step('a start without payments', 'startProcessing', inBatch('open batch')),
  step('a payment is added', 'addPayment', adding({ amount: '30.00', currency: 'USD', externalId: undefined })),
  step('an externalId in use', 'addPayment', adding({ amount: '31.00', currency: 'USD' }, 'DE')),
  step('an amount that is a number', 'addPayment', adding({ amount: 32, currency: 'USD', externalId: undefined })),
  step("a currency that is not the batch's", 'addPayment', adding({ amount: '34.00', currency: 'GBP' })),
  step('no payment', 'addPayment', (results) => ({ ...inBatch('open batch')(results), body: {} })),
  step('a change of a payment', 'updatePayment', (results) => ({ ...inPayment(results), body: { amount: '33.00' } })),
  step('a payment of a batch', 'getBatchPayment', inPayment),
  step('a payment', 'getPayment', ({ id }) => ({ params: { paymentId: id('a payment is added') } })),
  step('payments of a recipient', 'listRecipientPayments', OF_DE),
  step('a change of a batch', 'updateBatch', (results) => ({
    ...inBatch('open batch')(results),
    body: { description: `${results.tag} changed` },
  })),
  step('a payment is deleted', 'deletePayment', inPayment),
];

const PAGES: readonly RecordingStep[] = [1, 1_000].flatMap((pageSize) =>
  (['listRecipients', 'listBatches', 'listPayments'] as const).map((call) =>
    step(
      `${call} with pages of ${pageSize}`,
      call,
      ({ tag, writes }) => ({ query: { page: 1, pageSize, search: writes ? tag : undefined } }),
      { cleansUp: true },
    ),
  ),
);

const idsOf = (objects: readonly Json[]): Input => {
  if (objects.length === 0) throw new MissingPrerequisite();
  return { body: { ids: [...new Set(objects.map(({ id }) => id))] } };
};

const CLEANING: readonly RecordingStep[] = [
  step(
    'open batches are deleted',
    'deleteBatches',
    ({ tag, answer, id }) => {
      const batches = (answer('listBatches with pages of 1000').batches ?? []) as readonly Json[];
      const own = batches.filter(({ tags }) => Array.isArray(tags) && tags.includes(tag));
      const left = own.filter(({ status }) => status === 'open' || status === 'awaiting_approval');
      return idsOf(own.length > 0 ? left : [{ id: id('open batch') }]);
    },
    { cleansUp: true },
  ),
  step(
    'recipients are archived',
    'deleteRecipients',
    ({ tag, recipients }) => idsOf(recipients().filter(({ email }) => String(email).startsWith(tag))),
    { cleansUp: true },
  ),
];

/** A setting of the sub-merchant, only if its own balances say that it is in the sandbox. */
const setting = (name: string, call: EndpointName, input: Input = {}) =>
  step(
    `sub-merchant: ${name}`,
    call,
    ({ answer }) => {
      if (!isSandboxAnswer(answer('sub-merchant: balances'))) throw new MissingPrerequisite();
      return input;
    },
    { keys: 'sub' },
  );
const paypal = { mode: 'sandbox', account: 'paypal@example.com', clientId: 'client', webhookID: 'webhook' };

const SUB_MERCHANT_STEPS: readonly RecordingStep[] = [
  step(
    'a sub-merchant of wrong types',
    'createSandboxMerchant',
    { body: { apikey: true, merchant: { name: 5 } } },
    { keys: 'parent' },
  ),
  step(
    'sub-merchant',
    'createSandboxMerchant',
    ({ tag }) => ({ body: { apikey: true, merchant: { name: tag, currency: 'USD' } } }),
    { keys: 'parent' },
  ),
  step('sub-merchant: balances', 'listBalances', {}, { keys: 'sub' }),
  setting('onboarding', 'updateOnboarding', { body: { businessTotalMonthly: '50000', businessPpm: '50-100' } }),
  setting('colors', 'setWidgetColors', { body: { colors: { primary: '#336699' } } }),
  setting('bank account', 'putBankAccount', {
    body: {
      ...{ accountName: 'Payouts', currency: 'USD', bankCountry: 'US', branchId: '021000021', bankId: '021000021' },
      ...{ institution: '000', transit: '00000', accountNum: '123456789', enabled: true },
    },
  }),
  setting('payout methods', 'listPayoutMethods'),
  setting('countries', 'updatePayoutMethod', {
    params: { payoutMethod: 'bank-transfer' },
    body: { enabledCountries: ['DE', 'US'] },
  }),
  setting('PayPal', 'updatePayoutMethod', {
    params: { payoutMethod: 'paypal' },
    body: { ...paypal, secret: 'secret', enabled: true },
  }),
  setting('fee cover', 'updateFeeCover', {
    body: { currency: 'USD', integration: 'bankTransfer', type: 'ach', amount: '1.00' },
  }),
  setting('revenue stream', 'createRevenueStream', {
    body: {
      ...{ currency: 'USD', integration: 'bank-transfer', routeType: 'ach' },
      ...{ merchantAmountType: 'fixed', merchantAmount: '1.00' },
    },
  }),
  setting('webhook that no one answers', 'createWebhook', {
    body: { action: '*', model: 'payment', target: 'https://nobody.invalid/' },
  }),
  setting('fees', 'listFees', { query: { currency: 'USD' } }),
  setting('revenue streams', 'searchRoutePricing', { body: { currency: 'USD' } }),
  step('sub-merchant is deleted', 'deleteSandboxMerchant', ({ id }) => ({ body: { id: id('sub-merchant') } }), {
    keys: 'parent',
    cleansUp: true,
  }),
];

/** All steps of a recording, in order. Those that change something are only made with `--write`. */
export const STEPS: readonly RecordingStep[] = [
  ...READING,
  ...RECIPIENT_STEPS,
  ...BATCH_STEPS,
  ...SUB_MERCHANT_STEPS,
  ...PAGES,
  ...CLEANING,
];
