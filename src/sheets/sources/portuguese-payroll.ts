import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

export const portuguesePayroll: SourceFormatFile = {
  name: 'Portuguese payroll export',
  fingerprint: ['Matrícula', 'Líquido a receber'],
  columns: {
    Matrícula: 'referenceId',
    'Líquido a receber': 'amount',
    ...notUsed('Salário bruto|Total de proventos|Total de descontos|INSS|IRRF|FGTS|Competência|Cargo'),
  },
};
