import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * Amount is the total of the bill, and Open Balance its unpaid part. Neither is mapped, so Payrun asks which one to
 * pay.
 */
export const quickbooksUnpaidBills: SourceFormatFile = {
  name: 'QuickBooks unpaid bills report',
  fingerprint: ['Due Date', 'Past Due', 'Open Balance'],
  columns: {
    Vendor: 'name',
    'Vendor display name': 'name',
    'Vendor name': 'name',
    Num: 'paymentReference',
    'No.': 'paymentReference',
    ...notUsed('Date|Transaction Type|Type|Due Date|Past Due|Aging'),
  },
};
