import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { writeFully } from '../files/write-fully.ts';
import { Unpatchable } from './unpatchable.ts';

/** A ZIP entry in packed form. */
export interface PackedEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Buffer;
  /** In MS-DOS format. */
  readonly time: number;
  readonly date: number;
}

/** An entry that is written in pieces. */
export interface EntryWriter {
  write(piece: Buffer): void;
  /** Waits until the compressor accepts more data. */
  drain(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Writes a ZIP. Payrun has its own writer because the libraries (yazl, fflate, archiver) do not accept packed entries:
 * unpacking and packing again would double the time and change bytes. No ZIP64: the input has 256 MB at most, and a
 * package over 4 GB is refused.
 */
export interface ZipWriter {
  /** Adds a packed entry byte for byte. */
  copy(entry: PackedEntry): Promise<void>;
  /** Begins an entry. End it before the next one begins. */
  entry(name: string): EntryWriter;
  finish(): Promise<void>;
  /** Closes the file, also after an error. */
  close(): Promise<void>;
}

const LEVEL = 4;
const MOST = 0xffff_ffff;
/** The flag for UTF-8 names. */
const UTF8 = 0x800;
const VERSION = 20;

interface Placed extends Omit<PackedEntry, 'packed'> {
  readonly length: number;
  readonly offset: number;
}

/**
 * Opens a ZIP at `path`, an existing empty file. `at` is the time of new entries, in ms since the epoch, written as
 * UTC. Throws `Unpatchable` if the package grows over 4 GB.
 */
export async function zipWriter(path: string, at: number): Promise<ZipWriter> {
  const file = await open(path, 'r+');
  const placed: Placed[] = [];
  let offset = 0;
  const append = async (bytes: Buffer) => {
    await writeFully(file, bytes, offset);
    offset += bytes.length;
    if (offset > MOST) throw new Unpatchable('its results are larger than a ZIP can be');
  };
  return {
    copy: async ({ packed, ...entry }) => {
      const one = { ...entry, length: packed.length, offset };
      placed.push(one);
      await append(localHeader(one));
      await append(packed);
    },
    entry: (name) => {
      const start = offset;
      const space = localHeader({ name, method: 8, crc: 0, size: 0, length: 0, time: 0, date: 0, offset: start });
      offset += space.length;
      const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 65_536 });
      let [size, crc, length] = [0, 0, 0];
      const written = (async () => {
        for await (const chunk of deflate) {
          length += (chunk as Buffer).length;
          await append(chunk as Buffer);
        }
      })();
      written.catch(() => deflate.destroy());
      let full = false;
      return {
        write: (piece) => {
          size += piece.length;
          crc = crc32(piece, crc);
          full = !deflate.write(piece) || full;
        },
        drain: async () => {
          if (!full) return;
          full = false;
          if (deflate.writableNeedDrain) await Promise.race([once(deflate, 'drain'), written]);
        },
        end: async () => {
          deflate.end();
          await written;
          if (size > MOST) throw new Unpatchable('its results are larger than a ZIP can be');
          const one = { name, method: 8, crc, size, length, ...dosTime(at), offset: start };
          placed.push(one);
          await writeFully(file, localHeader(one), start);
        },
      };
    },
    finish: async () => {
      const begin = offset;
      for (const one of placed) await append(centralHeader(one));
      await append(endOfDirectory(placed.length, begin, offset - begin));
      await file.close();
    },
    close: () => file.close().catch(() => {}),
  };
}

/** APPNOTE 4.3.7. */
function localHeader(entry: Placed): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  describe(header, 4, entry, name.length);
  return Buffer.concat([header, name]);
}

/** APPNOTE 4.3.12. */
function centralHeader(entry: Placed): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  describe(header, 6, entry, name.length);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, name]);
}

/** Writes the fields that both headers share, in the same order. */
function describe(header: Buffer, at: number, entry: Placed, nameLength: number): void {
  header.writeUInt16LE(VERSION, at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  header.writeUInt16LE(/^[\x00-\x7f]*$/.test(entry.name) ? 0 : UTF8, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt16LE(entry.time, at + 6);
  header.writeUInt16LE(entry.date, at + 8);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.length, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
}

/** APPNOTE 4.3.16. */
function endOfDirectory(count: number, offset: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** MS-DOS dates count from 1980, in steps of two seconds. */
function dosTime(at: number): { time: number; date: number } {
  const day = new Date(at);
  const year = Math.max(0, day.getUTCFullYear() - 1980);
  return {
    time: (day.getUTCHours() << 11) | (day.getUTCMinutes() << 5) | (day.getUTCSeconds() >> 1),
    date: (year << 9) | ((day.getUTCMonth() + 1) << 5) | day.getUTCDate(),
  };
}
