import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

export const frenchPayroll: SourceFormatFile = {
  name: 'French payroll export',
  fingerprint: ['Matricule', 'Net à payer'],
  columns: {
    Matricule: 'referenceId',
    'Net à payer': 'amount',
    Nom: 'lastName',
    Prénom: 'firstName',
    ...notUsed(
      'Salaire brut|Brut|Net imposable|Net fiscal|Cotisations salariales|Cotisations patronales|Prélèvement à la source|Période',
    ),
  },
};
