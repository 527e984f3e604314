/** A part of a `multipart/form-data` body. */
export interface PartHead {
  readonly name: string;
  /** Null for a field that is not a file. */
  readonly filename: string | null;
}

/** Takes the bytes of one part, piece by piece. */
export type PartSink = (piece: Buffer) => Promise<void>;

/** The body is truncated, or is not `multipart/form-data` (RFC 7578). */
export class BrokenMultipart extends Error {}

const LONGEST_HEAD = 4 * 1024;
const LINE = '\r\n';
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Reads a body part by part, and holds only the piece at hand in memory. `onPart` returns the receiver of a part's
 * bytes. Throws `BrokenMultipart`.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  onPart: (head: PartHead) => PartSink,
): Promise<void> {
  const mark = Buffer.from(`${LINE}--${boundary}`);
  const input = createInput(body);
  // The first mark has no line before it.
  input.unread(Buffer.from(LINE));
  await input.through(mark, async () => {});
  for (;;) {
    const after = (await input.take(2)).toString('latin1');
    if (after === '--') return;
    if (after !== LINE) throw new BrokenMultipart();
    // A head without lines ends at once.
    input.unread(Buffer.from(LINE));
    const sink = onPart(headOf(await input.upTo(HEAD_END, LONGEST_HEAD)));
    await input.through(mark, sink);
  }
}

/** The boundary in the header `Content-Type`; null if there is none. */
export function boundaryOf(contentType: string | undefined): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain ?? null;
}

function headOf(text: Buffer): PartHead {
  const line = text
    .toString('utf8')
    .split(LINE)
    .find((one) => /^content-disposition\s*:/i.test(one));
  const name = line === undefined ? null : parameterOf(line, 'name');
  if (line === undefined || name === null) throw new BrokenMultipart();
  return { name, filename: parameterOf(line, 'filename') };
}

/** Browsers escape a quote and line ends in a name in this way. */
const ESCAPED: Readonly<Record<string, string>> = { '%0A': '\n', '%0D': '\r', '%22': '"' };

function parameterOf(line: string, name: string): string | null {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(line) ?? [];
  const found = quoted ?? plain;
  return found === undefined ? null : found.replace(/%0A|%0D|%22/gi, (code) => ESCAPED[code.toUpperCase()]!);
}

/** Bytes that arrive in pieces, read up to a mark. */
function createInput(body: AsyncIterable<Uint8Array>) {
  const pieces = body[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async () => {
    const next = await pieces.next();
    if (next.done) throw new BrokenMultipart();
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value]);
  };
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) await more();
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    take,
    unread(bytes: Buffer) {
      held = Buffer.concat([bytes, held]);
    },
    /** The bytes before the mark, at most this many. The mark itself is skipped. */
    async upTo(mark: Buffer, most: number): Promise<Buffer> {
      while (!held.includes(mark)) {
        if (held.length > most) throw new BrokenMultipart();
        await more();
      }
      const found = await take(held.indexOf(mark));
      await take(mark.length);
      return found;
    },
    /** Passes on the bytes before the mark, and skips the mark. */
    async through(mark: Buffer, sink: PartSink): Promise<void> {
      for (;;) {
        const at = held.indexOf(mark);
        // The last bytes held may be the beginning of a mark.
        const sure = at >= 0 ? at : held.length - mark.length + 1;
        if (sure > 0) await sink(await take(sure));
        if (at >= 0) return void (await take(mark.length));
        await more();
      }
    },
  };
}
