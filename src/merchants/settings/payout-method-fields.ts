import type { PayoutMethodSlug } from '../../model.ts';
import type { PayoutMethodRecord } from '../../service/shapes/partner-answers.ts';
import { readFlag, splitWords } from '../field-rules.ts';

/** A field of a payout method in the sheet, the call and the answer. */
export interface MethodField {
  readonly column: string;
  /** The name in the body; `mailing.name` is a part of `mailing`. */
  readonly field: string;
  readonly read: (cell: string) => unknown;
  /** Reads the field from the service's record; undefined if the service never shows it. */
  readonly shown?: (record: PayoutMethodRecord) => unknown;
}

const asText = (cell: string) => cell;
const asFlag = (cell: string) => readFlag(cell) ?? false;
const codes = (cell: string) =>
  cell.toLowerCase() === 'all' ? [] : [...new Set(splitWords(cell).map((code) => code.toUpperCase()))].sort();
const networks = (cell: string) => [...new Set(splitWords(cell).map((word) => word.toLowerCase()))].sort();
const ids = (cell: string) =>
  cell.toLowerCase() === 'none' ? [] : [...new Set(splitWords(cell).map(Number))].sort((a, b) => a - b);

const setting = (name: string) => (record: PayoutMethodRecord) => record.settings?.[name] ?? null;
const sorted = (value: unknown) =>
  Array.isArray(value)
    ? value.toSorted((a, b) => (typeof a === 'number' ? a - b : String(a) < String(b) ? -1 : 1))
    : value;

const enabled = (column: string): MethodField => ({
  column,
  field: 'enabled',
  read: asFlag,
  shown: (record) => record.enabled,
});
const credentials = (prefix: 'paypal' | 'venmo'): readonly MethodField[] => [
  { column: `${prefix}Mode`, field: 'mode', read: asText, shown: setting('mode') },
  { column: `${prefix}Account`, field: 'account', read: asText, shown: setting('account') },
  { column: `${prefix}ClientId`, field: 'clientId', read: asText, shown: setting('clientId') },
  { column: `${prefix}Secret`, field: 'secret', read: asText },
  { column: `${prefix}WebhookId`, field: 'webhookID', read: asText },
];
const mailing = (part: string): MethodField => ({
  column: `checkMailing${part[0]!.toUpperCase()}${part.slice(1)}`,
  field: `mailing.${part}`,
  read: asText,
  shown: ({ settings }) => (settings?.mailing as Record<string, unknown> | null | undefined)?.[part] ?? null,
});

/** The fields of each payout method (contract, PATCH /v1/payout-methods/:payoutMethod). */
export const METHOD_FIELDS: Readonly<Record<PayoutMethodSlug, readonly MethodField[]>> = {
  'bank-transfer': [
    {
      column: 'bankTransferCountries',
      field: 'enabledCountries',
      read: codes,
      shown: (record) => sorted(record.enabledCountries ?? []),
    },
    enabled('bankTransferEnabled'),
  ],
  paypal: [
    ...credentials('paypal'),
    {
      column: 'paypalRestrictedCountries',
      field: 'allowRestrictedCountries',
      read: asFlag,
      shown: setting('allowRestrictedCountries'),
    },
    enabled('paypalEnabled'),
  ],
  venmo: [...credentials('venmo'), enabled('venmoEnabled')],
  check: [
    { column: 'checkBranchId', field: 'branchId', read: asText },
    { column: 'checkAccountNum', field: 'accountNum', read: asText },
    { column: 'checkSignatory', field: 'signatory', read: asText, shown: setting('signatory') },
    { column: 'checkStartingCheck', field: 'startingCheck', read: asText, shown: setting('startingCheck') },
    ...['name', 'street1', 'street2', 'city', 'region', 'postal', 'country'].map(mailing),
    enabled('checkEnabled'),
  ],
  'debit-card': [
    {
      column: 'debitCardNetworks',
      field: 'supportedNetworks',
      read: networks,
      shown: (record) => sorted(record.settings?.supportedNetworks ?? []),
    },
    enabled('debitCardEnabled'),
  ],
  'mobile-wallet': [
    {
      column: 'mobileWalletPayers',
      field: 'enabledMobileWalletPayerIds',
      read: ids,
      shown: (record) => sorted(record.settings?.enabledMobileWalletPayerIds ?? []),
    },
    enabled('mobileWalletEnabled'),
  ],
};

/** Fields that are required together when credentials are set for the first time. */
export const FIRST_CREDENTIALS = ['mode', 'account', 'clientId', 'secret'] as const;
