import { COUNTRIES } from './countries.ts';
import { patternExample } from './pattern-example.ts';

/** Patterns that the data file does not have. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
};
/** Real examples for countries whose generated example looks odd. */
const EXAMPLES: Readonly<Record<string, string>> = {
  AR: 'C1084AAB',
  CA: 'K1A 0B1',
  DE: '10115',
  FR: '75008',
  GB: 'SW1A 1AA',
  IE: 'D02 X285',
  LI: '9490',
  MT: 'VLT 1117',
  NL: '1012 JS',
  US: '94103',
};

interface PostalCode {
  readonly pattern: RegExp;
  readonly example: string;
}

const SPACES = /\s+/g;
/** Some countries use the one-letter code of their license plates: D, F, A, I, B, L. */
const PREFIXED = /^([A-Z]{1,2})-(.+)$/;
const LONGEST = 20;

/**
 * Whether a text is a postal code of a country; null if its format is unknown. Spaces are ignored ("400 001" in India),
 * and so is the country's code as a prefix, which is common on letters from abroad ("D-10115", "CH-8001", "1010" for
 * "LV-1010").
 */
export function isPostalCode(text: string, country: string): boolean | null {
  const known = getPostalCode(country);
  if (!known) return null;
  const { pattern } = known;
  if (pattern.test(text)) return true;
  if (text.length > LONGEST) return false;
  const compact = text.replace(SPACES, '').toUpperCase();
  const [, before = '', rest = ''] = PREFIXED.exec(compact) ?? [];
  const plain = country.startsWith(before) ? rest : '';
  return pattern.test(compact) || pattern.test(`${country}-${compact}`) || (plain !== '' && pattern.test(plain));
}

/**
 * The leading zeros that a spreadsheet removed from a postal code, "0" for 1067 instead of 01067; null if none are
 * missing.
 */
export function lostZeros(text: string, country: string): string | null {
  if (!/^\d{1,6}$/.test(text)) return null;
  return ['0', '00'].find((zeros) => isPostalCode(zeros + text, country)) ?? null;
}

/** Caches the examples, because every row needs one. */
const known = new Map<string, PostalCode | null>();

/** Pattern and example of a country's postal codes; null if its addresses have none, or the format is unknown. */
export function getPostalCode(country: string): PostalCode | null {
  let found = known.get(country);
  if (found === undefined) {
    const pattern = PATTERNS[country] ?? COUNTRIES[country]?.postalCode;
    found = pattern ? { pattern, example: EXAMPLES[country] ?? patternExample(pattern) } : null;
    if (COUNTRIES[country]) known.set(country, found);
  }
  return found;
}
