import type { z } from 'zod';
import * as answers from './answer-shapes.ts';
import type { Endpoint, PathParameters } from './endpoint.ts';
import * as partnerAnswers from './partner-answers.ts';
import * as partner from './partner-requests.ts';
import * as requests from './request-shapes.ts';

const reads = { method: 'GET', effect: 'reads', keys: 'merchant' } as const;
const posts = { method: 'POST', effect: 'changes', keys: 'merchant' } as const;
const patches = { method: 'PATCH', effect: 'changes', keys: 'merchant' } as const;
const deletes = { method: 'DELETE', effect: 'changes', keys: 'merchant', answer: answers.done } as const;

/** The meaning of a 403 and a 404 for a call that the partner feature allows. */
const PARTNER_FEATURE = { 403: 'partner_not_enabled', 404: 'partner_not_enabled' } as const;

/** Every call of the service that Payrun can make. No other code names their paths. */
export const ENDPOINTS = {
  // Recipients
  createRecipient: {
    summary: 'Create a recipient',
    alsoRefusedWith: [406],
    ...posts,
    path: '/v1/recipients/',
    body: requests.newRecipient,
    answer: answers.recipientAnswer,
    priority: 'sync',
  },
  getRecipient: {
    summary: 'Retrieve a recipient',
    ...reads,
    path: '/v1/recipients/:id',
    answer: answers.recipientAnswer,
    priority: 'sync',
  },
  updateRecipient: {
    summary: 'Change a recipient',
    alsoRefusedWith: [406],
    ...patches,
    path: '/v1/recipients/:id',
    body: requests.recipientChanges,
    answer: answers.recipientAnswer,
    priority: 'sync',
  },
  deleteRecipient: {
    summary: 'Archive a recipient',
    ...deletes,
    path: '/v1/recipients/:id',
    priority: 'sync',
  },
  deleteRecipients: {
    summary: 'Archive several recipients',
    alsoRefusedWith: [404],
    ...deletes,
    path: '/v1/recipients/',
    body: requests.ids,
    priority: 'sync',
  },
  listRecipients: {
    summary: 'List and search recipients',
    ...reads,
    path: '/v1/recipients',
    query: requests.recipientsQuery,
    answer: answers.recipientsAnswer,
    priority: 'sync',
  },
  listRecipientLogs: {
    summary: 'Activity log of a recipient',
    ...reads,
    path: '/v1/recipients/:id/logs',
    query: requests.pageQuery,
    answer: answers.recipientLogsAnswer,
    priority: 'browse',
  },
  listRecipientPayments: {
    summary: 'Payments to a recipient',
    ...reads,
    path: '/v1/recipients/:id/payments',
    query: requests.pageQuery,
    answer: answers.paymentsAnswer,
    priority: 'batch',
  },
  listOfflinePayments: {
    summary: 'Offline payments of a recipient',
    ...reads,
    path: '/v1/recipients/:id/offlinePayments',
    query: requests.pageQuery,
    answer: answers.offlinePaymentsAnswer,
    priority: 'browse',
  },

  // Accounts
  listAccounts: {
    summary: 'Accounts of a recipient',
    ...reads,
    path: '/v1/recipients/:id/accounts',
    answer: answers.accountsAnswer,
    priority: 'sync',
  },
  createAccount: {
    summary: 'Add an account',
    alsoRefusedWith: [406],
    ...posts,
    path: '/v1/recipients/:id/accounts',
    body: requests.newAccount,
    answer: answers.accountAnswer,
    priority: 'sync',
  },
  getAccount: {
    summary: 'Retrieve an account',
    ...reads,
    path: '/v1/recipients/:id/accounts/:accountId',
    answer: answers.accountAnswer,
    priority: 'sync',
  },
  updateAccount: {
    summary: 'Change an account; a changed bank detail makes a new id',
    alsoRefusedWith: [406],
    ...patches,
    path: '/v1/recipients/:id/accounts/:accountId',
    body: requests.accountChanges,
    answer: answers.accountChangeAnswer,
    priority: 'sync',
  },
  deleteAccount: {
    summary: 'Delete an account',
    ...deletes,
    path: '/v1/recipients/:id/accounts/:accountId',
    priority: 'sync',
  },

  // Batches
  createBatch: {
    summary: 'Create a batch, with its payments',
    ...posts,
    path: '/v1/batches',
    body: requests.newBatch,
    answer: answers.batchAnswer,
    priority: 'money',
  },
  listBatches: {
    summary: 'List and search batches, newest first',
    ...reads,
    path: '/v1/batches',
    query: requests.searchQuery,
    answer: answers.batchesAnswer,
    priority: 'batch',
  },
  getBatch: {
    summary: 'Retrieve a batch with the first page of its payments',
    ...reads,
    path: '/v1/batches/:id',
    answer: answers.batchAnswer,
    priority: 'batch',
  },
  updateBatch: {
    summary: 'Change a batch',
    ...patches,
    path: '/v1/batches/:id',
    body: requests.batchChanges,
    answer: answers.batchAnswer,
    priority: 'money',
  },
  deleteBatch: {
    summary: 'Delete a batch',
    ...deletes,
    path: '/v1/batches/:id',
    priority: 'money',
  },
  deleteBatches: {
    summary: 'Delete several batches',
    alsoRefusedWith: [404],
    ...deletes,
    path: '/v1/batches',
    body: requests.ids,
    priority: 'money',
  },
  // "Repeatable until processing starts" (contract, batches 2): another quote only renews the rates, and moves no
  // money.
  generateQuote: {
    summary: 'Refresh the rates of a batch',
    ...posts,
    repeatable: true,
    path: '/v1/batches/:id/generate-quote',
    answer: answers.batchAnswer,
    priority: 'money',
  },
  // The only call that moves money. A repetition may wait minutes for its slot, so the batch is compared before it.
  startProcessing: {
    summary: 'Start processing: money moves',
    ...posts,
    sentOnce: true,
    path: '/v1/batches/:id/start-processing',
    answer: answers.batchAnswer,
    priority: 'money',
  },
  getBatchSummary: {
    summary: 'Totals of a batch by payout method',
    ...reads,
    path: '/v1/batches/:id/summary',
    otherPath: '/v1/batch/:id/summary',
    answer: answers.summaryAnswer,
    priority: 'batch',
  },

  // Payments
  listBatchPayments: {
    summary: 'Payments of a batch',
    ...reads,
    path: '/v1/batches/:id/payments',
    query: requests.searchQuery,
    answer: answers.paymentsAnswer,
    priority: 'batch',
  },
  addPayment: {
    summary: 'Add a payment to a batch',
    ...posts,
    path: '/v1/batches/:id/payments',
    body: requests.newPayment,
    answer: answers.paymentAnswer,
    priority: 'money',
  },
  getBatchPayment: {
    summary: 'Retrieve a payment of a batch',
    ...reads,
    path: '/v1/batches/:id/payments/:paymentId',
    answer: answers.paymentAnswer,
    priority: 'batch',
  },
  updatePayment: {
    summary: 'Change a payment that is not processed',
    ...patches,
    path: '/v1/batches/:id/payments/:paymentId',
    body: requests.paymentChanges,
    answer: answers.paymentAnswer,
    priority: 'money',
  },
  deletePayment: {
    summary: 'Delete a payment that is not processed',
    ...deletes,
    path: '/v1/batches/:id/payments/:paymentId',
    priority: 'money',
  },
  getPayment: {
    summary: 'Retrieve a payment',
    ...reads,
    path: '/v1/payments/:paymentId',
    answer: answers.paymentAnswer,
    priority: 'batch',
  },
  listPayments: {
    summary: 'List and search payments',
    ...reads,
    path: '/v1/payments',
    query: requests.paymentsQuery,
    answer: answers.paymentsAnswer,
    priority: 'batch',
  },

  // Balances
  listBalances: {
    summary: 'Balances',
    ...reads,
    path: '/v1/balances',
    otherPath: '/v1/balance',
    answer: answers.balancesAnswer,
    priority: 'batch',
  },

  // Sub-merchants
  // The keys are in this answer only, and no call reads whether it was created: after a lost answer, an admin must ask
  // the service.
  createSubMerchant: {
    ...posts,
    summary: 'Create a production sub-merchant; its keys are shown once',
    keys: 'parent',
    path: '/v1/profile/submerchant',
    body: partner.newSubMerchant,
    answer: partnerAnswers.newKeysAnswer,
    refusedAs: PARTNER_FEATURE,
    priority: 'sync',
  },
  createSandboxMerchant: {
    ...posts,
    summary: 'Create a sandbox sub-merchant; its keys are shown once, where apikey asks for them',
    keys: 'parent',
    path: '/v1/profile/sandbox',
    body: partner.newSandboxMerchant,
    answer: partnerAnswers.newSandboxMerchantAnswer,
    refusedAs: PARTNER_FEATURE,
    priority: 'sync',
  },
  deleteSandboxMerchant: {
    ...deletes,
    summary: 'Delete a sandbox sub-merchant',
    alsoRefusedWith: [404],
    keys: 'parent',
    path: '/v1/profile/sandbox',
    body: partner.sandboxMerchantId,
    priority: 'sync',
  },
  // Values are set, not added to: sending them twice has the same effect.
  updateOnboarding: {
    ...posts,
    summary: 'Change the onboarding information',
    alsoRefusedWith: [404],
    repeatable: true,
    path: '/v1/onboarding/update',
    body: partner.onboardingChanges,
    answer: answers.done,
    priority: 'sync',
  },
  getFundingInfo: {
    ...reads,
    summary: 'Where the balances are funded',
    path: '/v1/balances/info',
    answer: partnerAnswers.fundingAnswer,
    priority: 'browse',
  },
  // "Create or update": there is one account, and the same body leaves it the same.
  putBankAccount: {
    ...posts,
    summary: 'Create or change the bank account that funding comes from',
    repeatable: true,
    path: '/v1/direct-debit/bank-account/',
    body: partner.merchantBankAccount,
    answer: partnerAnswers.bankAccountAnswer,
    priority: 'sync',
  },
  // Colors are set: sending them twice has the same effect.
  setWidgetColors: {
    ...posts,
    summary: 'Set the colors of the recipient widget',
    repeatable: true,
    path: '/v1/iframe/config',
    body: partner.widgetColors,
    answer: answers.done,
    priority: 'sync',
  },

  // Payout methods
  listPayoutMethods: {
    ...reads,
    summary: 'Payout methods, at most six',
    path: '/v1/payout-methods',
    answer: partnerAnswers.payoutMethodsAnswer,
    priority: 'browse',
  },
  getPayoutMethod: {
    ...reads,
    summary: 'Retrieve a payout method',
    path: '/v1/payout-methods/:payoutMethod',
    answer: partnerAnswers.payoutMethodAnswer,
    priority: 'browse',
  },
  // Not repeatable: the service allows only a few tries of the amounts of a check's verification.
  updatePayoutMethod: {
    ...patches,
    summary: 'Change a payout method',
    alsoRefusedWith: [410],
    path: '/v1/payout-methods/:payoutMethod',
    body: partner.payoutMethodChanges,
    answer: partnerAnswers.payoutMethodAnswer,
    priority: 'sync',
  },
  listWalletPayers: {
    ...reads,
    summary: 'Payers of mobile wallets',
    path: '/v1/mobile-wallet-payers',
    answer: partnerAnswers.walletPayersAnswer,
    priority: 'browse',
  },

  // Fees
  listFees: {
    ...reads,
    summary: 'Fees and what the merchant covers of them, by currency',
    path: '/v1/fees',
    query: partner.feesQuery,
    answer: partnerAnswers.feesAnswer,
    priority: 'browse',
  },
  // A cover is set: sending it twice has the same effect.
  updateFeeCover: {
    ...patches,
    summary: 'Set the cover of one route in one currency',
    repeatable: true,
    path: '/v1/fees',
    body: partner.feeCover,
    answer: partnerAnswers.feeAnswer,
    priority: 'sync',
  },
  searchRoutePricing: {
    ...posts,
    summary: 'Revenue stream amounts of every route',
    effect: 'reads',
    path: '/v1/fees/route-pricing/search',
    body: partner.routePricingSearch,
    answer: partnerAnswers.routePricingAnswer,
    priority: 'browse',
  },
  createRevenueStream: {
    ...posts,
    summary: 'Set the revenue stream amount of a route that has none',
    path: '/v1/fees/revenue-stream/create',
    body: partner.newRevenueStream,
    answer: answers.done,
    priority: 'sync',
  },

  // Webhooks
  createWebhook: {
    ...posts,
    summary: 'Subscribe to events',
    path: '/v1/subscriptions',
    body: partner.newWebhook,
    answer: partnerAnswers.webhookAnswer,
    priority: 'sync',
  },
  listWebhooks: {
    ...reads,
    summary: 'Subscriptions',
    okLeftOut: true,
    path: '/v1/subscriptions',
    answer: partnerAnswers.webhooksAnswer,
    priority: 'browse',
  },
  getWebhook: {
    ...reads,
    summary: 'Retrieve a subscription',
    path: '/v1/subscriptions/:id',
    answer: partnerAnswers.webhookAnswer,
    priority: 'browse',
  },
  // Values are set: sending them twice has the same effect.
  updateWebhook: {
    ...patches,
    summary: 'Change a subscription',
    repeatable: true,
    path: '/v1/subscriptions/:id',
    body: partner.webhookChanges,
    answer: partnerAnswers.webhookChangeAnswer,
    priority: 'sync',
  },
  deleteWebhook: { ...deletes, summary: 'End a subscription', path: '/v1/subscriptions/:id', priority: 'sync' },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
type Entry<N extends EndpointName> = (typeof ENDPOINTS)[N];

/** The input of a call of this endpoint: `params` of its path, `query`, `body`. */
export type CallInput<N extends EndpointName> = (Entry<N>['path'] extends `${string}:${string}`
  ? { readonly params: PathParameters<Entry<N>['path']> }
  : { readonly params?: never }) &
  (Entry<N> extends { readonly query: infer Q extends z.ZodType }
    ? { readonly query?: z.input<Q> }
    : { readonly query?: never }) &
  (Entry<N> extends { readonly body: infer B extends z.ZodType }
    ? { readonly body: z.input<B> }
    : { readonly body?: never });

/** The answer of a successful call of this endpoint. */
export type CallAnswer<N extends EndpointName> = z.output<Entry<N>['answer']>;
