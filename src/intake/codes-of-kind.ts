import { COUNTRIES } from '../rules/countries/countries.ts';
import { CURRENCIES } from '../rules/countries/currencies.ts';
import type { ColumnKind } from '../sheets/headers/columns.ts';

/** The codes that cells of a kind of column take. */
export const CODES_OF_KIND: Partial<Record<ColumnKind, readonly string[]>> = {
  currency: Object.keys(CURRENCIES),
  country: Object.keys(COUNTRIES),
};
