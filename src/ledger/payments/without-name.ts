import type { RecipientDraft } from '../../model.ts';
import { getProfileName } from '../recipients/name-words.ts';

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
