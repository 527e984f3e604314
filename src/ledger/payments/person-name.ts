import { canonicalReference } from '../../references/canonical-reference.ts';
import { nameKey } from '../users/name-key.ts';

/** Separators between the words of a name. */
const BETWEEN_WORDS = `[ .,;'/()-]+`;
const words = new RegExp(BETWEEN_WORDS);

/**
 * One form for all spellings of a person's name: ignores case, accents, punctuation, letters that look alike and the
 * order of words. Use it only for rows that also agree in account and amount, because different people share a name.
 */
export function personName(name: string): string {
  return canonicalReference(nameKey(name)).split(words).filter(Boolean).sort().join(' ');
}

/** The same as an SQL expression; null if the name is null. */
export const personNameOf = (name: string): string =>
  `(select string_agg(word, ' ' order by word collate "C")
     from regexp_split_to_table(payrun.canonical_reference(payrun.name_key(${name})), '${BETWEEN_WORDS.replace("'", "''")}') word where word <> '')`;
