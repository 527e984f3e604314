import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * An append-only file of JSON lines. `append` returns after the line is written to the operating system, so that kill
 * -9 loses none.
 */
export interface Journal {
  append(line: string): void;
  close(): void;
}

/**
 * Encrypts the lines of a journal, so that bank details in the sandbox are not stored in plain text. One line in, one
 * line out.
 */
export interface Cipher {
  seal(line: string): string;
  open(line: string): string;
}

const PLAIN: Cipher = { seal: (line) => line, open: (line) => line };

/**
 * Reads the lines of a journal, oldest first. A truncated last line was never acknowledged and is skipped; a broken
 * line before it is an error.
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

/**
 * Replaces the file with these lines and opens it for appending. The new file is written next to the old one and
 * renamed, so that a crash keeps the old one.
 */
export function openJournal(file: string, lines: Iterable<string>, cipher: Cipher = PLAIN): Journal {
  const fresh = `${file}.new`;
  // Readable only by the owner, because it contains secret keys and bank details.
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
