import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * A line that begins with EXTF comes before the header, as exported since 2020 in versions 510 and 700; it is no
 * payment. Konto and Gegenkonto are ledger accounts; Basis-Umsatz is in the company's currency.
 */
export const datevBookings: SourceFormatFile = {
  name: 'DATEV booking batch',
  fingerprint: ['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz'],
  columns: {
    'Umsatz (ohne Soll/Haben-Kz)': 'amount',
    'WKZ Umsatz': 'currency',
    'Belegfeld 1': 'paymentReference',
    Buchungstext: 'memo',
    ...notUsed(
      'Soll/Haben-Kennzeichen|Kurs|Basis-Umsatz|WKZ Basis-Umsatz|Konto|Gegenkonto|Gegenkonto (ohne BU-Schlüssel)|BU-Schlüssel|Belegdatum|Belegfeld 2|Skonto',
    ),
  },
};
