import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';
import { XERO_CONTACT } from './xero-contact.ts';

/** Xero exports bills and sales invoices in one layout, with a row per line. InvoiceAmountDue is the unpaid amount. */
export const xeroBills: SourceFormatFile = {
  name: 'Xero bill export',
  fingerprint: ['ContactName', 'InvoiceNumber', 'InvoiceDate', 'DueDate', 'InvoiceAmountDue'],
  columns: {
    ...XERO_CONTACT,
    InvoiceNumber: 'paymentReference',
    Reference: 'memo',
    InvoiceAmountDue: 'amount',
    Currency: 'currency',
    ...notUsed(
      'POAddressLine3|POAddressLine4|SAAddressLine1|SAAddressLine2|SAAddressLine3|SAAddressLine4|SACity|SARegion|SAPostalCode|SACountry|InvoiceDate|DueDate|PlannedDate|Total|TaxTotal|InvoiceAmountPaid|InventoryItemCode|Description|Quantity|UnitAmount|Discount|LineAmount|AccountCode|TaxType|TaxAmount|TrackingName1|TrackingOption1|TrackingName2|TrackingOption2|Type|Sent|Status',
    ),
  },
};
