import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';
import { XERO_CONTACT } from './xero-contact.ts';

/**
 * The template has unit prices but no amount to pay, so the user has to add one. The columns are as programs filled
 * them up to 2026.
 */
export const xeroBillTemplate: SourceFormatFile = {
  name: 'Xero bill import template',
  fingerprint: ['ContactName', 'InvoiceNumber', 'UnitAmount', 'AccountCode'],
  columns: {
    ...XERO_CONTACT,
    InvoiceNumber: 'paymentReference',
    Reference: 'memo',
    Currency: 'currency',
    ...notUsed(
      'POAddressLine3|POAddressLine4|InvoiceDate|DueDate|InventoryItemCode|Description|Quantity|UnitAmount|Discount|AccountCode|TaxType|TaxAmount|TrackingName1|TrackingOption1|TrackingName2|TrackingOption2',
    ),
  },
};
