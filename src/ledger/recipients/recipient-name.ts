import anyAscii from 'any-ascii';
import { maskBankDetails } from '../../mask-bank-details.ts';
import type { RecipientDraft, RecipientProfile } from '../../model.ts';

const ENDS_OF_WORDS = /[^\p{Letter}\p{Number}]+/gu;

/**
 * The search words of a recipient's name: as written, and in Latin letters without accents, so that "lindqvist" and
 * "Chloé" find Chloé Lindqvist. Lower case, separated by spaces.
 */
export function nameWords(name: string): string {
  const written = name.toLowerCase();
  const words = [written, anyAscii(written).toLowerCase()].flatMap((text) => text.split(ENDS_OF_WORDS)).filter(Boolean);
  return [...new Set(words)].join(' ');
}

export function getProfileName(profile: Pick<RecipientProfile, 'name' | 'firstName' | 'lastName'>): string {
  return [profile.name, profile.firstName, profile.lastName].filter(Boolean).join(' ');
}

/** The name as rows show it: bank details that someone typed into it are masked. Null if there is none. */
export function getShownName(profile: Pick<RecipientProfile, 'name' | 'firstName' | 'lastName'>): string | null {
  const name = profile.name || [profile.firstName, profile.lastName].filter(Boolean).join(' ');
  return name === '' ? null : maskBankDetails(name);
}

/** A search for names: their words match all `patterns` and have all `parts`, by which an index finds them. */
export interface NameQuery {
  /** Patterns for `like` on the words, with two spaces before each. */
  readonly patterns: readonly string[];
  /** As `payrun.name_parts` makes them. */
  readonly parts: readonly string[];
}

/**
 * Names in which some word contains each of these; one or two letters match only at the beginning of a word, except two
 * characters of a script without spaces. Null if the text has no word.
 */
export function nameQuery(text: string): NameQuery | null {
  const words = text.toLowerCase().split(ENDS_OF_WORDS).filter(Boolean);
  if (words.length === 0) return null;
  const inside = words.map((word) => {
    const letters = [...word];
    return letters.length > 2 || (letters.length === 2 && hasNoSpaces(word)) ? word : `  ${word}`;
  });
  return { patterns: inside.map((word) => `%${word}%`), parts: [...new Set(inside.flatMap(partsOf))] };
}

function partsOf(word: string): readonly string[] {
  const letters = [...word];
  const size = letters.length === 2 ? 2 : 3;
  return letters.slice(size - 1).map((_, at) => letters.slice(at, at + size).join(''));
}

/** From the first sign of Chinese, Japanese and Korean writing on. */
const hasNoSpaces = (word: string): boolean => (word.codePointAt(0) ?? 0) >= 11_904;

/** The text that replaces a removed name. */
const REMOVED = '…';
const EMAIL = /[^\s@<>()"';,:]+@[^\s@<>()"';,]+/g;
const SHORTEST = 3;

/**
 * A sentence of the payout service without this name and without e-mail addresses. Words of the name are only removed
 * as written or in capitals: "bank" stays although the name is "Example Bank".
 */
export function withoutName(sentence: string, name: string | null): string {
  const words = (name ?? '').split(/[\s.,;'/()-]+/u).filter((word) => word.length >= SHORTEST);
  const written = words.flatMap((word) => [word, word.toUpperCase()]).map(escaped);
  const named =
    written.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  const without = sentence.replace(EMAIL, REMOVED);
  return named === null ? without : without.replace(named, REMOVED).replace(/…(?:[\s.,'-]*…)+/gu, REMOVED);
}

/** The same for the recipient of a row and the holder of their account. */
export function withoutRecipient(sentence: string, { profile, account }: RecipientDraft): string {
  return withoutName(sentence, `${profile ? getProfileName(profile) : ''} ${account?.fields.accountHolderName ?? ''}`);
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
