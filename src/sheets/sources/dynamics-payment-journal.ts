import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * Account No. is the number of the vendor, the balancing account is the company's bank, and LCY the company's currency.
 */
export const dynamicsPaymentJournal: SourceFormatFile = {
  name: 'Dynamics 365 payment journal',
  fingerprint: ['Account Type', 'Account No.', 'Bal. Account No.', 'Amount (LCY)'],
  columns: {
    'Account No.': 'referenceId',
    'Document No.': 'paymentReference',
    Description: 'memo',
    'Message to Recipient': 'memo',
    'Currency Code': 'currency',
    Amount: 'amount',
    ...notUsed(
      'Posting Date|Document Type|Account Type|Recipient Bank Account|Bal. Account Type|Bal. Account No.|Amount (LCY)|Applies-to Doc. Type|Applies-to Doc. No.|Applies-to ID|External Document No.',
    ),
  },
};
