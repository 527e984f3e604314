import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * Airwallex generates the template per account; these names are not from a published one. Source is the wallet to
 * debit; the amount is in the transfer currency.
 */
export const airwallexBatch: SourceFormatFile = {
  name: 'Airwallex batch transfers',
  fingerprint: ['Transfer currency', 'Transfer amount', 'Bank country'],
  columns: {
    'Transfer currency': 'targetCurrency',
    'Transfer amount': 'targetAmount',
    'Source currency': 'currency',
    'Wallet currency': 'currency',
    'Bank country': 'accountCountry',
    'Account name': 'accountHolderName',
    ...notUsed('Fee paid by|Transfer method|Local clearing system'),
  },
};
