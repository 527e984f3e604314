import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '../../platform/encodings.ts';

/** How one encoding reads the words of a file that are not ASCII. */
interface Reading {
  readonly encoding: LegacyEncoding;
  readonly words: readonly string[];
  /** Words that no language writes so: letters of two scripts, a capital in the middle, a sign between letters. */
  readonly odd: number;
}

/** `examples`: one word as each of the encodings reads it that could be meant. */
export type EncodingGuess =
  | { readonly encoding: LegacyEncoding }
  | { readonly encoding: null; readonly examples: readonly { readonly encoding: string; readonly word: string }[] };

/** Words that may be odd in the right encoding: one in twenty, for damage and for names that break the rules. */
const ODD_SHARE = 20;
/** Of chardet's 0 to 100: with this much, and this far before the next reading, its word counts. */
const WESTERN = 'windows-1252';
const SURE = 40;
const LEAD = 15;
/** Its statistics need some text; a short one is repeated, which changes no frequency. */
const DETECTABLE_BYTES = 400;

/**
 * Which encoding the lines are in. `lines` are bytes that have others than ASCII and are not UTF-8. An encoding under which words
 * look like no language is ruled out. If those left read every word alike, that is the answer; if they differ, the letter statistics
 * of chardet decide if they are strong, and the countries that the lines name if they all agree with one. Else nobody can say.
 */
export function guessEncoding(lines: readonly Buffer[]): EncodingGuess {
  const readings = LEGACY_ENCODINGS.filter(({ codec }) => codec !== 'utf-7').map((encoding) =>
    readingOf(lines, encoding),
  );
  const most = Math.max(...readings.map(({ words }) => words.length));
  const fewest = Math.min(...readings.map(({ odd }) => odd));
  if (fewest > most / ODD_SHARE) return unsure(readings.slice(0, 3));
  const alike: readonly (readonly Reading[])[] = [
    ...Map.groupBy(
      readings.filter(({ odd }) => odd <= Math.max(fewest, most / ODD_SHARE)),
      ({ words }) => words.join('\n'),
    ).values(),
  ];
  if (alike.length === 1) return { encoding: alike[0]![0]!.encoding };

  const at = atHome(lines);
  const home = alike.filter((group) => group.some(({ encoding }) => at.has(encoding.name)));
  const { sure, leaning, silent } = byStatistics(lines, alike);
  if (sure && (home.length === 0 || home.includes(sure))) return { encoding: sure[0]!.encoding };
  // People of every country are paid from sheets in Western encoding: that the letters do not speak against it is not enough.
  const western = home[0]?.some(({ encoding }) => encoding.name === WESTERN);
  const isSpokenFor = leaning ? leaning === home[0] : !(western && silent.includes(home[0]!));
  if (!sure && home.length === 1 && isSpokenFor) return { encoding: home[0]![0]!.encoding };
  return unsure(alike.map((group) => group[0]!));
}

function readingOf(lines: readonly Buffer[], encoding: LegacyEncoding): Reading {
  const words = lines.flatMap((line) => wordsOf(iconv.decode(line, encoding.codec)));
  const distinct = [...new Set(words)];
  return { encoding, words: distinct, odd: distinct.filter(isOdd).length };
}

/** The words with a letter or sign beyond ASCII. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s\d,;|"()/:@&+*=<>[\]{}_!?#%]+/u).filter((word) => /[^\0-\x7f]/.test(word));
}

const SCRIPTS = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  /\p{sc=Hangul}/u,
];

function isOdd(raw: string): boolean {
  const word = raw.replace(/^[-'’‘“”„«»–—….·•§©®€£¥]+|[-'’‘“”„«»–—….·•°®™€£¥ºª²³]+$/gu, '');
  // A sign that stands alone says nothing.
  if (word === '') return false;
  if (!/^[\p{L}\p{M}'’.·・ーﾞﾟ-]+$/u.test(word)) return true;
  if (SCRIPTS.filter((script) => script.test(word)).length > 1) return true;
  return word.split(/['’.·・-]/u).some(hasOddCase);
}

/** A capital beyond ASCII after small letters, a small one among capitals, or a Latin word of hardly anything but accents. */
function hasOddCase(part: string): boolean {
  if (/\p{Ll}[^\0-\x7f]/u.test(part) && /(?<=.)(?=[^\0-\x7f])\p{Lu}/u.test(part)) return true;
  if (/(?<=.)(?=[^\0-\x7f])\p{Lu}\p{Ll}/u.test(part) || /\p{Ll}(?=[^\0-\x7f])\p{Lu}/u.test(part)) return true;
  if (/^\p{Lu}{2,}(?=[^\0-\x7fß])\p{Ll}|^(?=[^\0-\x7fß])\p{Ll}\p{Lu}{2,}/u.test(part)) return true;
  const letters = [...part];
  const beyond = letters.filter((letter) => letter > '\x7f').length;
  return /\p{sc=Latin}/u.test(part) && letters.length >= 4 && beyond * 5 > letters.length * 4;
}

interface Statistics {
  /** The group that the letters speak for strongly, and well before the next one. */
  readonly sure: readonly Reading[] | null;
  /** The group that they speak for at least twice as much as for the next one. */
  readonly leaning: readonly Reading[] | null;
  /** The groups that they do not speak for at all. */
  readonly silent: readonly (readonly Reading[])[];
}

function byStatistics(lines: readonly Buffer[], groups: readonly (readonly Reading[])[]): Statistics {
  const raw = Buffer.concat(lines.flatMap((line) => [...wordBytes(line), Buffer.from(' ')]));
  const text = Buffer.concat(Array.from({ length: Math.max(1, Math.ceil(DETECTABLE_BYTES / raw.length)) }, () => raw));
  const found = analyse(text);
  const confidence = (group: readonly Reading[] | undefined) =>
    Math.max(
      0,
      ...found.flatMap((one) =>
        group?.some(({ encoding }) => encoding.detected.includes(one.name)) ? [one.confidence] : [],
      ),
    );
  const [first, second] = [...groups].sort((a, b) => confidence(b) - confidence(a));
  const [most, next] = [confidence(first), confidence(second)];
  return {
    sure: first && most >= SURE && most - next >= LEAD ? first : null,
    leaning: first && most > 2 * next ? first : null,
    silent: groups.filter((group) => confidence(group) === 0),
  };
}

/** The words of a line in bytes that have others than ASCII: with the rest, the statistics would be those of its ASCII. */
function wordBytes(line: Buffer): readonly Buffer[] {
  return (line.toString('latin1').match(/[^\s,;|\t"]*[\x80-\xff][^\s,;|\t"]*/g) ?? []).flatMap((word) => [
    Buffer.from(word, 'latin1'),
    Buffer.from(' '),
  ]);
}

/** Encodings in which spreadsheets of the countries that these lines name are saved, by IBAN or by a code in a cell of its own. */
function atHome(lines: readonly Buffer[]): ReadonlySet<string> {
  const named = new Set(
    lines.flatMap((line) =>
      [
        ...line
          .toString('latin1')
          .matchAll(/(?<![A-Za-z\x80-\xff])([A-Z]{2})(?:(?=["',;|\t\r\n]|$)|\d{2}[ A-Z0-9]{11,})/g),
      ].map(([, code]) => code!),
    ),
  );
  return new Set(
    LEGACY_ENCODINGS.filter(({ countries }) => countries.some((country) => named.has(country))).map(({ name }) => name),
  );
}

/** The first word that the readings do not agree on. */
function unsure(readings: readonly Reading[]): EncodingGuess {
  const lengths = new Set(readings.map(({ words }) => words.length));
  const at =
    lengths.size === 1
      ? readings[0]!.words.findIndex((_, i) => new Set(readings.map(({ words }) => words[i])).size > 1)
      : 0;
  return {
    encoding: null,
    examples: readings.map(({ encoding, words }) => ({ encoding: encoding.name, word: words[Math.max(0, at)] ?? '' })),
  };
}
