/** White space of every kind, zero-width characters, hyphens and dots: what people put between groups of a bank code. */
const SEPARATORS = /[\s\u00ad\u180e\u200b-\u200d\u2010-\u2015\u2060\u2212\ufe58\ufe63\uff0d\uff0e.-]+/g;
const NORMAL = /^[A-Z0-9]+$/;
/** Before upper-casing: "ß" would become "SS", which nobody wrote. */
const CODE = /^[A-Za-z0-9]+$/;

/** Longer than any bank code with its separators: not worth looking into. */
export const LONGEST_CODE = 200;

/** The zeros of digits that are written otherwise: Arabic-Indic, its eastern form, Devanagari, Bengali, Thai, full-width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const FOREIGN =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;
/** From the full-width letters and digits to those of ASCII. */
const FULL_WIDTH = 0xfee0;

/**
 * A bank code without its separators, in upper case; digits of other scripts and full-width letters become those of ASCII, which
 * is warned of (`isConverted`). Null where anything outside A-Z 0-9 is left (dropping symbols turns wrong IBANs into right ones),
 * and where the text is too long to be a code.
 */
export function normaliseCode(text: string): string | null {
  if (text.length > LONGEST_CODE) return null;
  if (NORMAL.test(text)) return text;
  const code = text.replace(SEPARATORS, '');
  if (CODE.test(code)) return code.toUpperCase();
  const ascii = toAscii(code);
  return CODE.test(ascii) ? ascii.toUpperCase() : null;
}

/** Whether a code has digits of another script, or full-width characters. */
export function isConverted(text: string): boolean {
  return text.length <= LONGEST_CODE && !CODE.test(text) && text.search(FOREIGN) >= 0;
}

/** Digits of other scripts and full-width letters as those of ASCII; everything else as it is. */
export function toAscii(text: string): string {
  return text.replace(FOREIGN, (character) => {
    const point = character.charCodeAt(0);
    const zero = ZEROS.find((first) => point >= first && point < first + 10);
    return zero === undefined ? String.fromCharCode(point - FULL_WIDTH) : String(point - zero);
  });
}

/**
 * The first character that keeps a text from being a code, as a sentence shows it: `"@"`, or `an invisible character`. Null where
 * there is none, and nothing else either.
 */
export function strangerIn(text: string): string | null {
  const rest = toAscii(text.slice(0, LONGEST_CODE))
    .replace(SEPARATORS, '')
    .replace(/[A-Za-z0-9]+/g, '');
  const [first = ''] = rest;
  if (first === '') return null;
  if (first === '{' || first === '}') return 'a brace';
  return /[\p{C}\p{M}\p{Z}]/u.test(first) ? 'an invisible character' : `"${first}"`;
}
