import type { Severity } from '../../model.ts';
import type { FieldEntry } from '../countries/country.ts';
import type { Need } from '../countries/need.ts';

/** Terms for a sentence, by the short names of the data file. */
const NAMES: Readonly<Record<string, string>> = {
  bank: 'bank code',
  branch: 'branch code',
  routing: 'routing number',
  'universal branch': 'branch code',
  clearing: 'clearing code',
  CNAPS: 'CNAPS code',
  'sort code': 'sort code',
  BSB: 'BSB',
  IFSC: 'IFSC',
  transit: 'transit number',
  institution: 'institution number',
};

/** Any account number: letters and digits. A payment message carries at most 34 (ISO 20022 BBAN and IBAN). */
const ANY = { pattern: '^[0-9A-Z]{1,34}$', form: '1 to 34 letters or digits', example: '123456789', bad: '12345/6789' };

/**
 * A field rule from the text of the data file, such as "routing ^\d{9}$" or "^\d{4,8}$ (7 usual)".
 * Without a regular expression, any letters and digits are valid.
 */
export function fieldEntry(words: string, fallbackName: string, need: Need, severity: Severity): FieldEntry {
  const match = /^([^^]*)(\^\S+\$)/.exec(words);
  const stated = match?.[1]?.trim() ?? '';
  const name = NAMES[stated] ?? (stated || fallbackName);
  const regex = match?.[2]?.replaceAll('0-9A-Za-z', '0-9A-Z');
  const shape: Shape = regex ? shapeOf(regex) : ANY;
  const { digits, bad, ...rest } = shape;
  return {
    name,
    need,
    ...rest,
    bad: [bad],
    severity: regex ? severity : 'error',
    ...(digits === undefined ? {} : { digits }),
  };
}

interface Shape {
  readonly pattern: string;
  readonly form: string;
  readonly example: string;
  readonly bad: string;
  /** If only this number of digits is valid. */
  readonly digits?: number;
}

/**
 * `^\d{4,8}$` -> "4 to 8 digits", with an example of the longest form (up to 10 characters), and one that is too long.
 */
function shapeOf(regex: string): Shape {
  const match = /^\^(\\d|\[0-9A-Z\])\{(\d+)(?:,(\d+))?\}\$$/.exec(regex);
  // More complex patterns are written by hand in local-fields.ts.
  if (!match) return { ...ANY, pattern: regex };
  const [least, most] = [Number(match[2]), Number(match[3] ?? match[2])];
  const [one, many] = match[1] === '\\d' ? ['digit', 'digits'] : ['letter or digit', 'letters or digits'];
  const what = most === 1 ? one : many;
  return {
    pattern: regex,
    form: least === most ? `${most} ${what}` : `${least} to ${most} ${what}`,
    example: DIGITS.slice(0, Math.max(least, Math.min(most, 10))),
    bad: DIGITS.slice(0, most + 1),
    ...(least === most && many === 'digits' ? { digits: most } : {}),
  };
}

const DIGITS = '1234567890'.repeat(4);
