import type { BigIntStats, Dirent } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type OpenFolder, openFolder, openRegularFile } from '../../platform/folders.ts';
import { writeFileAtomically } from '../../platform/write-file.ts';

/** The inbox's file operations, passed in so that tests can make any of them fail. */
export interface InboxDisk {
  /** Follows no link in the last part of the path, unless `followLink`. */
  openFolder(path: string, followLink?: boolean): Promise<OpenFolder>;
  /** Null if a link, a pipe or nothing at all has that path. */
  openFile(path: string): Promise<FileHandle | null>;
  /** Throws if the folder does not exist. */
  entries(folder: string): Promise<readonly Dirent[]>;
  /** Does not follow a symlink. Null if nothing has that path. */
  look(path: string): Promise<BigIntStats | null>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** No error if nothing has that path. */
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Writes a whole file at once and replaces any file at that path. */
  write(path: string, content: string | AsyncIterable<Uint8Array>, mode: number): Promise<void>;
  mayRead(path: string): Promise<boolean>;
  /** Whether files can be created in the folder and removed from it. */
  mayWrite(folder: string): Promise<boolean>;
  freeBytes(folder: string): Promise<number>;
}

const may = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** After a power failure, a name is gone only if its folder was synced. Not every file system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

export const realDisk: InboxDisk = {
  openFolder,
  openFile: openRegularFile,
  entries: (folder) => readdir(folder, { withFileTypes: true }),
  look: (path) =>
    lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    }),
  link,
  rename,
  async remove(path) {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  },
  async makeFolder(path) {
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  },
  write: (path, content, mode) => writeFileAtomically(path, (temporary) => writeFile(temporary, content), mode),
  mayRead: (path) => may(path, constants.R_OK),
  mayWrite: (folder) => may(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
};

/**
 * Opens a folder of the inbox and does `work` with a path to it. Below the inbox no link is followed, and what `work`
 * does is done to the folder that was opened, whatever its owner puts in its place meanwhile.
 */
export async function inFolder<T>(
  { disk, inbox }: { readonly disk: InboxDisk; readonly inbox: string },
  folder: string,
  work: (place: string) => Promise<T>,
): Promise<T> {
  let open = await disk.openFolder(inbox, true);
  try {
    for (const name of folder.split('/').filter((part) => part !== '')) {
      const below = await disk.openFolder(join(open.path, name));
      await open.close();
      open = below;
    }
    return await work(open.path);
  } finally {
    await open.close();
  }
}
