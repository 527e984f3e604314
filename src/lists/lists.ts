import { activityList } from './activity.ts';
import { approvalPaymentList } from './approval-payments.ts';
import { approvalList } from './approvals.ts';
import { auditList } from './audit.ts';
import { batchList } from './batches.ts';
import { callList } from './calls.ts';
import { endpointList, messageList } from './endpoints.ts';
import { exceptionList } from './exceptions.ts';
import { jobList, scheduleList } from './jobs.ts';
import { journalExportList } from './journal-exports.ts';
import type { AnyList } from './list.ts';
import { merchantList } from './merchants.ts';
import { payingMerchantList } from './paying-merchants.ts';
import { paymentList } from './payments.ts';
import { recipientList } from './recipients.ts';
import { REPORTS } from './reports.ts';
import { runPaymentList } from './run-payments.ts';
import { runRecipientList } from './run-recipients.ts';
import { runList } from './runs.ts';
import { statementList, statementProgress, statementTotals } from './statement.ts';
import { tokenList } from './tokens.ts';
import { userList } from './users.ts';
import { webhookDeliveryList, webhookList } from './webhooks.ts';

/**
 * Every list, in the order of the help. A new list is a file in this folder and a line in this list: its page, its
 * command, its CSV and its JSON follow. An index instead of a scan of the folder keeps the types and works in `dist`.
 */
export const LISTS: readonly AnyList[] = [
  runList,
  paymentList,
  recipientList,
  approvalList,
  exceptionList,
  runPaymentList,
  approvalPaymentList,
  runRecipientList,
  ...REPORTS,
  statementList,
  statementTotals,
  statementProgress,
  journalExportList,
  batchList,
  callList,
  activityList,
  auditList,
  payingMerchantList,
  merchantList,
  userList,
  tokenList,
  jobList,
  scheduleList,
  webhookList,
  webhookDeliveryList,
  endpointList,
  messageList,
];
