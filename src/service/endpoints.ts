import type { z } from 'zod';
import * as answers from './answer-shapes.ts';
import type { Endpoint, PathParameters } from './endpoint.ts';
import * as requests from './request-shapes.ts';

const reads = { method: 'GET', effect: 'reads', keys: 'merchant' } as const;
const posts = { method: 'POST', effect: 'changes', keys: 'merchant' } as const;
const patches = { method: 'PATCH', effect: 'changes', keys: 'merchant' } as const;
const deletes = { method: 'DELETE', effect: 'changes', keys: 'merchant', answer: answers.done } as const;

/** Every call of the service that Payrun can make. A new one is an entry here, and nothing else names its path. */
export const ENDPOINTS = {
  // Recipients
  createRecipient: {
    ...posts,
    path: '/v1/recipients/',
    body: requests.newRecipient,
    answer: answers.recipientAnswer,
    priority: 'sync',
  },
  getRecipient: { ...reads, path: '/v1/recipients/:id', answer: answers.recipientAnswer, priority: 'sync' },
  updateRecipient: {
    ...patches,
    path: '/v1/recipients/:id',
    body: requests.recipientChanges,
    answer: answers.recipientAnswer,
    priority: 'sync',
  },
  deleteRecipient: { ...deletes, path: '/v1/recipients/:id', priority: 'sync' },
  deleteRecipients: { ...deletes, path: '/v1/recipients/', body: requests.ids, priority: 'sync' },
  listRecipients: {
    ...reads,
    path: '/v1/recipients',
    query: requests.recipientsQuery,
    answer: answers.recipientsAnswer,
    priority: 'sync',
  },
  listRecipientLogs: {
    ...reads,
    path: '/v1/recipients/:id/logs',
    query: requests.pageQuery,
    answer: answers.recipientLogsAnswer,
    priority: 'browse',
  },
  listRecipientPayments: {
    ...reads,
    path: '/v1/recipients/:id/payments',
    query: requests.pageQuery,
    answer: answers.paymentsAnswer,
    priority: 'batch',
  },
  listOfflinePayments: {
    ...reads,
    path: '/v1/recipients/:id/offlinePayments',
    query: requests.pageQuery,
    answer: answers.offlinePaymentsAnswer,
    priority: 'browse',
  },

  // Accounts
  listAccounts: { ...reads, path: '/v1/recipients/:id/accounts', answer: answers.accountsAnswer, priority: 'sync' },
  createAccount: {
    ...posts,
    path: '/v1/recipients/:id/accounts',
    body: requests.newAccount,
    answer: answers.accountAnswer,
    priority: 'sync',
  },
  getAccount: {
    ...reads,
    path: '/v1/recipients/:id/accounts/:accountId',
    answer: answers.accountAnswer,
    priority: 'sync',
  },
  updateAccount: {
    ...patches,
    path: '/v1/recipients/:id/accounts/:accountId',
    body: requests.accountChanges,
    answer: answers.accountChangeAnswer,
    priority: 'sync',
  },
  deleteAccount: { ...deletes, path: '/v1/recipients/:id/accounts/:accountId', priority: 'sync' },

  // Batches
  createBatch: {
    ...posts,
    path: '/v1/batches',
    body: requests.newBatch,
    answer: answers.batchAnswer,
    priority: 'money',
  },
  listBatches: {
    ...reads,
    path: '/v1/batches',
    query: requests.searchQuery,
    answer: answers.batchesAnswer,
    priority: 'batch',
  },
  getBatch: { ...reads, path: '/v1/batches/:id', answer: answers.batchAnswer, priority: 'batch' },
  updateBatch: {
    ...patches,
    path: '/v1/batches/:id',
    body: requests.batchChanges,
    answer: answers.batchAnswer,
    priority: 'money',
  },
  deleteBatch: { ...deletes, path: '/v1/batches/:id', priority: 'money' },
  deleteBatches: { ...deletes, path: '/v1/batches', body: requests.ids, priority: 'money' },
  // "Repeatable until processing starts" (contract, batches 2): a second one only renews the rates, and moves no money.
  generateQuote: {
    ...posts,
    repeatable: true,
    path: '/v1/batches/:id/generate-quote',
    answer: answers.batchAnswer,
    priority: 'money',
  },
  // The only call that moves money.
  startProcessing: {
    ...posts,
    path: '/v1/batches/:id/start-processing',
    answer: answers.batchAnswer,
    priority: 'money',
  },
  getBatchSummary: {
    ...reads,
    path: '/v1/batches/:id/summary',
    otherPath: '/v1/batch/:id/summary',
    answer: answers.summaryAnswer,
    priority: 'batch',
  },

  // Payments
  listBatchPayments: {
    ...reads,
    path: '/v1/batches/:id/payments',
    query: requests.searchQuery,
    answer: answers.paymentsAnswer,
    priority: 'batch',
  },
  addPayment: {
    ...posts,
    path: '/v1/batches/:id/payments',
    body: requests.newPayment,
    answer: answers.paymentAnswer,
    priority: 'money',
  },
  getBatchPayment: {
    ...reads,
    path: '/v1/batches/:id/payments/:paymentId',
    answer: answers.paymentAnswer,
    priority: 'batch',
  },
  updatePayment: {
    ...patches,
    path: '/v1/batches/:id/payments/:paymentId',
    body: requests.paymentChanges,
    answer: answers.paymentAnswer,
    priority: 'money',
  },
  deletePayment: { ...deletes, path: '/v1/batches/:id/payments/:paymentId', priority: 'money' },
  getPayment: { ...reads, path: '/v1/payments/:id', answer: answers.paymentAnswer, priority: 'batch' },
  listPayments: {
    ...reads,
    path: '/v1/payments',
    query: requests.paymentsQuery,
    answer: answers.paymentsAnswer,
    priority: 'batch',
  },

  // Balances
  listBalances: {
    ...reads,
    path: '/v1/balances',
    otherPath: '/v1/balance',
    answer: answers.balancesAnswer,
    priority: 'batch',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
type Entry<N extends EndpointName> = (typeof ENDPOINTS)[N];

/** What a call of this endpoint needs: `params` of its path, `query`, `body`. */
export type CallInput<N extends EndpointName> = (Entry<N>['path'] extends `${string}:${string}`
  ? { readonly params: PathParameters<Entry<N>['path']> }
  : { readonly params?: never }) &
  (Entry<N> extends { readonly query: infer Q extends z.ZodType }
    ? { readonly query?: z.input<Q> }
    : { readonly query?: never }) &
  (Entry<N> extends { readonly body: infer B extends z.ZodType }
    ? { readonly body: z.input<B> }
    : { readonly body?: never });

/** What a call of this endpoint answers when it succeeds. */
export type CallAnswer<N extends EndpointName> = z.output<Entry<N>['answer']>;
