import { isAscii, isUtf8 } from 'node:buffer';
import { PayrunError } from '../../errors.ts';
import { type LegacyEncoding, legacyEncoding } from '../../platform/encodings.ts';
import { looksBinary } from '../files/file-kind.ts';
import { guessEncoding } from './guess-encoding.ts';
import { utf7Search } from './utf7.ts';

export interface Encoding {
  /** For display and for the ledger: "utf-8 with BOM". */
  readonly label: string;
  /** The name for iconv-lite; null if the bytes are UTF-8 and need no conversion. */
  readonly codec: string | null;
  /** The number of bytes to skip at the beginning. */
  readonly bom: number;
  /**
   * Some characters may not be text: NUL, invalid UTF-8, or UTF-8 in a file of another encoding. The reader then checks
   * every row.
   */
  readonly suspect: boolean;
}

const SAMPLE = 65_536;
/** The limit in bytes of lines with letters beyond ASCII that serve to guess an older encoding. */
const EVIDENCE = 65_536;
/**
 * The weight of a valid chunk: more characters than a chunk of another encoding can have that look like UTF-8 by
 * accident.
 */
const PART_COUNTS = 1000;

/**
 * Finds the encoding of a whole file by reading it, with constant memory. The order is: BOM, then UTF-16 by its pattern
 * of zeros (such text is also valid UTF-8), then strict UTF-8, then an older encoding: `said`, or the one that fits its
 * letters. A file with at least as many valid as invalid multi-byte characters is damaged UTF-8: its bad bytes become
 * U+FFFD and are reported row by row. Throws `sheet_encoding_unclear`.
 */
export async function findEncoding(
  file: { readonly name: string; readonly content: () => AsyncIterable<Buffer> },
  given?: string | undefined,
): Promise<Encoding> {
  let sample: Buffer = Buffer.alloc(0);
  let strict = true;
  let zeros = false;
  let rest: Buffer = Buffer.alloc(0);
  let valid = 0;
  let invalid = 0;
  let hasUtf7 = false;
  const findUtf7 = utf7Search();
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of file.content()) {
    if (sample.length < SAMPLE) sample = Buffer.concat([sample, chunk]).subarray(0, SAMPLE);
    zeros ||= chunk.includes(0);
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = wholeCharacters(bytes);
    rest = bytes.subarray(whole);
    const part = bytes.subarray(0, whole);
    if (strict && valid === 0) hasUtf7 = findUtf7(chunk);
    if (strict && isUtf8(part)) {
      // A whole chunk of valid UTF-8 with more than ASCII is no accident of another encoding.
      if (!isAscii(part)) valid += PART_COUNTS;
      continue;
    }
    strict = false;
    // From the first bad byte on, count every character to tell damaged UTF-8 from another encoding.
    const text = lenient.decode(part, { stream: true });
    for (const char of text) {
      if (char === '\uFFFD') invalid++;
      else if (char > '\x7f') valid++;
    }
  }
  if (rest.length > 0) {
    strict = false;
    invalid++;
  }
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf)
    return { label: 'utf-8 with BOM', codec: null, bom: 3, suspect: !strict || zeros };
  if (sample[0] === 0xff && sample[1] === 0xfe) return { label: 'utf-16le', codec: 'utf-16le', bom: 2, suspect: true };
  if (sample[0] === 0xfe && sample[1] === 0xff) return { label: 'utf-16be', codec: 'utf-16be', bom: 2, suspect: true };
  const wide = zeros ? zeroPattern(sample) : null;
  if (wide) return { label: wide, codec: wide, bom: 0, suspect: true };
  if (strict && valid === 0 && hasUtf7) {
    if (given === 'utf-7') return legacy(legacyEncoding(given));
    throw unclear(file.name, 'it could be UTF-7, or plain text that only looks like it', 'utf-7');
  }
  if (strict || (valid > 0 && valid >= invalid))
    return { label: 'utf-8', codec: null, bom: 0, suspect: !strict || zeros || valid > 0 };
  if (given !== undefined) return legacy(legacyEncoding(given));
  // The caller sees in the decoded text that it is binary.
  if (looksBinary(sample.toString('latin1'))) return legacy(legacyEncoding('windows-1252'));
  const lines = await linesBeyondAscii(file.content());
  const notUtf8 = lines.filter((line) => !isUtf8(line));
  const guess = guessEncoding(notUtf8.length > 0 ? notUtf8 : lines);
  if (guess.encoding) return legacy(guess.encoding);
  const readings = guess.examples.map(({ encoding, word }) => `"${word}" in ${encoding}`);
  throw unclear(file.name, `one word is ${readings.join(', ')}`, guess.examples[0]!.encoding);
}

const legacy = ({ name, codec }: LegacyEncoding): Encoding => ({ label: name, codec, bom: 0, suspect: true });

const unclear = (file: string, detail: string, example: string) =>
  new PayrunError('sheet_encoding_unclear', { file, detail, example });

/** The first lines that have bytes beyond ASCII, up to `EVIDENCE` bytes. */
async function linesBeyondAscii(content: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const lines: Buffer[] = [];
  let size = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes: Buffer = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(10) + 1;
    rest = bytes.subarray(end === 0 && bytes.length > EVIDENCE ? bytes.length : end);
    for (const line of linesOf(bytes.subarray(0, bytes.length - rest.length))) {
      if (isAscii(line)) continue;
      lines.push(line);
      size += line.length;
    }
    if (size >= EVIDENCE) return lines;
  }
  return isAscii(rest) ? lines : [...lines, ...linesOf(rest).filter((line) => !isAscii(line))];
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.subarray(at).findIndex((byte) => byte === 10 || byte === 13);
    lines.push(bytes.subarray(at, end < 0 ? bytes.length : at + end));
    at = end < 0 ? bytes.length : at + end + 1;
  }
  return lines;
}

/**
 * The length of the part of `bytes` that ends on a whole UTF-8 character; at most 3 bytes remain for the next chunk.
 */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/**
 * Latin text in UTF-16 has a zero in every second byte: at odd positions in little endian, at even ones in big endian.
 */
function zeroPattern(sample: Buffer): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2]!++;
  const half = sample.length / 2;
  const [even, odd] = [zeros[0]! / half, zeros[1]! / half];
  if (odd > 0.3 && even < 0.05) return 'utf-16le';
  if (even > 0.3 && odd < 0.05) return 'utf-16be';
  return null;
}
