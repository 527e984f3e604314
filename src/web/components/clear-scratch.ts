import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Temporary folders, each for one file while it is written; `upload` and `corrected` are of earlier versions. */
const OURS = /^payrun-(upload|corrected|download)-/;
/** No request takes this long. */
const OLD_MS = 3_600_000;

/**
 * Deletes temporary folders that killed processes of this user left behind: they contain sheets in plain text. `now`:
 * ms UTC. Ignores what cannot be deleted, because it may belong to another user.
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
