import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of one sheet each, for as long as it is read or written. */
const OURS = /^payrun-(upload|corrected|download)-/;
/** Nothing takes so long. */
const OLD_MS = 3_600_000;

/**
 * Removes what processes of this user that were killed left where temporary files are: a sheet is in there in the clear. `now`: ms
 * UTC. What cannot be removed stays, without a word: it may be somebody else's.
 */
export async function clearScratch(now: number, folder = tmpdir()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => OURS.test(one))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || now - found.mtimeMs < OLD_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
