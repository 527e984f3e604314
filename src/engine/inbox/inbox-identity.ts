import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { makePrivateFolder } from '../../platform/folders.ts';
import type { InboxDisk } from './inbox-disk.ts';

const NAME = '.payrun-inbox';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id of the inbox, the same on every machine and mount path; null if the folder has none. If a share is not
 * mounted, the empty folder below it is not mistaken for the inbox, so no results are lost in it.
 */
export function readInboxIdentity(disk: InboxDisk, inbox: string): Promise<string | null> {
  return readId(disk, join(inbox, NAME));
}

async function readId(disk: InboxDisk, path: string): Promise<string | null> {
  const file = await disk.openFile(path);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const id = buffer.toString('latin1', 0, bytesRead).trim();
    return ID.test(id) ? id : null;
  } finally {
    await file.close();
  }
}

/**
 * Reads the id of the inbox and creates one if the folder has none. If two processes do so, one wins. The home
 * remembers the id that was read at this path earlier: if only the id file was removed, it is written again; if the
 * folder is empty, the share is not mounted and it throws ENOTCONN.
 */
export async function inboxIdentity(disk: InboxDisk, inbox: string, home: string): Promise<string> {
  const remembered = join(home, `inbox-${createHash('sha256').update(inbox).digest('hex').slice(0, 16)}.id`);
  const known = await readInboxIdentity(disk, inbox);
  const before = await readId(disk, remembered);
  if (known !== null) {
    if (known !== before) {
      // With PostgreSQL, nothing else may have created it.
      makePrivateFolder(home);
      await disk.write(remembered, `${known}\n`, 0o600);
    }
    return known;
  }
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
  return (await readInboxIdentity(disk, inbox)) ?? inboxIdentity(disk, inbox, home);
}
