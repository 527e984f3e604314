import table from '../tables/ibans.json' with { type: 'json' };
import type { IbanEntry, IbanShape } from './country.ts';

const ENTRIES: Readonly<Record<string, IbanEntry>> = table;

/** SWIFT IBAN registry, release 102 (June 2026). */
export const IBAN_SHAPES: Readonly<Record<string, IbanShape>> = Object.fromEntries(
  Object.entries(ENTRIES).map(([code, entry]) => [code, { ...entry, pattern: new RegExp(entry.pattern) }]),
);
