import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * The columns of Sage 50's import of audit trail transactions. Net Amount is before tax, so Payrun asks which amount to
 * pay.
 */
export const sageAuditTrail: SourceFormatFile = {
  name: 'Sage 50 audit trail transactions',
  fingerprint: ['Account Reference', 'Nominal A/C Ref', 'Net Amount', 'Tax Code'],
  columns: {
    'Account Reference': 'referenceId',
    Reference: 'paymentReference',
    Details: 'memo',
    ...notUsed(
      'Type|Nominal A/C Ref|Department Code|Date|Tax Code|Exchange Rate|Extra Reference|User Name|Project Refn|Cost Code Refn|Country of VAT|Report Type|Fund',
    ),
  },
};
