import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PayrunError } from '../../errors.ts';
import type { SheetSource } from '../understood-sheet.ts';

/** The bytes of a sheet, on disk or from another source. */
export interface SheetFile {
  /** The name that the user gave: a path, or the name of an upload. */
  readonly name: string;
  readonly path: string | null;
  readonly content: () => Readable;
  /** Throws `sheet_changed` if the file on disk has changed since it was opened. */
  readonly unchanged: () => Promise<void>;
}

const HEAD = 65_536;
const CHUNK = 16_384;

/**
 * Opens a source and reads its first 64 KB. Throws `file_missing`, `file_is_folder`, `file_unreadable`, `sheet_empty`.
 */
export async function sheetFile(source: SheetSource): Promise<{ file: SheetFile; head: Buffer }> {
  const file = typeof source === 'string' ? await onDisk(source) : sourceFile(source);
  const head = await firstBytes(file);
  if (head.length === 0) throw new PayrunError('sheet_empty', { file: file.name });
  return { file, head };
}

async function onDisk(path: string): Promise<SheetFile> {
  const stamp = async () => {
    const { size, mtimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ino}`;
  };
  let before: string;
  let handle: FileHandle | null = null;
  try {
    if ((await stat(path)).isDirectory()) throw new PayrunError('file_is_folder', { file: path });
    handle = await open(path, 'r');
    before = await stamp();
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await handle?.close();
  }
  return {
    name: path,
    path,
    content: sheetContent(path).content,
    unchanged: async () => {
      const after = await stamp().catch(() => null);
      if (after !== before) throw new PayrunError('sheet_changed', { file: path });
    },
  };
}

/** Bytes in memory as a sheet, such as an upload: no temporary file has them in the clear. */
export function sheetOfBytes(name: string, bytes: Uint8Array): Exclude<SheetSource, string> {
  return { name, content: () => Readable.from(chunksOf(bytes), { objectMode: false }) };
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** The path of a file as a name and bytes that can be read several times. */
export function sheetContent(source: SheetSource): Exclude<SheetSource, string> {
  if (typeof source !== 'string') return source;
  return { name: source, content: () => createReadStream(source, { highWaterMark: CHUNK }) };
}

function sourceFile({ name, content }: Exclude<SheetSource, string>): SheetFile {
  return { name, path: null, content, unchanged: async () => {} };
}

async function firstBytes(file: SheetFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file.content()) {
      parts.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= HEAD) break;
    }
  } catch (error) {
    throw fileError(file.name, error);
  }
  return Buffer.concat(parts).subarray(0, HEAD);
}

/** Turns a file system error into a `PayrunError`; returns any other error unchanged. */
export function fileError(file: string, error: unknown): unknown {
  if (error instanceof PayrunError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new PayrunError('file_missing', { file }, { cause: error });
  if (code === 'EISDIR') return new PayrunError('file_is_folder', { file }, { cause: error });
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  const detail = code === 'EACCES' || code === 'EPERM' ? 'this user may not read it' : code;
  return new PayrunError('file_unreadable', { file, detail }, { cause: error });
}
