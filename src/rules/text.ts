import type { Finding } from '../model.ts';
import { finding } from './finding.ts';

/** Line breaks, control and direction-override characters, and what is left of a letter that an encoding has destroyed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/;

/** What any field of the service and of a payment message can carry at most. */
const LONGEST = 255;

/** Checks that a text can be printed and is not longer than `most` characters. True where it is good. */
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

/** What nobody sees, or what looks like a space or a hyphen and is none. */
const UNSEEN = /(?! )[\p{Cf}\p{Zs}\u2010\u2011]/u;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Checks a text by which something is known again, a reference or a number of a recipient: two that look the same have to be the
 * same, or somebody is paid twice.
 */
export function checkReference(text: string, column: string, found: Finding[]): void {
  if (checkText(text, column, found) && !ASCII.test(text) && UNSEEN.test(text))
    found.push(finding('text_unseen', column, {}, text));
}
