import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PayrunError } from '../../errors.ts';
import { findSidecar } from '../headers/control-total.ts';
import type { SheetBytes, SheetSource, Sidecar } from '../understood-sheet.ts';

/** The bytes of a sheet, on disk or from another source. */
export interface SheetFile {
  /** The name that the user gave: a path, or the name of an upload. */
  readonly name: string;
  readonly content: () => Readable;
  /** Its control total in a file of its own; null if it has none. Throws `control_total`. */
  readonly sidecar: () => Promise<Sidecar | null>;
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
    content: sheetContent(path).content,
    sidecar: () => findSidecar(path),
    unchanged: async () => {
      const after = await stamp().catch(() => null);
      if (after !== before) throw new PayrunError('sheet_changed', { file: path });
    },
  };
}

/** Bytes in memory as a sheet, such as an upload: no temporary file has them in the clear. */
export function sheetFromBytes(name: string, bytes: Uint8Array): SheetBytes {
  return { name, content: () => Readable.from(chunksOf(bytes), { objectMode: false }) };
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** The path of a file as a name and bytes that can be read several times. */
export function sheetContent(source: SheetSource): SheetBytes {
  if (typeof source !== 'string') return source;
  return { name: source, content: () => createReadStream(source, { highWaterMark: CHUNK }) };
}

function sourceFile({ name, content, sidecar = null }: SheetBytes): SheetFile {
  return { name, content, sidecar: async () => sidecar, unchanged: async () => {} };
}

/**
 * Opens the file of a path once and does `work` with its bytes: they stay those of this file, whatever the path leads
 * to later. Throws `file_missing`, `file_is_folder`, `file_unreadable`, `control_total`.
 */
export async function withOpenSheet<T>(path: string, work: (sheet: SheetBytes) => Promise<T>): Promise<T> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw fileError(path, error);
  });
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw new PayrunError('file_is_folder', { file: path });
    if (!stat.isFile()) throw new PayrunError('file_unreadable', { file: path, detail: 'it is not a regular file' });
    return await work({ name: path, content: () => openContent(file), sidecar: await findSidecar(path) });
  } finally {
    await file.close();
  }
}

/** The bytes of an open file, from its beginning. */
export function openContent(file: FileHandle): Readable {
  return Readable.from(readFrom(file), { objectMode: false });
}

/** Unlike a stream of the file, it leaves the file open if the reader stops before its end. */
async function* readFrom(file: FileHandle): AsyncGenerator<Buffer, void> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
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
