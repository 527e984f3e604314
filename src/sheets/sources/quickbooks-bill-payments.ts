import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** Account is the ledger account to pay from. */
export const quickbooksBillPayments: SourceFormatFile = {
  name: 'QuickBooks bill payment list',
  fingerprint: ['Transaction Type', 'Num', 'Vendor', 'Account', 'Amount'],
  columns: {
    Vendor: 'name',
    Num: 'paymentReference',
    Amount: 'amount',
    'Memo/Description': 'memo',
    ...notUsed('Date|Transaction Type|Account|Clr|Split'),
  },
};
