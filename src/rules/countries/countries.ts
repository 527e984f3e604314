import { type Checked, finding, NO_FINDINGS } from '../finding.ts';
import countries from '../tables/countries.json' with { type: 'json' };
import ibans from '../tables/ibans.json' with { type: 'json' };
import type { Country, CountryData, CountryEntry, FieldEntry, FieldRule, IbanEntry, IbanShape } from './country.ts';
import { GOVERNMENT_IDS } from './government-ids.ts';
import { LOCAL_FIELDS } from './local-fields.ts';

const ENTRIES = countries as unknown as Readonly<Record<string, CountryEntry>>;

/** Territories that use the banks of another country, and so its fields and routes. */
const BANKS_OF: Readonly<Record<string, string>> = {
  AS: 'US',
  GU: 'US',
  MP: 'US',
  PR: 'US',
  VI: 'US',
  GG: 'GB',
  IM: 'GB',
  JE: 'GB',
};

/** The service never sends bank transfers to these countries. */
const NEVER = ['AF', 'BY', 'CI', 'CU', 'IR', 'KP', 'LR', 'LY', 'RU', 'SD', 'SS', 'SY'];
const RESTRICTED = ['SO', 'VE', 'YE'];

/** The country whose banking system a country uses: usually its own. */
export function banksOf(code: string): string {
  return BANKS_OF[code] ?? code;
}

/** Every country of ISO 3166 and Kosovo (XK), with the requirements of a bank transfer. */
export const COUNTRIES: Readonly<Record<string, Country>> = Object.assign(
  // Without a prototype, because a cell may contain "constructor".
  Object.create(null),
  Object.fromEntries(Object.keys(ENTRIES).map((code) => [code, countryOf(code)])),
);

function countryOf(code: string): Country {
  const own = dataOf(code);
  const like = BANKS_OF[code];
  return {
    ...(like ? { ...dataOf(like), code, name: own.name, inWords: own.inWords, postalCode: own.postalCode } : own),
    ...LOCAL_FIELDS[like ?? code],
    governmentId: GOVERNMENT_IDS[like ?? code] ?? null,
    receives: NEVER.includes(code) ? 'never' : RESTRICTED.includes(code) ? 'restricted' : 'yes',
  };
}

function dataOf(code: string): CountryData {
  const entry = ENTRIES[code]!;
  return {
    ...entry,
    accountNum: fieldOf(entry.accountNum),
    branchId: fieldOf(entry.branchId),
    bankId: fieldOf(entry.bankId),
    postalCode: entry.postalCode === null ? null : new RegExp(entry.postalCode, 'i'),
  };
}

function fieldOf(entry: FieldEntry | null): FieldRule | null {
  return entry && { ...entry, pattern: new RegExp(entry.pattern) };
}

/** SWIFT IBAN registry, release 102 (June 2026). */
export const IBAN_SHAPES: Readonly<Record<string, IbanShape>> = Object.fromEntries(
  Object.entries<IbanEntry>(ibans).map(([code, entry]) => [code, { ...entry, pattern: new RegExp(entry.pattern) }]),
);

/** Common codes and names that are not in ISO 3166, with the right code. */
const COMMON_MISTAKES: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  USA: 'US',
  GBR: 'GB',
  DEU: 'DE',
  FRA: 'FR',
  ESP: 'ES',
  ITA: 'IT',
  CAN: 'CA',
  AUS: 'AU',
  IND: 'IN',
  MEX: 'MX',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  'GREAT BRITAIN': 'GB',
  'UNITED STATES OF AMERICA': 'US',
  'CZECH REPUBLIC': 'CZ',
  TURKEY: 'TR',
};

let byName: Map<string, string> | undefined;

/** The code of a country by its English name or a common mistake; undefined if it is neither. */
export function findCountryCode(name: string): string | undefined {
  const upper = name.toUpperCase();
  byName ??= new Map([
    ...Object.values(COUNTRIES).map((country) => [country.name.toUpperCase(), country.code] as const),
    ...Object.entries(COMMON_MISTAKES),
  ]);
  return byName.get(upper);
}

export function isCountry(code: string): boolean {
  return COUNTRIES[code] !== undefined;
}

/** Longer than any country's name. */
const LONGEST_NAME = 60;

/**
 * Checks a country code of ISO 3166 (or XK); returns it in upper case. For a name, the message proposes the code, but
 * the name is not accepted.
 */
export function checkCountry(text: string, column: 'country' | 'accountCountry'): Checked {
  const value = text.length === 2 ? text.toUpperCase() : text;
  if (COUNTRIES[value]) return { value, findings: NO_FINDINGS };
  const code = text.length > LONGEST_NAME ? undefined : findCountryCode(text.trim());
  return code === undefined
    ? { value, findings: [finding('country_unknown', column, {}, text)] }
    : { value, findings: [finding('country_by_name', column, { code, country: COUNTRIES[code]!.inWords }, text)] };
}
