import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * amountCurrency says whether the amount is the debit or the amount that the recipient gets. The columns are those of a
 * template downloaded in September 2026.
 */
export const wiseBatch: SourceFormatFile = {
  name: 'Wise batch payments',
  fingerprint: ['sourceCurrency', 'targetCurrency', 'amountCurrency'],
  columns: {
    recipientId: 'referenceId',
    name: 'name',
    recipientName: 'name',
    recipientEmail: 'email',
    email: 'email',
    receiverType: 'type',
    recipientType: 'type',
    legalType: 'type',
    sourceCurrency: 'currency',
    targetCurrency: 'targetCurrency',
    amountCurrency: 'amountCurrency',
    amount: 'amount',
    IBAN: 'iban',
    accountNumber: 'accountNum',
    sortCode: 'branchId',
    abartn: 'branchId',
    routingNumber: 'branchId',
    bsbCode: 'branchId',
    ifscCode: 'branchId',
    transitNumber: 'branchId',
    branchCode: 'branchId',
    bankCode: 'bankId',
    institutionNumber: 'bankId',
    swiftCode: 'swiftBic',
    BIC: 'swiftBic',
    bankSwift: 'swiftBic',
    addressCountryCode: 'country',
    'address.countryCode': 'country',
    addressCity: 'city',
    'address.city': 'city',
    addressFirstLine: 'street1',
    'address.firstLine': 'street1',
    addressState: 'region',
    'address.state': 'region',
    addressPostCode: 'postalCode',
    'address.postCode': 'postalCode',
    ...notUsed('recipientDetail|accountType|referenceNumber'),
  },
};
