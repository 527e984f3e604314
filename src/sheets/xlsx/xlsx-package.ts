import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { PayrunError } from '../../errors.ts';
import { otherPackage } from '../files/file-kind.ts';
import { XlsxFault } from './xlsx-fault.ts';
import type { PackedEntry } from './zip-writer.ts';

const MB = 1024 * 1024;

/**
 * Limits on the size of a package. 100,000 rows of 16 columns are 10 MB and unpack to 78 MB; a worksheet can have ten
 * times as many rows. Empty rows with styles unpack to 12 times their size; 16 columns, 13 of them the same in every
 * row, to 24 times; the same 290 characters in every cell to 80 times. Deflate reaches 1,032 to 1 at most, which a ZIP
 * bomb uses.
 */
const LIMITS = {
  file: 256 * MB,
  part: 1536 * MB,
  all: 1536 * MB,
  /** Checked for parts that unpack to more than `small` bytes. */
  ratio: 100,
  small: 16 * MB,
  /** Bytes of a part that is neither a worksheet nor the shared strings. */
  meta: 64 * MB,
  entries: 10_000,
} as const;

const WORKBOOK_PARTS = ['[Content_Types].xml', 'xl/', 'docProps/', '_rels/'];

/** The parts of a workbook, by name. */
export interface XlsxPackage {
  has(part: string): boolean;
  /** The unpacked bytes of a part. Throws at the end if length or CRC-32 differ from the ZIP directory. */
  stream(part: string): AsyncGenerator<Buffer, void>;
  /** The same for a part that is held in memory, with a lower size limit. */
  meta(part: string): AsyncGenerator<Buffer, void>;
  /** The same as text. */
  text(part: string): Promise<string>;
  /** Names of all parts, in the order and spelling of the package. */
  readonly names: readonly string[];
  packed(part: string): Promise<PackedEntry>;
}

/**
 * Opens the ZIP of a workbook. The packed bytes stay in memory (10 MB for 100,000 rows of 16 columns): a part can be
 * read at any time, nothing is unpacked to disk, and the file on disk may change. Throws `sheet_not_a_sheet`,
 * `sheet_too_large`, `sheet_damaged`, and the errors of reading the bytes.
 */
export async function xlsxPackage(file: string, content: () => Readable): Promise<XlsxPackage> {
  const bytes = await wholeFile(file, content());
  const { zip, entries } = await readDirectory(file, bytes);
  checkSizes(file, [...entries.values()]);
  const names = [...entries.keys()];
  const other = await otherPackage(names, async (name) =>
    (await join(unpack(bytes, zip, () => entries.get(name)!))).toString('utf8', 0, 200),
  );
  if (other) throw new PayrunError('sheet_not_a_sheet', { file, detail: other });

  const entryOf = (part: string, most: number): Entry => {
    const entry = entries.get(part.toLowerCase());
    if (!entry) throw new XlsxFault('a part of the workbook is missing');
    if (entry.uncompressedSize > most) throw new XlsxFault('a part of the workbook is larger than such a part can be');
    return entry;
  };
  const meta = (part: string) => unpack(bytes, zip, () => entryOf(part, LIMITS.meta));
  return {
    has: (part) => entries.has(part.toLowerCase()),
    stream: (part) => unpack(bytes, zip, () => entryOf(part, LIMITS.part)),
    meta,
    text: async (part) => (await join(meta(part))).toString('utf8').replace(/^\uFEFF/, ''),
    names: [...entries.values()].map(({ fileName }) => fileName),
    packed: async (part) => {
      const entry = entryOf(part, LIMITS.part);
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      return {
        name: entry.fileName,
        method: entry.compressionMethod,
        crc: entry.crc32,
        size: entry.uncompressedSize,
        packed: bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize),
        time: entry.lastModFileTime,
        date: entry.lastModFileDate,
      };
    },
  };
}

async function wholeFile(file: string, content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += (chunk as Buffer).length;
    if (size > LIMITS.file)
      throw new PayrunError('sheet_too_large', { file, detail: `the limit for a workbook is ${LIMITS.file / MB} MB` });
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, size);
}

/** Part names are compared without case, as the standard for Office packages requires. */
async function readDirectory(file: string, bytes: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  const zip = await fromBufferPromise(bytes).catch((error) => {
    // The ZIP is cut off or damaged; part names in its bytes show whether it is a workbook.
    if (WORKBOOK_PARTS.some((part) => bytes.includes(part))) throw error;
    throw new PayrunError('sheet_not_a_sheet', { file, detail: 'it is a ZIP archive' }, { cause: error });
  });
  if (zip.entryCount > LIMITS.entries)
    throw new PayrunError('sheet_too_large', { file, detail: `it has ${zip.entryCount} parts` });
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (name.endsWith('/')) continue;
    // Programs differ in which of the two they read.
    if (entries.has(name)) throw new XlsxFault('a part of the workbook is there twice');
    if (entry.isEncrypted())
      throw new PayrunError('sheet_not_a_sheet', { file, detail: 'it is a password-protected ZIP archive' });
    entries.set(name, entry);
  }
  return { zip, entries };
}

function checkSizes(file: string, entries: readonly Entry[]): void {
  let all = 0;
  for (const { compressedSize, uncompressedSize } of entries) {
    all += uncompressedSize;
    const tight = uncompressedSize > LIMITS.small && uncompressedSize > compressedSize * LIMITS.ratio;
    if (tight || uncompressedSize > LIMITS.part || all > LIMITS.all)
      throw new PayrunError('sheet_too_large', {
        file,
        detail: 'its uncompressed content is too large for a sheet',
      });
  }
}

/** Throws every error, even for a missing entry, when the first bytes are requested. */
async function* unpack(bytes: Buffer, zip: ZipFile, find: () => Entry): AsyncGenerator<Buffer, void> {
  const entry = find();
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  let length = 0;
  let crc = 0;
  for await (const chunk of inflated(entry, packed)) {
    length += chunk.length;
    if (length > entry.uncompressedSize) break;
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (length !== entry.uncompressedSize || crc !== entry.crc32)
    throw new XlsxFault('a part of the workbook is not what was saved');
}

function inflated(entry: Entry, packed: Buffer): Readable {
  if (entry.compressionMethod === 0) return Readable.from(slices(packed));
  if (entry.compressionMethod !== 8) throw new XlsxFault('it is compressed in a way that workbooks are not');
  const inflate = createInflateRaw({ chunkSize: 65_536 });
  inflate.end(packed);
  return inflate;
}

function* slices(packed: Buffer): Generator<Buffer> {
  for (let at = 0; at < packed.length; at += 65_536) yield packed.subarray(at, at + 65_536);
}

async function join(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
