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
/** Of zxcvbn's 0 to 4: ten billion guesses and more. */
const GOOD = 4;

/** Words of six dictionaries and keyboards, packed by `build-password-words.ts`; their license is beside them. */
export const PASSWORD_WORDS = fileURLToPath(new URL('./password-words.br', import.meta.url));

export type PasswordWords = Required<Pick<OptionsType, 'dictionary' | 'graphs'>>;

/** Loaded with the first new password: the dictionaries take a second of processor time. */
const loadJudge = once(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, words] = await Promise.all([
    import('@zxcvbn-ts/core'),
    readFile(PASSWORD_WORDS).then((packed) => promisify(brotliDecompress)(packed)),
  ]);
  return new ZxcvbnFactory({
    ...(JSON.parse(words.toString('utf8')) as PasswordWords),
    maxLength: JUDGED,
    // Each more multiplies the time for signs such as @ and $.
    l33tMaxSubstitutions: 2,
  });
});

/**
 * Loads the function that finds the fault of a new password, as the end of "The password ..."; null if it is
 * acceptable. How many guesses it takes counts, not kinds of characters (NIST SP 800-63B).
 */
export async function loadPasswordFault(): Promise<(password: string, name: string) => string | null> {
  const judge = await loadJudge();
  return (password, name) => faultOf(judge, password, name);
}

function faultOf(judge: ZxcvbnFactory, password: string, name: string): string | null {
  const plain = password.normalize('NFKC');
  // As from standard input: no field for a password takes a second line.
  if (/[\r\n]/.test(plain)) return 'has more than one line.';
  if ([...plain].length < SHORTEST) return `needs at least ${SHORTEST} characters; several words are easiest.`;
  if ([...plain].length > LONGEST) return `has more than ${LONGEST} characters.`;
  const own = [...nameKey(name).split(/[^\p{L}\p{N}]+/u), 'payrun', 'payroll'].filter((word) => word !== '');
  const { score } = judge.check(plain, own);
  return score < GOOD ? 'is easy to guess; several words that do not belong together are better.' : null;
}
