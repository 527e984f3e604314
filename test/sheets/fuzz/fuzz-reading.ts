import { Readable } from 'node:stream';
import { isError } from '../../../src/errors.ts';
import type { OpenSheet } from '../../../src/sheets/open-sheet.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import type { Random } from '../random.ts';

/** No file of a few rows takes as long. */
const HANG_MS = 120_000;

/** What `read` makes of a file; null if it was refused with an error of ours, a text where it crashed or hangs. */
export async function readFuzzed<T>(
  name: string,
  bytes: Buffer,
  pieces: number,
  read: (sheet: OpenSheet) => Promise<T>,
): Promise<{ readonly made: T } | string | null> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, HANG_MS, 'it hangs');
  });
  const whole = async () => {
    const sheet = await readSheet({ name, content: () => Readable.from(piecesOf(bytes, pieces)) });
    const made = await read(sheet);
    await sheet.close();
    return { made };
  };
  try {
    return await Promise.race([whole(), hang]);
  } catch (error) {
    return isError(error) && error.code !== 'defect' ? null : `it threw ${(error as Error).stack}`;
  } finally {
    clearTimeout(timer);
  }
}

function* piecesOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Cuts off, flips, leaves out, repeats and inserts. */
export function damagedText(base: string, words: readonly string[], next: Random): string {
  let text = base;
  for (let times = 1 + next(3); times > 0; times--) {
    const at = next(text.length + 1);
    const to = Math.min(text.length, at + next(40));
    const kind = next(5);
    if (kind === 0) text = text.slice(0, at);
    else if (kind === 1) text = text.slice(0, at) + text.slice(to);
    else if (kind === 2) text = text.slice(0, to) + text.slice(at);
    else if (kind === 3) text = text.slice(0, at) + words[next(words.length)]! + text.slice(at);
    else text = text.slice(0, at) + String.fromCharCode(32 + next(95)) + text.slice(at + 1);
  }
  return text;
}
