import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** A/C is the supplier in the ledger; Bank A/C and N/C are ledger accounts. */
export const sagePurchaseLedger: SourceFormatFile = {
  name: 'Sage purchase ledger payments',
  fingerprint: ['A/C', 'N/C', 'Net Amount', 'Tax Amount'],
  columns: {
    'A/C': 'referenceId',
    Ref: 'paymentReference',
    Reference: 'paymentReference',
    Details: 'memo',
    ...notUsed('N/C|T/C|Dept|Bank A/C|Type|Date|Ex.Ref'),
  },
};
