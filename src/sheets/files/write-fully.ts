import type { FileHandle } from 'node:fs/promises';

/** Writes all bytes: a disk that is almost full accepts a part of them. */
export async function writeFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    from += (await file.write(bytes, from, bytes.length - from, at + from)).bytesWritten;
  }
}
