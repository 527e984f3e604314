import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { OptionsType, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { nameKey } from '../../ledger/users/name-key.ts';
import { once } from '../../platform/once.ts';

const SHORTEST = 12;
export const LONGEST = 256;
/** Characters that are judged: more would take seconds, and what these are worth is enough. */
const JUDGED = 64;
/** Of zxcvbn's 0 to 4, which is ten billion guesses and more, and the power of ten of these. */
const GOOD = 4;
const GOOD_POWER = 10;
/** The dictionaries whose words come in the order in which they are common. */
const BY_FREQUENCY = /(commonWords|wikipedia|passwords)/;
const LONGEST_WORD = 24;
/** Powers of ten of one of 26 letters, and of a year. */
const LETTER = Math.log10(26);
const YEARS = 2;
const YEAR = /^(19|20)\d\d$/;

/** Words of six dictionaries and keyboards, packed by `build-password-words.ts`; their license is next to them. */
export const PASSWORD_WORDS = fileURLToPath(new URL('./password-words.br', import.meta.url));

export type PasswordWords = Required<Pick<OptionsType, 'dictionary' | 'graphs'>>;

/** Loaded with the first new password: the dictionaries take a second of processor time. */
const loadJudge = once(async (): Promise<Judge> => {
  const [{ ZxcvbnFactory }, words] = await Promise.all([
    import('@zxcvbn-ts/core'),
    readFile(PASSWORD_WORDS).then((packed) => promisify(brotliDecompress)(packed)),
  ]);
  const known = JSON.parse(words.toString('utf8')) as PasswordWords;
  const zxcvbn = new ZxcvbnFactory({
    ...known,
    maxLength: JUDGED,
    // Each more multiplies the time for signs such as @ and $.
    l33tMaxSubstitutions: 2,
  });
  const powers = new Map<string, number>();
  for (const [name, list] of Object.entries(known.dictionary)) {
    if (!BY_FREQUENCY.test(name)) continue;
    for (const [at, word] of list.entries()) {
      const power = Math.max(1, Math.log10(at + 1));
      if (power < (powers.get(String(word)) ?? Number.POSITIVE_INFINITY)) powers.set(String(word), power);
    }
  }
  return { zxcvbn, powers };
});

/** `powers`: how common a word is, as a power of ten. */
interface Judge {
  readonly zxcvbn: ZxcvbnFactory;
  readonly powers: ReadonlyMap<string, number>;
}

/**
 * Loads the function that finds the fault of a new password, as the end of "The password ..."; null if it is
 * acceptable. The number of guesses decides, not kinds of characters (NIST SP 800-63B).
 */
export async function loadPasswordFault(): Promise<(password: string, name: string) => string | null> {
  const judge = await loadJudge();
  return (password, name) => faultOf(judge, password, name);
}

function faultOf({ zxcvbn, powers }: Judge, password: string, name: string): string | null {
  const plain = password.normalize('NFKC');
  // As from standard input: no field for a password takes a second line.
  if (/[\r\n]/.test(plain)) return 'has more than one line.';
  if ([...plain].length < SHORTEST) return `needs at least ${SHORTEST} characters; several words are easiest.`;
  if ([...plain].length > LONGEST) return `has more than ${LONGEST} characters.`;
  const own = [...nameKey(name).split(/[^\p{L}\p{N}]+/u), 'payrun', 'payroll'].filter((word) => word !== '');
  const isGood = zxcvbn.check(plain, own).score >= GOOD && powerOfWords(plain, powers) >= GOOD_POWER;
  return isGood ? null : 'is easy to guess; several words that do not belong together are better.';
}

/**
 * Guesses, as a power of ten, for an attacker who tries sequences of common words, as in a sentence. zxcvbn treats some
 * of these words as arbitrary letters, because it rates any four parts as hard to guess.
 */
function powerOfWords(password: string, powers: ReadonlyMap<string, number>): number {
  const text = password.slice(0, JUDGED).toLowerCase();
  const least = [0];
  for (let end = 1; end <= text.length; end++) {
    let power = least[end - 1]! + (/\p{L}/u.test(text[end - 1]!) ? LETTER : 1);
    for (let start = Math.max(0, end - LONGEST_WORD); start < end - 1; start++) {
      const part = text.slice(start, end);
      const known = YEAR.test(part) ? YEARS : (powers.get(part) ?? Number.POSITIVE_INFINITY);
      power = Math.min(power, least[start]! + known);
    }
    least.push(power);
  }
  return least[text.length]!;
}
