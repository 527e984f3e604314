import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PayrunError } from '../errors.ts';
import { DISK_FAULTS } from './disk-faults.ts';
import { createNameless } from './nameless-folder.ts';
import { openPath } from './open-folder.ts';

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
