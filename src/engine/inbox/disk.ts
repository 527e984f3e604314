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
import { writeWhole } from '../../sheets/files/whole-file.ts';

/** What the inbox does on the disk; passed in, so that tests can have any of it fail. */
export interface InboxDisk {
  /** Throws where the folder is not there. */
  entries(folder: string): Promise<readonly Dirent[]>;
  /** Of the entry itself, also where it is a symlink; null where nothing is there. */
  look(path: string): Promise<BigIntStats | null>;
  read(path: string): Promise<string>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Makes an empty file; throws EEXIST where something is there. */
  reserve(path: string): Promise<void>;
  /** Nothing to remove is no error. */
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Puts a whole file in its place, whatever stood there. */
  write(path: string, content: string | AsyncIterable<Uint8Array>, mode: number): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  mayRead(path: string): Promise<boolean>;
  /** Can files be made and removed there? */
  mayWrite(folder: string): Promise<boolean>;
  freeBytes(folder: string): Promise<number>;
}

const may = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Names in a folder are kept when the power goes only once the folder itself is on the disk; not every file system can. */
async function kept(folder: string): Promise<void> {
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
    await kept(folderOf(to));
  },
  async rename(from, to) {
    await rename(from, to);
    await kept(folderOf(to));
  },
  async reserve(path) {
    await (await open(path, 'wx', 0o600)).close();
  },
  async remove(path) {
    await rm(path, { force: true });
    await kept(folderOf(path));
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
