import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { InboxDisk } from './disk.ts';

const NAME = '.payrun-inbox';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Which inbox a folder is, on whatever machine and path it is mounted; null where it does not say. Where a mount is away, the
 * empty folder below it is another inbox, so nobody takes what is in processing there for lost.
 */
export async function readInboxIdentity(disk: InboxDisk, inbox: string): Promise<string | null> {
  const path = join(inbox, NAME);
  if (!(await disk.look(path))?.isFile()) return null;
  const id = (await disk.read(path)).trim();
  return ID.test(id) ? id : null;
}

/**
 * The same; an inbox that does not say is given a name of its own. Of two processes that do so, one does. `before` is what it said to this
 * process earlier: where somebody removed that, it is written again; where everything is gone with it, the mount is away, and it throws ENOTCONN.
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
    // Whole from the first moment, and never over another one.
    if (!(await disk.look(path))) await disk.link(draft, path).catch(async () => disk.rename(draft, path));
  } finally {
    await disk.remove(draft);
  }
  return (await readInboxIdentity(disk, inbox)) ?? inboxIdentity(disk, inbox, before);
}
