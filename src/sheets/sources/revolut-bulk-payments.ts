import type { SourceFormatFile } from './source-format-file.ts';

/**
 * The country of the recipient may differ from that of the bank. The columns are those of the template as programs
 * filled it in 2024 and 2025.
 */
export const revolutBulkPayments: SourceFormatFile = {
  name: 'Revolut bulk payments',
  fingerprint: ['Recipient type', 'Recipient bank country', 'Payment reference'],
  columns: {
    Name: 'name',
    'Recipient type': 'type',
    'Account number': 'accountNum',
    'Sort code': 'branchId',
    'Routing number': 'branchId',
    BSB: 'branchId',
    IBAN: 'iban',
    BIC: 'swiftBic',
    'SWIFT/BIC': 'swiftBic',
    'BIC / SWIFT': 'swiftBic',
    'Recipient bank country': 'accountCountry',
    Currency: 'currency',
    Amount: 'amount',
    'Payment reference': 'paymentReference',
    'Recipient country': 'country',
    'State or province': 'region',
    'Address line 1': 'street1',
    'Address line 2': 'street2',
    City: 'city',
    'Postal code': 'postalCode',
  },
};
