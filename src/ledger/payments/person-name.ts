import { canonicalReference, foldedLetters, foldLetters } from '../../references/spellings.ts';
import type { Db } from '../db/db.ts';
import { nameKey } from '../users/name-key.ts';
import type { Vault } from '../vault/vault.ts';

/** Separators between the words of a name. */
const BETWEEN_WORDS = `[ .,;'/()-]+`;
const words = new RegExp(BETWEEN_WORDS);

/**
 * One form for all spellings of a person's name: ignores case, accents, umlauts and how they are written without them,
 * punctuation, letters that look alike and the order of words. Use it only for rows that also agree in account and
 * amount, because different people share a name.
 */
export function personName(name: string): string {
  return foldLetters(canonicalReference(nameKey(name)))
    .split(words)
    .filter(Boolean)
    .sort()
    .join(' ');
}

const spelled = (name: string) => `payrun.canonical_reference(payrun.name_key(${name}))`;
const sortedWords = (text: string) => `(select string_agg(word, ' ' order by word collate "C")
     from regexp_split_to_table(${text}, '${BETWEEN_WORDS.replace("'", "''")}') word where word <> '')`;

/** The same as an SQL expression; null if the name is null. */
export const normalizePersonName = (name: string): string => sortedWords(foldedLetters(spelled(name)));

/** Lets the statements of this transaction make fingerprints of names. */
export async function useNameKey(db: Db, vault: Vault): Promise<void> {
  await db.query(`select set_config('payrun.name_key', $1, true)`, [vault.fingerprint('names', '').toString('hex')]);
}

const fingerprintOf = (text: string) =>
  `sha256(decode(current_setting('payrun.name_key'), 'hex') || convert_to(${text}, 'UTF8'))`;

/** SQL for the fingerprint of a person's name, which remains after a purge. Call `useNameKey` before. */
export const nameFingerprintSql = (name: string): string => fingerprintOf(normalizePersonName(name));

/** SQL condition that a purged name was this one. Those purged before letters were folded have another fingerprint. */
export const isPurgedName = (name: string, fingerprint: string): string =>
  `${fingerprint} in (${nameFingerprintSql(name)}, ${fingerprintOf(sortedWords(spelled(name)))})`;

/** SQL condition that new row `n` and earlier payment `e`, which may have been purged, name the same person. */
export const isSameName = (n: string, e: string): string =>
  `case when ${e}.recipient_name_fp is null then ${normalizePersonName(`${n}.recipient_name`)} = ${normalizePersonName(`${e}.recipient_name`)}
     else ${isPurgedName(`${n}.recipient_name`, `${e}.recipient_name_fp`)} end`;
