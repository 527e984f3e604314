import { join } from 'node:path';
import { countInboxFiles, type InboxCounts } from '../../ledger/operations/inbox-file.ts';
import type { AppContext } from '../context/app-context.ts';
import { OWN_FOLDERS } from './file-names.ts';
import { type InboxDisk, inFolder, realDisk } from './inbox-disk.ts';
import { readInboxIdentity } from './inbox-identity.ts';
import { diskFault, type InboxIssue, inboxIssue } from './issues.ts';
import { merchantFolders } from './merchant-folders.ts';
import { type InboxScan, scanInbox } from './scan-inbox.ts';

/** The state of the inbox, for `payrun doctor`, the metrics and the page. */
export interface InboxReport extends InboxCounts {
  /** Absolute path. */
  readonly inbox: string;
  /** Sheets that were dropped and not taken yet. */
  readonly waiting: number;
  readonly folders: readonly InboxFolder[];
  /** Folders that belong to no merchant or user, with the number of sheets in each. */
  readonly strangers: InboxScan['strangers'];
  /** Issues, each with its next step; of level `info` if it is no error. */
  readonly issues: readonly InboxIssue[];
}

export interface InboxFolder {
  /** The folder of a merchant or a user; '' is the inbox itself. */
  readonly folder: string;
  /** Whether files can be created and removed in it and in those of Payrun's folders that exist. */
  readonly writable: boolean;
  readonly freeBytes: number;
  readonly waiting: number;
}

const NOTHING: InboxCounts = { taking: 0, processing: 0, doneToday: 0, failedToday: 0, oldest: null };

/** Reads the state of the inbox and changes nothing. Null if no inbox is configured. Throws `database_unreachable`. */
export async function inboxState(appContext: AppContext, disk: InboxDisk = realDisk): Promise<InboxReport | null> {
  const { config, ledger, clock } = appContext;
  const { inbox } = config;
  if (inbox === undefined) return null;
  try {
    const folderOwners = merchantFolders(appContext, () => performance.now());
    const looked = await scanInbox(disk, { inbox, marker: config.inboxMarker === 'done', ...folderOwners });
    const id = await readInboxIdentity(disk, inbox);
    const counts = id === null ? NOTHING : await countInboxFiles(ledger.db, id, new Date(clock.now()));
    const issues = [...looked.issues];
    const folders: InboxFolder[] = [];
    for (const folder of looked.folders) {
      const { writable, freeBytes } = await inFolder({ disk, inbox }, folder, async (place) => ({
        writable: await isWritable(disk, place),
        freeBytes: await disk.freeBytes(place),
      }));
      if (!writable) issues.push(inboxIssue('inbox_disk', folder, { detail: 'this user may not write there' }));
      const waiting = looked.dropped.filter((file) => file.folder === folder).length;
      folders.push({ folder, writable, freeBytes, waiting });
    }
    return { inbox, ...counts, waiting: looked.dropped.length, folders, strangers: looked.strangers, issues };
  } catch (error) {
    const detail = diskFault(error);
    if (detail === null) throw error;
    const away = inboxIssue('inbox_away', '', { inbox, detail });
    return { inbox, ...NOTHING, waiting: 0, folders: [], strangers: [], issues: [away] };
  }
}

async function isWritable(disk: InboxDisk, place: string): Promise<boolean> {
  for (const path of ['', ...OWN_FOLDERS].map((own) => join(place, own)))
    if ((await disk.look(path)) && !(await disk.mayWrite(path))) return false;
  return true;
}
