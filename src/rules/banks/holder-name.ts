import anyAscii from 'any-ascii';
import { foldLetters } from '../../references/spellings.ts';

/** Words that a comparison ignores: legal forms, titles, and small words within names. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  (
    'ab ag aps as asa bv bvba co company corp corporation cv dba doo e ek eood et eu ev fzco fze gbr gmbh inc incorporated jsc kft kg ' +
    'kk limited llc llp lp ltd ltda mbh nv oao og ohg ood oy oyj plc private pte pty pvt sa sac sae sal sapi sarl sas sasu sc sca scrl ' +
    'sdn bhd se sl slu snc spa sprl spzoo srl sro tbk ug und y and the of de del della di da do dos das du la le van von der den ' +
    'bin ibn al el mr mrs ms miss dr prof herr frau sr sra jr'
  ).split(' '),
);
const LONGEST = 255;

/**
 * Whether two names can belong to the same person or business. Order, accents, case, initials, middle names, legal
 * forms and a typing error in a longer word do not matter: two common words are enough, or all words of the shorter
 * name. A shared surname alone is not enough, because it may be a relative.
 */
export function namesAgree(one: string, other: string): boolean {
  if (one === other || one.length > LONGEST || other.length > LONGEST) return true;
  const [a, b] = [wordsOf(one), wordsOf(other)];
  // Nothing to compare, for example if a name has no letters or digits.
  if (a.length === 0 || b.length === 0) return true;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const together = many.join('');
  if (few.join('') === together) return true;
  const left = [...many];
  let common = 0;
  let whole = 0;
  for (const word of few) {
    const at = left.findIndex((candidate) => isSameWord(word, candidate));
    const same = at < 0 ? '' : left.splice(at, 1)[0]!;
    // "Wang Xiao Ming" matches "WangXiaoming".
    if (at < 0 && (word.length < 3 || !together.includes(word))) continue;
    common++;
    if (word.length > 1 && same.length !== 1) whole++;
  }
  // Initials alone are not enough.
  return whole > 0 && (common === few.length || common >= 2);
}

function wordsOf(name: string): string[] {
  const words = foldLetters(anyAscii(name))
    .toLowerCase()
    .replace(/['’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const significant = words.filter((word) => !LEFT_OUT.has(word));
  return significant.length > 0 ? significant : words;
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length === 1 || b.length === 1) return a.charAt(0) === b.charAt(0);
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return true;
  return long.length >= 4 && isOneTypingErrorAway(short, long);
}

/** One letter changed, omitted or added, or two neighbors swapped. */
function isOneTypingErrorAway(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = (text: string, from: number) => text.slice(from);
  if (short.length < long.length) return rest(short, start) === rest(long, start + 1);
  if (rest(short, start + 1) === rest(long, start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    rest(short, start + 2) === rest(long, start + 2)
  );
}
