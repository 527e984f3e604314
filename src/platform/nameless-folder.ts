import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { openPath } from './open-folder.ts';

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
export async function createNameless(path: string): Promise<string | null> {
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
