import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * Technical names of the payment run: RWBTR is in the payment currency, RBETR in the company's currency; HBKID and
 * UBKNT are the company's own bank.
 */
export const sapPaymentList: SourceFormatFile = {
  name: 'SAP payment list',
  fingerprint: ['LIFNR', 'WAERS', 'RWBTR'],
  columns: {
    LIFNR: 'referenceId',
    WAERS: 'currency',
    RWBTR: 'amount',
    VBLNR: 'paymentReference',
    ZNME1: 'name',
    ZSTRA: 'street1',
    ZORT1: 'city',
    ZPSTL: 'postalCode',
    ZLAND: 'country',
    ZBNKS: 'accountCountry',
    ZBNKL: 'bankId',
    ZBNKN: 'accountNum',
    ZIBAN: 'iban',
    ZSWIF: 'swiftBic',
    ...notUsed(
      'LAUFD|LAUFI|ZBUKR|KUNNR|EMPFG|RBETR|HBKID|HKTID|UBKNT|UBNKL|UBNKS|UIBAN|USWIF|UBKON|RZAWE|VALUT|NAME1|BUKRS|GJAHR',
    ),
  },
};
