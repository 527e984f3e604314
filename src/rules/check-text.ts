import anyAscii from 'any-ascii';
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

/**
 * Characters that payment messages carry: letters, digits and / - ? : ( ) . , ' + (SWIFT character set X, the same as
 * SEPA's). Accented Latin letters are allowed, because banks convert them by a fixed table (EPC217-08: "ü" to "u" or
 * "ue"), and so are "&" and typographic quotes and dashes. Other scripts and emoji are lost, and many banks refuse the
 * payment.
 */
const PLAIN_NAME = /^[A-Za-z0-9 /?:().,'+&"-]*$/;
const PLAIN_TEXT = /^[\x20-\x7e]*$/;
const NOT_IN_NAME = /[^\p{Script=Latin}\p{M}0-9 /?:().,'+&"\-\u00a0\u00aa\u00b4\u00b7\u00ba\u2010-\u201f]/gu;
const NOT_IN_TEXT =
  /[^\p{Script=Latin}\p{M}\x20-\x7e\u00a0\u00a7\u00aa\u00b0\u00b4\u00b7\u00ba\u2010-\u201f\u2022\u2026\u20ac\u2116]/gu;
const NOT_PLAIN = /[^A-Za-z0-9 /?:().,'+-]+/g;
/** Removed before transliteration, which would replace emoji and symbols with their English names. */
const PICTURES = /[\p{S}\p{Cs}\p{Co}\p{Cf}]/gu;
const HAN = /\p{Script=Han}/u;
const INVISIBLE = /[\p{Cf}\p{Z}]/u;
const LONGEST_PROPOSAL = 50;

/**
 * Warns of characters that banks cannot carry, and proposes a spelling in Latin letters if there is one. The text is
 * not changed, because only the bank knows how it spells a name. Symbols such as @ or # are allowed in streets and
 * memos, but not in names.
 * @param text checked by checkText
 */
export function checkBankCharacters(text: string, column: string, kind: 'name' | 'text', found: Finding[]): void {
  if ((kind === 'name' ? PLAIN_NAME : PLAIN_TEXT).test(text)) return;
  const removedCharacters = text.match(kind === 'name' ? NOT_IN_NAME : NOT_IN_TEXT);
  if (removedCharacters === null) return;
  const characters = [...new Set(removedCharacters.map(shown))].slice(0, 3).join(' ');
  const proposal = anyAscii(text.replace(PICTURES, ' '))
    .replace(NOT_PLAIN, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, LONGEST_PROPOSAL)
    // The message adds its own full stop.
    .replace(/\.$/, '');
  // 太郎 is Taro in Japan and Tailang in China, and only its owner knows which.
  const example = HAN.test(text) ? 'in Latin letters' : `for example ${proposal || 'Ada Lovelace'}`;
  found.push(finding('bank_characters', column, { characters, proposal: example }, text));
}

function shown(character: string): string {
  if (character === '{' || character === '}') return 'braces';
  return INVISIBLE.test(character) ? 'an invisible character' : `"${character}"`;
}
