import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { nameKey } from '../../ledger/users/name-key.ts';
import { once } from '../../platform/once.ts';

const SHORTEST = 12;
export const LONGEST = 256;
/** Characters that are judged: more would take seconds, and what these are worth is enough. */
const JUDGED = 64;
/** Of zxcvbn's 0 to 4: ten billion guesses and more. */
const GOOD = 4;

/** Loaded with the first new password: the dictionaries take a second of processor time. */
const loadJudge = once(async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, common, ...languages] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-de'),
    import('@zxcvbn-ts/language-fr'),
    import('@zxcvbn-ts/language-es-es'),
    import('@zxcvbn-ts/language-it'),
  ]);
  // Some languages give their lists the same names.
  const dictionary = Object.fromEntries(
    [common, ...languages].flatMap(({ dictionary }, at) =>
      Object.entries(dictionary).map(([name, words]) => [`${at} ${name}`, words]),
    ),
  );
  return new ZxcvbnFactory({
    dictionary,
    graphs: common.adjacencyGraphs,
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
