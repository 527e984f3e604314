import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** Beneficiary reference is a text for the recipient. */
export const fasterPayments: SourceFormatFile = {
  name: 'UK faster payments file',
  fingerprint: ['Beneficiary Sort Code', 'Beneficiary Account Number', 'Beneficiary Reference'],
  columns: {
    'Beneficiary Sort Code': 'branchId',
    'Beneficiary Account Number': 'accountNum',
    'Beneficiary Name': 'accountHolderName',
    'Beneficiary Account Name': 'accountHolderName',
    'Beneficiary Reference': 'memo',
    Amount: 'amount',
    'Payment Amount': 'amount',
    ...notUsed('Debit Sort Code|Debit Account Number|Debit Account'),
  },
};
