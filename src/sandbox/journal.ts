import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** An append-only file of JSON lines. A line is on its way to the disk before `append` returns, so kill -9 loses none. */
export interface Journal {
  append(line: string): void;
  close(): void;
}

/** Seals the lines of a journal, so that the bank details of a rehearsal are not in clear on the disk. One line in, one out. */
export interface Cipher {
  seal(line: string): string;
  open(line: string): string;
}

const PLAIN: Cipher = { seal: (line) => line, open: (line) => line };

/**
 * Reads the lines of a journal, oldest first. A last line that is cut off was never acknowledged, and is left out; a
 * broken line before the last is an error.
 */
export async function* readJournal(file: string, cipher: Cipher = PLAIN): AsyncGenerator<unknown> {
  if (!existsSync(file)) return;
  let broken: Error | null = null;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    if (broken) throw broken;
    if (line === '') continue;
    let change: unknown;
    try {
      change = JSON.parse(cipher.open(line));
    } catch (cause) {
      broken = new Error(`The state file ${file} is damaged.`, { cause });
      continue;
    }
    yield change;
  }
}

const CHUNK = 1_000_000;

/** Replaces the file by these lines (made beside it and renamed, so that a crash leaves the old one) and goes on from there. */
export function openJournal(file: string, lines: Iterable<string>, cipher: Cipher = PLAIN): Journal {
  const fresh = `${file}.new`;
  // Secret keys and bank details are in it.
  const handle = openSync(fresh, 'w', 0o600);
  let chunk = '';
  for (const line of lines) {
    chunk += `${cipher.seal(line)}\n`;
    if (chunk.length < CHUNK) continue;
    writeAll(handle, chunk);
    chunk = '';
  }
  writeAll(handle, chunk);
  renameSync(fresh, file);
  let open = true;
  return {
    append: (line) => writeAll(handle, `${cipher.seal(line)}\n`),
    close() {
      if (open) closeSync(handle);
      open = false;
    },
  };
}

function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}
