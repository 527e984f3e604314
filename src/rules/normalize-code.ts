/**
 * Separators that people type between the groups of a bank code: whitespace of any kind, zero-width characters, hyphens
 * and dots.
 */
const SEPARATORS = /[\s\u00ad\u180e\u200b-\u200d\u2010-\u2015\u2060\u2212\ufe58\ufe63\uff0d\uff0e.-]+/g;
const NORMAL = /^[A-Z0-9]+$/;
/** Checked before conversion to upper case, which would turn "ß" into "SS". */
const CODE = /^[A-Za-z0-9]+$/;

/** Longer than any bank code with its separators, so not examined. */
export const LONGEST_CODE = 200;

/** The zeros of other digits: Arabic-Indic, Eastern Arabic-Indic, Devanagari, Bengali, Thai, full-width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const FOREIGN =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
/** Offset from full-width letters and digits to ASCII. */
const FULL_WIDTH = 0xfee0;

/**
 * A bank code without separators, in upper case. Digits of other scripts and full-width letters are converted to ASCII,
 * which gives a warning (`isConverted`). Null if any other character remains, because dropping symbols could turn an
 * invalid IBAN into a valid one, or if the text is too long to be a code.
 */
export function normalizeCode(text: string): string | null {
  if (text.length > LONGEST_CODE) return null;
  if (NORMAL.test(text)) return text;
  const code = text.replace(SEPARATORS, '');
  if (CODE.test(code)) return code.toUpperCase();
  const ascii = toAscii(code);
  return CODE.test(ascii) ? ascii.toUpperCase() : null;
}

/** Whether a code contains digits of another script, or full-width characters. */
export function isConverted(text: string): boolean {
  return text.length <= LONGEST_CODE && !CODE.test(text) && text.search(FOREIGN) >= 0;
}

/** Converts digits of other scripts and full-width letters to ASCII; other characters are not changed. */
export function toAscii(text: string): string {
  return text.replace(FOREIGN, (character) => {
    const point = character.charCodeAt(0);
    const zero = ZEROS.find((first) => point >= first && point < first + 10);
    return zero === undefined ? String.fromCharCode(point - FULL_WIDTH) : String(point - zero);
  });
}

/**
 * The first character that is not allowed in a code, for a sentence: `"@"` or `an invisible character`. Null if there
 * is none.
 */
export function findInvalidCharacter(text: string): string | null {
  const rest = toAscii(text.slice(0, LONGEST_CODE))
    .replace(SEPARATORS, '')
    .replace(/[A-Za-z0-9]+/g, '');
  const [first = ''] = rest;
  if (first === '') return null;
  if (first === '{' || first === '}') return 'a brace';
  return /[\p{C}\p{M}\p{Z}]/u.test(first) ? 'an invisible character' : `"${first}"`;
}
