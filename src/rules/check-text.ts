import type { Finding } from '../model.ts';
import { finding } from './finding.ts';

/** Line breaks, control and direction-override characters, and replacement characters of a broken encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/;

/** Limit of the service's fields and of payment messages. */
const LONGEST = 255;

/** Checks that a text is printable and not longer than `most` characters. True if it is valid. */
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
  return true;
}

/** Invisible characters, and characters that look like a space or a hyphen. */
const UNSEEN = /(?! )[\p{Cf}\p{Zs}\u2010\u2011]/u;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Checks a text that identifies a payment or a recipient: two references that look the same must be the same, otherwise
 * a payment could be sent twice.
 */
export function checkReference(text: string, column: string, found: Finding[]): void {
  if (checkText(text, column, found) && !ASCII.test(text) && UNSEEN.test(text))
    found.push(finding('text_unseen', column, {}, text));
}
