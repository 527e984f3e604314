import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** In the New Zealand layout, Particulars, Code and Reference are three parts of one text for the recipient. */
export const xeroBatchPayments: SourceFormatFile = {
  name: 'Xero batch payment file',
  fingerprint: ['Payee Account', 'Particulars', 'Code', 'Reference'],
  columns: {
    'Payee Name': 'name',
    'Payee Account': 'accountNum',
    Particulars: 'memo',
    Reference: 'paymentReference',
    Amount: 'amount',
    ...notUsed('Code'),
  },
};
