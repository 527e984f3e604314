import type { BigIntStats, Dirent } from 'node:fs';
import {
  access,
  chmod,
  constants,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
} from 'node:fs/promises';
import { writeWhole } from '../../sheets/files/write-whole-file.ts';

/** The inbox's file operations, passed in so that tests can make any of them fail. */
export interface InboxDisk {
  /** Throws if the folder does not exist. */
  entries(folder: string): Promise<readonly Dirent[]>;
  /** Does not follow a symlink. Null if nothing has that path. */
  look(path: string): Promise<BigIntStats | null>;
  read(path: string): Promise<string>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Creates an empty file. Throws EEXIST if the path is taken. */
  reserve(path: string): Promise<void>;
  /** No error if nothing has that path. */
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Writes a whole file at once and replaces any file at that path. */
  write(path: string, content: string | AsyncIterable<Uint8Array>, mode: number): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
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

/** A new name survives a power failure only after its folder is synced. Not every file system can do that. */
async function ensureFolder(folder: string): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
  } finally {
    await handle?.close();
  }
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1) || '.';

export const realDisk: InboxDisk = {
  entries: (folder) => readdir(folder, { withFileTypes: true }),
  look: (path) =>
    lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    }),
  read: (path) => readFile(path, 'utf8'),
  async link(from, to) {
    await link(from, to);
    await ensureFolder(folderOf(to));
  },
  async rename(from, to) {
    await rename(from, to);
    await ensureFolder(folderOf(to));
  },
  async reserve(path) {
    await (await open(path, 'wx', 0o600)).close();
  },
  async remove(path) {
    await rm(path, { force: true });
    await ensureFolder(folderOf(path));
  },
  async makeFolder(path) {
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  },
  async write(path, content, mode) {
    await writeWhole(path, async (temporary) => {
      const file = await open(temporary, 'w');
      try {
        await file.writeFile(content);
      } finally {
        await file.close();
      }
      await chmod(temporary, mode).catch(() => {});
    });
  },
  chmod,
  mayRead: (path) => may(path, constants.R_OK),
  mayWrite: (folder) => may(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
};
