import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PayrunError } from '../errors.ts';
import { DISK_FAULTS } from './disk-faults.ts';
import { openPath } from './folders.ts';

/**
 * Passes `write` a path to a new file and gives that file the name `path` when it is complete, so that no program opens
 * a partial file. The content goes into this file even if its temporary name is replaced meanwhile. A file of a
 * nameless folder gets no name at all. Throws `file_unwritable`.
 * @param mode by default, only its owner may read it: it holds bank details.
 */
export async function writeFileAtomically(
  path: string,
  write: (temporary: string) => Promise<void>,
  mode = 0o600,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const nameless = await createNameless(path);
    if (nameless !== null) return await write(nameless);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await write(openPath(file, temporary));
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw unwritable(path, error);
  }
}

/** Details for a file that may be open in another program. */
const SENTENCES: Readonly<Record<string, string>> = {
  ...DISK_FAULTS,
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EPERM: 'this user may not write there, or the file is open in another program',
  EBUSY: 'the file is open in another program',
  EISDIR: 'a folder has that name',
};

function unwritable(file: string, error: unknown): unknown {
  if (error instanceof PayrunError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  return new PayrunError('file_unwritable', { file, detail: SENTENCES[code] ?? code }, { cause: error });
}

/** Its files have no name on the disk, so that nothing is left of them however the process ends. */
export interface NamelessFolder {
  /** A path that does not exist on the disk: `writeFileAtomically` puts the files below it into this folder. */
  readonly path: string;
  /** The file that was written under this path; it is closed with the folder. */
  readonly file: (written: string) => FileHandle;
  /** The files that were written, by name. */
  readonly files: () => readonly (readonly [string, FileHandle])[];
  readonly close: () => Promise<void>;
}

interface NamelessFile {
  readonly file: FileHandle;
  /** Valid while the file is open. */
  readonly path: string;
  readonly close: () => Promise<void>;
}

/** The prefix of temporary folders that hold files while they have a name. */
export const NAMELESS_PREFIX = 'payrun-download-';
/** The files of the open folders, by folder and name: the writer of a file knows only its path. */
const FOLDERS = new Map<string, Map<string, NamelessFile>>();
let opened = 0;

export function openNamelessFolder(): NamelessFolder {
  opened += 1;
  const path = join(tmpdir(), `payrun-nameless-${process.pid}-${opened}`);
  const files = new Map<string, NamelessFile>();
  FOLDERS.set(path, files);
  return {
    path,
    file: (written) => {
      const found = dirname(written) === path ? files.get(basename(written)) : undefined;
      if (!found) throw new Error('this file was not written into the nameless folder');
      return found.file;
    },
    files: () => [...files].map(([name, { file }]) => [name, file] as const),
    close: async () => {
      FOLDERS.delete(path);
      await Promise.all([...files.values()].map((one) => one.close()));
    },
  };
}

/** Creates a file of a nameless folder, and returns a path that leads to it; null if the path is in no such folder. */
async function createNameless(path: string): Promise<string | null> {
  const files = FOLDERS.get(dirname(path));
  if (files === undefined) return null;
  const created = await createFile();
  await files.get(basename(path))?.close();
  files.set(basename(path), created);
  return created.path;
}

/** If the system cannot open a file without a name, the file has one until it is closed. */
async function createFile(): Promise<NamelessFile> {
  if (existsSync('/proc/self/fd')) {
    const file = await namelessFile(tmpdir(), NAMELESS_PREFIX);
    return { file, path: openPath(file, ''), close: () => file.close() };
  }
  const own = await mkdtemp(join(tmpdir(), NAMELESS_PREFIX));
  const path = join(own, 'file');
  const file = await open(path, 'wx+', 0o600);
  const close = async () => {
    await file.close();
    await rm(own, { recursive: true, force: true });
  };
  return { file, path, close };
}

/** An empty file on the disk of this folder, without a name. */
export async function namelessFile(folder: string, prefix: string): Promise<FileHandle> {
  const own = await mkdtemp(join(folder, prefix));
  try {
    return await open(join(own, 'file'), 'wx+', 0o600);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
