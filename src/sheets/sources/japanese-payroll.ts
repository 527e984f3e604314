import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

export const japanesePayroll: SourceFormatFile = {
  name: 'Japanese payroll export',
  fingerprint: ['社員番号', '差引支給額'],
  columns: {
    社員番号: 'referenceId',
    差引支給額: 'amount',
    氏名: 'name',
    社員名: 'name',
    ...notUsed('総支給額|控除合計|控除額合計|基本給|所得税|住民税|社会保険料|支給日|対象月'),
  },
};
