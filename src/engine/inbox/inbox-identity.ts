import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { InboxDisk } from './inbox-disk.ts';

const NAME = '.payrun-inbox';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id of the inbox, the same on every machine and mount path; null if the folder has none. If a share is not
 * mounted, the empty folder below it is not taken for the same inbox, so files in `processing/` do not count as lost.
 */
export async function readInboxIdentity(disk: InboxDisk, inbox: string): Promise<string | null> {
  const path = join(inbox, NAME);
  if (!(await disk.look(path))?.isFile()) return null;
  const id = (await disk.read(path)).trim();
  return ID.test(id) ? id : null;
}

/**
 * Reads the id of the inbox and creates one if the folder has none. If two processes do so, one wins. `before` is the
 * id that this process read earlier: if only the id file was removed, it is written again; if the folder is empty, the
 * share is not mounted and it throws ENOTCONN.
 */
export async function inboxIdentity(disk: InboxDisk, inbox: string, before: string | null): Promise<string> {
  const known = await readInboxIdentity(disk, inbox);
  if (known !== null) return known;
  if (before !== null && (await disk.entries(inbox)).length === 0)
    throw Object.assign(new Error('an empty folder is left of the inbox'), { code: 'ENOTCONN', path: inbox });
  const path = join(inbox, NAME);
  const draft = join(inbox, `${NAME}.${randomUUID()}.tmp`);
  await disk.write(draft, `${before ?? randomUUID()}\n`, 0o644);
  try {
    // The link makes the file appear complete, and never replaces one of another process.
    if (!(await disk.look(path))) await disk.link(draft, path).catch(async () => disk.rename(draft, path));
  } finally {
    await disk.remove(draft);
  }
  return (await readInboxIdentity(disk, inbox)) ?? inboxIdentity(disk, inbox, before);
}
