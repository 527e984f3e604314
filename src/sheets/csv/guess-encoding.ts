import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '../../platform/encodings.ts';

/** The words of a file that are not ASCII, as one encoding reads them. */
interface Reading {
  readonly encoding: LegacyEncoding;
  readonly words: readonly string[];
  /**
   * The number of words that no language has: letters of two scripts, a capital in the middle, a sign between letters.
   */
  readonly odd: number;
}

/** `examples`: one word as each possible encoding reads it. */
export type EncodingGuess =
  | { readonly encoding: LegacyEncoding }
  | { readonly encoding: null; readonly examples: readonly { readonly encoding: string; readonly word: string }[] };

/** One word in this many may be odd in the right encoding, because of damage or unusual names. */
const ODD_SHARE = 20;
/**
 * Thresholds for the confidence of chardet (0 to 100): its result counts from `SURE` on, if it leads the next one by
 * `LEAD`.
 */
const WESTERN = 'windows-1252';
const SURE = 40;
const LEAD = 15;
/** The statistics need this many bytes; a shorter text is repeated, which keeps its frequencies. */
const DETECTABLE_BYTES = 400;

/**
 * Guesses the encoding of lines. `lines` are bytes beyond ASCII that are not UTF-8. An encoding under which words look
 * like no language is ruled out. If the others read every word alike, the first is the result. If they differ,
 * chardet's letter statistics decide if they are strong enough; else the countries that the lines name decide if they
 * fit only one. Otherwise `encoding` is null.
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
  // Sheets in Western encoding pay recipients in every country, so it is not enough that the letters do not contradict
  // it.
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
  const word = raw.replace(
    /^[-'’‘“”„«»–—….·•§©®€£¥]+|(?<![-'’‘“”„«»–—….·•°®™€£¥ºª²³])[-'’‘“”„«»–—….·•°®™€£¥ºª²³]+$/gu,
    '',
  );
  // A single sign is no evidence.
  if (word === '') return false;
  if (!/^[\p{L}\p{M}'’.·・ーﾞﾟ-]+$/u.test(word)) return true;
  if (SCRIPTS.filter((script) => script.test(word)).length > 1) return true;
  return word.split(/['’.·・-]/u).some(hasOddCase);
}

/**
 * A capital beyond ASCII after small letters, a small letter among capitals, or a Latin word that is nearly all
 * accents.
 */
function hasOddCase(part: string): boolean {
  if (/\p{Ll}[^\0-\x7f]/u.test(part) && /(?<=.)(?=[^\0-\x7f])\p{Lu}/u.test(part)) return true;
  if (/(?<=.)(?=[^\0-\x7f])\p{Lu}\p{Ll}/u.test(part) || /\p{Ll}(?=[^\0-\x7f])\p{Lu}/u.test(part)) return true;
  if (/^\p{Lu}{2,}(?=[^\0-\x7fß])\p{Ll}|^(?=[^\0-\x7fß])\p{Ll}\p{Lu}{2,}/u.test(part)) return true;
  const letters = [...part];
  const beyond = letters.filter((letter) => letter > '\x7f').length;
  return /\p{sc=Latin}/u.test(part) && letters.length >= 4 && beyond * 5 > letters.length * 4;
}

interface Statistics {
  /** The group that the letters support strongly, and well ahead of the next one. */
  readonly sure: readonly Reading[] | null;
  /** The group that the letters support more than twice as much as the next one. */
  readonly leaning: readonly Reading[] | null;
  /** The groups that the letters do not support at all. */
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

/** The words of a line, as bytes, that have bytes beyond ASCII: ASCII words would dominate the statistics. */
function wordBytes(line: Buffer): readonly Buffer[] {
  return (line.toString('latin1').match(/[^\s,;|"]+/g) ?? []).flatMap((word) =>
    /[\x80-\xff]/.test(word) ? [Buffer.from(word, 'latin1'), Buffer.from(' ')] : [],
  );
}

/**
 * Names of encodings in which spreadsheets of the countries in these lines are saved. The lines name a country by an
 * IBAN or by a code in its own cell.
 */
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

/** An undecided guess, with the first word that the encodings read differently. */
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
