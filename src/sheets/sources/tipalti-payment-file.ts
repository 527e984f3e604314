import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** Idap is the recipient, RefCode the payment. The columns are those of Tipalti's help page on payment files (2025). */
export const tipaltiPaymentFile: SourceFormatFile = {
  name: 'Tipalti payment file',
  fingerprint: ['Idap', 'RefCode'],
  columns: {
    Idap: 'referenceId',
    RefCode: 'paymentReference',
    Amount: 'amount',
    SubmittedAmount: 'amount',
    Currency: 'currency',
    'SubmittedAmount Currency': 'currency',
    BankingMessage: 'memo',
    ...notUsed('EWalletMessage|EmailMessage|IgnoreThresholds|ScheduledDate|scheduleType|VisibleWhenScheduled'),
  },
};
