import { MESSAGES } from '../messages.ts';
import { DIRECTORIES } from './banks/bank-directories.ts';
import { COUNTRIES, IBAN_SHAPES } from './countries/countries.ts';
import { CURRENCIES, WITHDRAWN } from './countries/currencies.ts';
import { REGIONS } from './countries/region.ts';
import { ROUTE_TABLES } from './countries/routes.ts';

let version: string | undefined;

/**
 * The version of the rules: 16 characters that change with any entry of the tables of countries, IBANs, currencies,
 * regions, routes and minimums, with any message, or with the version of a bank directory. Every payment stores the
 * version that it was checked with. The version covers patterns, requirements, names, examples, severities and
 * messages, and the names of check functions. It does not cover their code, which belongs to the version of Payrun.
 */
export function rulesVersion(): string {
  version ??= fingerprint([
    COUNTRIES,
    IBAN_SHAPES,
    CURRENCIES,
    WITHDRAWN,
    REGIONS,
    ROUTE_TABLES,
    MESSAGES,
    DIRECTORIES,
  ]);
  return version;
}

/**
 * 64 bits over the JSON of `tables`, in hex: FNV-1a twice, with two starts. It distinguishes versions and is not meant
 * for security.
 */
export function fingerprint(tables: unknown): string {
  const text = JSON.stringify(tables, (_, value: unknown) =>
    value instanceof RegExp ? String(value) : typeof value === 'function' ? value.name : value,
  );
  return [0x811c9dc5, 0x01000193].map((start) => fnv1a(text, start).toString(16).padStart(8, '0')).join('');
}

function fnv1a(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
