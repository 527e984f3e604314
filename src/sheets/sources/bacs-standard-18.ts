import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** The originating account is the merchant's. */
export const bacsStandard18: SourceFormatFile = {
  name: 'BACS payment file',
  fingerprint: ['Destination Sort Code', 'Destination Account Number', 'Originating Sort Code'],
  columns: {
    'Destination Sort Code': 'branchId',
    'Destination Account Number': 'accountNum',
    'Destination Account Name': 'accountHolderName',
    'Destination Name': 'accountHolderName',
    Amount: 'amount',
    // Free text on the recipient's statement, often the same every month.
    'Service User Reference': 'memo',
    'User Reference': 'memo',
    ...notUsed(
      "Originating Sort Code|Originating Account Number|Originator Name|Originator's Name|Date|User Name|Transaction Code|RTI|Processing Date",
    ),
  },
};
