import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { namelessFile } from '../../platform/write-file.ts';
import { openVault } from './vault.ts';

/** Bytes that arrive piece by piece and are read several times afterwards. */
export interface SealedScratch {
  readonly append: (piece: Uint8Array) => Promise<void>;
  /** After the last `append`. */
  readonly content: () => Readable;
  readonly close: () => Promise<void>;
}

/** Bytes sealed together, and kept in memory before the first of them go to the disk. */
const BLOCK = 256 * 1024;

/**
 * A scratch whose first 256 KB stay in memory. Larger content goes to a temporary file, sealed with a key that only
 * this object has. The file loses its name before its first byte is written, so nothing remains however the process
 * ends.
 */
export function createSealedScratch(folder = tmpdir()): SealedScratch {
  const vault = openVault(randomBytes(32));
  const pending: Uint8Array[] = [];
  let held = 0;
  let file: FileHandle | null = null;
  const lengths: number[] = [];

  const write = async () => {
    file ??= await namelessFile(folder, 'payrun-upload-');
    await takeTurn();
    const sealed = vault.seal(Buffer.concat(pending.splice(0)), `scratch ${lengths.length}`);
    held = 0;
    lengths.push(sealed.length);
    for (let written = 0; written < sealed.length; )
      written += (await file.write(sealed, written, sealed.length - written)).bytesWritten;
  };

  async function* blocks(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const [n, length] of lengths.entries()) {
      await takeTurn();
      const sealed = Buffer.allocUnsafe(length);
      for (let read = 0; read < length; ) {
        const { bytesRead } = await file!.read(sealed, read, length - read, at + read);
        if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it');
        read += bytesRead;
      }
      at += length;
      yield vault.open(sealed, `scratch ${n}`);
    }
    yield* pending;
  }

  return {
    async append(piece) {
      // A copy: the buffer that it is a part of may be larger, or be used again.
      pending.push(Buffer.from(piece));
      held += piece.length;
      if (held >= BLOCK) await write();
    },
    content: () => Readable.from(blocks(), { objectMode: false }),
    close: async () => {
      await file?.close();
      file = null;
    },
  };
}

/** Two to three times as long as a block takes, so that most of the time is left to payments and pages. */
const PAUSE_MS = 10;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Waits until a block of an upload may be sealed or opened: one block at a time, however many files are received and
 * read, and with a pause if there are several. A lone upload does not pause.
 */
async function takeTurn(): Promise<void> {
  waiting += 1;
  last = last.then(() => (waiting > 1 ? setTimeout(PAUSE_MS) : setImmediate()));
  await last;
  waiting -= 1;
}
