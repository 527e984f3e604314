import { quoted } from './read-data.ts';

/** The data file's short names, as they stand in a sentence. */
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

/** Any account number: letters and digits; 34 is the longest that a payment message carries (ISO 20022 BBAN and IBAN). */
const ANY = { pattern: '^[0-9A-Z]{1,34}$', form: 'letters and digits only', example: '123456789' };

/**
 * A field rule as TypeScript from the data file's words, such as "routing ^\d{9}$" or "^\d{4,8}$ (7 usual)". Without a regular
 * expression in them any letters and digits will do.
 */
export function fieldSource(words: string, fallbackName: string, need: string, severity: string): string {
  const match = /^([^^]*)(\^\S+\$)/.exec(words);
  const stated = match?.[1]?.trim() ?? '';
  const name = NAMES[stated] ?? (stated || fallbackName);
  const regex = match?.[2]?.replaceAll('0-9A-Za-z', '0-9A-Z');
  const shape = regex ? shapeOf(regex) : ANY;
  const parts = [
    `name: ${quoted(name)}`,
    `need: ${quoted(need)}`,
    `pattern: /${shape.pattern}/`,
    `form: ${quoted(shape.form)}`,
    `example: ${quoted(shape.example)}`,
    `severity: ${quoted(regex ? severity : 'error')}`,
  ];
  return `{ ${parts.join(', ')} }`;
}

/** `^\d{4,8}$` -> "4 to 8 digits", with an example of the longest form up to 10. */
function shapeOf(regex: string): { pattern: string; form: string; example: string } {
  const match = /^\^(\\d|\[0-9A-Z\])\{(\d+)(?:,(\d+))?\}\$$/.exec(regex);
  // Anything more is written by hand in countries.ts.
  if (!match) return { ...ANY, pattern: regex };
  const [least, most] = [Number(match[2]), Number(match[3] ?? match[2])];
  const what = match[1] === '\\d' ? 'digits' : 'letters or digits';
  const length = Math.max(least, Math.min(most, 10));
  return {
    pattern: regex,
    form: least === most ? `${most} ${what}` : `${least} to ${most} ${what}`,
    example: '1234567890'.repeat(4).slice(0, length),
  };
}
