import { randomBytes } from 'node:crypto';
import { yieldToEventLoop } from '../call.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Bytes to scan, and bytes of a list to parse, before yielding: 2 to 5 ms of work each. */
const STRETCH = 1_000_000;
const PIECE = 250_000;

interface List {
  /** Positions of its brackets. */
  readonly start: number;
  readonly end: number;
  /** Positions of commas between elements, about a piece apart. */
  readonly cuts: readonly number[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const parse = (bytes: Uint8Array): unknown => JSON.parse(utf8.decode(bytes));

/**
 * Like JSON.parse, but yields to other requests: 100,000 payments are 20 MB, and JSON.parse takes 200 ms for them. Long
 * lists directly in the outermost object are parsed in pieces, the rest as a whole. Throws like JSON.parse if the text
 * is not JSON.
 * @param piece bytes of a list to parse at once; tests use a small number
 */
export async function parseLargeJson(bytes: Buffer, piece = PIECE): Promise<unknown> {
  const lists = await longLists(bytes, piece);
  // A random placeholder, which the body cannot contain.
  const nonce = randomBytes(16).toString('hex');
  const parts: Buffer[] = [];
  let from = 0;
  for (const [index, { start, end }] of lists.entries()) {
    parts.push(bytes.subarray(from, start), Buffer.from(`"${nonce}${index}"`));
    from = end + 1;
  }
  const whole = parse(Buffer.concat([...parts, bytes.subarray(from)])) as Record<string, unknown>;
  if (lists.length === 0) return whole;
  const values: unknown[][] = [];
  for (const list of lists) values.push(await parseList(bytes, list));
  for (const [key, marker] of Object.entries(whole)) {
    if (typeof marker !== 'string' || !marker.startsWith(nonce)) continue;
    // `__proto__` must be an ordinary key.
    const value = values[Number(marker.slice(nonce.length))];
    Object.defineProperty(whole, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return whole;
}

async function parseList(bytes: Buffer, { start, end, cuts }: List): Promise<unknown[]> {
  const items: unknown[] = [];
  let from = start + 1;
  for (const to of [...cuts, end]) {
    const piece = parse(Buffer.concat([Buffer.from('['), bytes.subarray(from, to), Buffer.from(']')])) as unknown[];
    // An empty piece means two commas without an element between them.
    if (piece.length === 0) throw new SyntaxError('There is an empty element in a list');
    for (const item of piece) items.push(item);
    from = to + 1;
    await yieldToEventLoop();
  }
  return items;
}

/** The lists directly in the outermost object that are longer than a piece. */
async function longLists(bytes: Buffer, piece: number): Promise<readonly List[]> {
  const lists: List[] = [];
  let depth = 0;
  let start = -1;
  let cuts: number[] = [];
  let last = 0;
  let rest = STRETCH;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= rest) {
      await yieldToEventLoop();
      rest = at + STRETCH;
    }
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      if (depth !== 2 || byte === OPEN_OBJECT) continue;
      start = at;
      last = at;
      cuts = [];
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 2 && start >= 0) {
        // Mismatched brackets: parsing the body as a whole reports the error.
        if (byte === CLOSE_OBJECT) return [];
        if (cuts.length > 0) lists.push({ start, end: at, cuts });
        start = -1;
      }
      depth--;
    } else if (byte === COMMA && depth === 2 && start >= 0 && at - last >= piece) {
      cuts.push(at);
      last = at;
    }
  }
  return lists;
}

/** Position of the quote that ends a string; the end of the bytes if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (bytes[before] === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return bytes.length;
}
