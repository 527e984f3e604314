import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** Recipients without amounts. */
export const wiseRecipients: SourceFormatFile = {
  name: 'Wise saved recipients',
  fingerprint: ['recipientId', 'recipientDetail', 'recipientType'],
  columns: {
    recipientId: 'referenceId',
    name: 'name',
    recipientEmail: 'email',
    recipientType: 'type',
    addressCountryCode: 'country',
    addressCity: 'city',
    addressFirstLine: 'street1',
    addressState: 'region',
    addressPostCode: 'postalCode',
    ...notUsed('recipientDetail'),
  },
};
