import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** The layout of the Zengin standard; 仕向 is the merchant's side, 被仕向 the recipient's. */
export const japaneseTransfers: SourceFormatFile = {
  name: 'Japanese bank transfer file',
  fingerprint: ['被仕向銀行番号', '被仕向支店番号', '口座番号', '振込金額'],
  columns: {
    被仕向銀行番号: 'bankId',
    被仕向支店番号: 'branchId',
    口座番号: 'accountNum',
    受取人名: 'accountHolderName',
    振込金額: 'amount',
    顧客コード1: 'referenceId',
    ...notUsed(
      '仕向銀行番号|仕向支店番号|被仕向銀行名|被仕向支店名|預金種目|委託者コード|振込依頼人名|新規コード|手形交換所番号',
    ),
  },
};
