import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * The names are those of the columns of a saved search (2025). Amount is in the base currency of the subsidiary; the
 * payment is in the foreign currency.
 */
export const netsuiteBillPayments: SourceFormatFile = {
  name: 'NetSuite bill payment export',
  fingerprint: ['Document Number', 'Amount (Foreign Currency)', 'Amount'],
  columns: {
    'Document Number': 'paymentReference',
    Payee: 'name',
    Name: 'name',
    Vendor: 'name',
    Entity: 'name',
    'Amount (Foreign Currency)': 'amount',
    Currency: 'currency',
    Memo: 'memo',
    Email: 'email',
    ...notUsed('Internal ID|Date|Account|Amount|Subsidiary|Exchange Rate|Status|Type|Period'),
  },
};
