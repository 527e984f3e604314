import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

export const germanPayroll: SourceFormatFile = {
  name: 'German payroll export',
  fingerprint: ['Personalnummer', 'Auszahlungsbetrag'],
  columns: {
    Personalnummer: 'referenceId',
    Auszahlungsbetrag: 'amount',
    Vorname: 'firstName',
    Nachname: 'lastName',
    Name: 'lastName',
    ...notUsed('Bruttolohn|Gesamtbrutto|Lohnsteuer|Steuerbrutto|Abrechnungsmonat|Kostenstelle'),
  },
};
