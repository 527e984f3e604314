import type { Finding } from '../model.ts';
import { finding } from './finding.ts';

/** Line breaks, control and direction-override characters, and replacement characters of a broken encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/;

/** Limit of the service's fields and of payment messages. */
const LONGEST = 255;

const DIGIT = /\p{Nd}/u;
const LETTER = /[\p{L}\p{M}]/u;
/** "1&1" and "7-11" are companies. */
const NO_DIGIT = /[^\p{Nd}\s.,]/u;
/**
 * The characters that a name needs besides digits, by column: without them, it is a postal code or a number in the
 * wrong column.
 */
const NEEDED: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['firstName', 'lastName', 'city', 'bankCity', 'mailingCity'].map((column) => [column, LETTER])),
  ...Object.fromEntries(['name', 'accountHolderName', 'mailingName'].map((column) => [column, NO_DIGIT])),
};

/**
 * Checks that a text is printable, not longer than `most` characters, and no number in the column of a name. True if it
 * is valid.
 */
export function checkText(text: string, column: string, found: Finding[], most = LONGEST): boolean {
  if (text.length > most) {
    const code = column === 'memo' ? 'memo_too_long' : 'text_too_long';
    found.push(finding(code, column, { length: text.length, most }, text));
    return false;
  }
  if (UNWANTED.test(text) || !text.isWellFormed()) {
    found.push(finding('text_characters', column, {}, text));
    return false;
  }
  if (NEEDED[column]?.test(text) === false && DIGIT.test(text)) {
    found.push(finding('only_digits', column, {}, text));
    return false;
  }
  return true;
}

/** Invisible characters, and characters that look like a space or a hyphen. */
export const UNSEEN = /(?! )[\p{Cf}\p{Zs}\u2010\u2011]/u;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Checks a text that identifies a payment or a recipient: two references that look the same must be the same, otherwise
 * a payment could be sent twice.
 */
export function checkReference(text: string, column: string, found: Finding[]): void {
  if (checkText(text, column, found) && !ASCII.test(text) && UNSEEN.test(text))
    found.push(finding('text_unseen', column, {}, text));
}
