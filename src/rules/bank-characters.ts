import anyAscii from 'any-ascii';
import type { Finding } from '../model.ts';
import { finding } from './finding.ts';

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
const UNSEEN = /[\p{Cf}\p{Z}]/u;
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
  return UNSEEN.test(character) ? 'an invisible character' : `"${character}"`;
}
