import { COUNTRIES } from './countries.ts';
import { patternExample } from './pattern-example.ts';

/** Patterns that the data file does not have. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
};
/** Real ones, where the pattern alone gives an odd example. */
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
/** One letter is the sign of its cars: D, F, A, I, B, L. */
const PREFIXED = /^([A-Z]{1,2})-(.+)$/;
const LONGEST = 20;

/**
 * Whether a text is a postal code of a country; null where none is known. Spaces do not matter ("400 001" is of India), nor whether the
 * country's code stands before it, as people write it on letters from abroad ("D-10115", "CH-8001", "1010" for "LV-1010").
 */
export function isPostalCode(text: string, country: string): boolean | null {
  const known = postalCodeOf(country);
  if (!known) return null;
  const { pattern } = known;
  if (pattern.test(text)) return true;
  if (text.length > LONGEST) return false;
  const compact = text.replace(SPACES, '').toUpperCase();
  const [, before = '', rest = ''] = PREFIXED.exec(compact) ?? [];
  const plain = country.startsWith(before) ? rest : '';
  return pattern.test(compact) || pattern.test(`${country}-${compact}`) || (plain !== '' && pattern.test(plain));
}

/** The zeros that a spreadsheet has dropped from the start of a postal code, 1067 for 01067; null where it has not. */
export function lostZeros(text: string, country: string): string | null {
  if (!/^\d{1,6}$/.test(text)) return null;
  return ['0', '00'].find((zeros) => isPostalCode(zeros + text, country)) ?? null;
}

/** Examples are made once: every row asks. */
const known = new Map<string, PostalCode | null>();

/** What a postal code of a country looks like; null where its addresses have none, or none is known. */
export function postalCodeOf(country: string): PostalCode | null {
  let found = known.get(country);
  if (found === undefined) {
    const pattern = PATTERNS[country] ?? COUNTRIES[country]?.postalCode;
    found = pattern ? { pattern, example: EXAMPLES[country] ?? patternExample(pattern) } : null;
    if (COUNTRIES[country]) known.set(country, found);
  }
  return found;
}
