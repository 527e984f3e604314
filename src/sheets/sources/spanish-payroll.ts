import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

export const spanishPayroll: SourceFormatFile = {
  name: 'Spanish payroll export',
  fingerprint: ['Líquido a percibir', 'Total devengado'],
  columns: {
    'Líquido a percibir': 'amount',
    ...notUsed('Total devengado|Total deducciones|IRPF|Base IRPF|Seguridad Social|Período'),
  },
};
