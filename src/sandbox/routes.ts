import { createAccount, deleteAccount, getAccount, listAccounts, updateAccount } from './accounts.ts';
import { logged } from './activity.ts';
import type { ControlHandler, Handler } from './call.ts';
import {
  controlLedger,
  fund,
  moveClock,
  resetSandbox,
  setExternalIds,
  setFaults,
  setOutcomes,
  settle,
} from './control.ts';
import { approveNow } from './partner/approve-now.ts';
import { putBankAccount } from './partner/bank-account.ts';
import { changeMerchant, showMerchants } from './partner/control-merchants.ts';
import { listFees, updateFee } from './partner/fee-covers.ts';
import { fundingInfo } from './partner/funding.ts';
import { updateOnboarding } from './partner/onboarding.ts';
import { getPayoutMethod, listPayoutMethods, updatePayoutMethod } from './partner/payout-methods.ts';
import { createSandboxMerchant, createSubMerchant, deleteSandboxMerchant } from './partner/profiles.ts';
import { createRevenueStream, searchRoutePricing } from './partner/revenue-streams.ts';
import { listWalletPayers } from './partner/wallet-payers.ts';
import { putWidgetColors } from './partner/widget-colors.ts';
import { listBalances } from './payments/balances.ts';
import {
  batchSummary,
  createBatch,
  deleteBatch,
  deleteBatches,
  generateQuote,
  getBatch,
  listBatches,
  updateBatch,
} from './payments/batches.ts';
import {
  createOfflinePayment,
  deleteOfflinePayment,
  listOfflinePayments,
  recipientOfflinePayments,
  updateOfflinePayment,
} from './payments/offline-payments.ts';
import {
  addPayment,
  deletePayment,
  getBatchPayment,
  getPayment,
  listBatchPayments,
  searchPayments,
  updatePayment,
} from './payments/payments.ts';
import { answerServiceApproval } from './payments/service-approval.ts';
import { startProcessing } from './payments/start-processing.ts';
import {
  createRecipient,
  deleteRecipient,
  deleteRecipients,
  getRecipient,
  recipientLogs,
  recipientPayments,
  searchRecipients,
  updateRecipient,
} from './recipients.ts';
import { orderWebhooks, showWebhooks } from './webhooks/control-webhooks.ts';
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  updateSubscription,
} from './webhooks/subscriptions.ts';

type Route =
  | {
      readonly method: string;
      readonly path: string;
      readonly access: 'merchant' | 'parent';
      readonly handler: Handler;
    }
  | { readonly method: string; readonly path: string; readonly access: 'control'; readonly handler: ControlHandler };

const merchant = (method: string, path: string, handler: Handler): Route => ({
  method,
  path,
  access: 'merchant',
  handler,
});
const parent = (method: string, path: string, handler: Handler): Route => ({ method, path, access: 'parent', handler });
const control = (method: string, path: string, handler: ControlHandler): Route => ({
  method,
  path: `/_sandbox/${path}`,
  access: 'control',
  handler,
});

const ACCOUNT = '/v1/recipients/:id/accounts/:accountId';
const OFFLINE_PAYMENT = '/v1/recipients/:id/offlinePayments/:paymentId';
const PAYMENT = '/v1/batches/:id/payments/:paymentId';

/** All routes of the sandbox. */
export const ROUTES: readonly Route[] = [
  merchant('POST', '/v1/recipients', logged(createRecipient)),
  merchant('GET', '/v1/recipients', searchRecipients),
  merchant('DELETE', '/v1/recipients', deleteRecipients),
  merchant('GET', '/v1/recipients/:id', getRecipient),
  merchant('PATCH', '/v1/recipients/:id', logged(updateRecipient)),
  merchant('DELETE', '/v1/recipients/:id', logged(deleteRecipient)),
  merchant('GET', '/v1/recipients/:id/logs', recipientLogs),
  merchant('GET', '/v1/recipients/:id/payments', recipientPayments),
  merchant('GET', '/v1/recipients/:id/offlinePayments', recipientOfflinePayments),
  merchant('GET', '/v1/recipients/:id/offline-payments', recipientOfflinePayments),
  merchant('POST', '/v1/recipients/:id/offlinePayments', createOfflinePayment),
  merchant('POST', '/v1/recipients/:id/offline-payments', createOfflinePayment),
  merchant('PATCH', OFFLINE_PAYMENT, updateOfflinePayment),
  merchant('DELETE', OFFLINE_PAYMENT, deleteOfflinePayment),
  merchant('GET', '/v1/offline-payments', listOfflinePayments),

  merchant('POST', '/v1/recipients/:id/accounts', logged(createAccount)),
  merchant('GET', '/v1/recipients/:id/accounts', listAccounts),
  merchant('GET', ACCOUNT, getAccount),
  merchant('PATCH', ACCOUNT, logged(updateAccount)),
  merchant('DELETE', ACCOUNT, logged(deleteAccount)),

  merchant('POST', '/v1/batches', createBatch),
  merchant('GET', '/v1/batches', listBatches),
  merchant('DELETE', '/v1/batches', deleteBatches),
  merchant('GET', '/v1/batches/:id', getBatch),
  merchant('PATCH', '/v1/batches/:id', updateBatch),
  merchant('DELETE', '/v1/batches/:id', deleteBatch),
  merchant('POST', '/v1/batches/:id/generate-quote', generateQuote),
  merchant('POST', '/v1/batches/:id/start-processing', startProcessing),
  merchant('GET', '/v1/batches/:id/summary', batchSummary),
  merchant('GET', '/v1/batch/:id/summary', batchSummary),
  merchant('GET', '/v1/batches/:id/payments', listBatchPayments),
  merchant('POST', '/v1/batches/:id/payments', addPayment),
  merchant('GET', PAYMENT, getBatchPayment),
  merchant('PATCH', PAYMENT, updatePayment),
  merchant('DELETE', PAYMENT, deletePayment),
  merchant('GET', '/v1/payments', searchPayments),
  merchant('GET', '/v1/payments/:paymentId', getPayment),

  merchant('GET', '/v1/balances', listBalances),
  merchant('GET', '/v1/balances/info', fundingInfo),
  merchant('GET', '/v1/balances/:type', listBalances),
  merchant('GET', '/v1/balance', listBalances),
  merchant('GET', '/v1/profile/balances', listBalances),
  merchant('GET', '/v1/profile/balances/:type', listBalances),

  parent('POST', '/v1/profile/submerchant', createSubMerchant),
  parent('POST', '/v1/profile/sandbox', createSandboxMerchant),
  parent('DELETE', '/v1/profile/sandbox', deleteSandboxMerchant),
  merchant('POST', '/v1/onboarding/update', updateOnboarding),
  merchant('POST', '/v1/direct-debit/bank-account', putBankAccount),
  merchant('POST', '/v1/iframe/config', putWidgetColors),
  merchant('GET', '/v1/payout-methods', listPayoutMethods),
  merchant('GET', '/v1/payout-methods/:payoutMethod', getPayoutMethod),
  merchant('PATCH', '/v1/payout-methods/:payoutMethod', updatePayoutMethod),
  merchant('GET', '/v1/mobile-wallet-payers', listWalletPayers),
  merchant('GET', '/v1/fees', listFees),
  merchant('PATCH', '/v1/fees', updateFee),
  merchant('POST', '/v1/fees/route-pricing/search', searchRoutePricing),
  merchant('POST', '/v1/fees/revenue-stream/create', createRevenueStream),

  merchant('POST', '/v1/subscriptions', createSubscription),
  merchant('GET', '/v1/subscriptions', listSubscriptions),
  merchant('GET', '/v1/subscriptions/:id', getSubscription),
  merchant('PATCH', '/v1/subscriptions/:id', updateSubscription),
  merchant('DELETE', '/v1/subscriptions/:id', deleteSubscription),

  control('POST', 'reset', resetSandbox),
  control('POST', 'fund', fund),
  control('POST', 'settle', settle),
  control('POST', 'clock', moveClock),
  control('POST', 'approve', approveNow),
  control('POST', 'service-approval', answerServiceApproval),
  control('POST', 'external-ids', setExternalIds),
  control('GET', 'merchants', showMerchants),
  control('POST', 'merchants', changeMerchant),
  control('GET', 'webhooks', showWebhooks),
  control('POST', 'webhooks', orderWebhooks),
  control('POST', 'outcomes', setOutcomes),
  control('POST', 'faults', setFaults),
  control('GET', 'ledger', controlLedger),
];

/** The contract writes these without the version; the sandbox accepts them with and without. */
const UNVERSIONED = new Set(['batches', 'batch', 'payments', 'balance', 'balances']);

export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

const COMPILED = ROUTES.map((route) => ({ route, parts: route.path.slice(1).split('/') }));

/** The route of a call; a trailing slash is ignored. Undefined if no route matches. */
export function findRoute(method: string, path: string): Match | undefined {
  const parts = path.replace(/\/$/, '').slice(1).split('/');
  if (UNVERSIONED.has(parts[0]!)) parts.unshift('v1');
  for (const { route, parts: pattern } of COMPILED) {
    if (route.method !== method || pattern.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((name, at) => {
      const part = parts[at]!;
      if (!name.startsWith(':')) return name === part;
      params[name.slice(1)] = part;
      return part !== '';
    });
    if (fits) return { route, params };
  }
  return undefined;
}
