import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** Reference ID identifies the payment, not the recipient. */
export const paypalPayouts: SourceFormatFile = {
  name: 'PayPal mass payment',
  fingerprint: ['Reference ID', 'Note to recipient', 'Amount'],
  columns: {
    'Reference ID': 'paymentReference',
    'Note to recipient': 'memo',
    Amount: 'amount',
    Currency: 'currency',
    'Currency code': 'currency',
    Email: 'email',
    'Email/Phone': 'email',
    'Recipient email': 'email',
    'Recipient ID': 'email',
    'Email address': 'email',
    ...notUsed('Recipient wallet|Social Feed Privacy (optional)|Holler URL (deprecated)|Logo URL (optional)'),
  },
};
