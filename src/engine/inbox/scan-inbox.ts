import type { BigIntStats, Dirent } from 'node:fs';
import { join } from 'node:path';
import { sidecarNames } from '../../sheets/headers/control-total.ts';
import { MARKER, nameKind, OWN_FOLDERS } from './file-names.ts';
import { type InboxDisk, inFolder } from './inbox-disk.ts';
import { diskFault, type InboxIssue, inboxIssue } from './issues.ts';

/** A sheet in the inbox. The process that takes it opens it once, and compares what it opened with the stamp. */
export interface Dropped {
  /** The folder of a merchant, or of a user in it or in the inbox; '' is the inbox itself. */
  readonly folder: string;
  /** The name of the user's folder as written; null if the folder is not a user's. */
  readonly userFolder: string | null;
  /** Path below the inbox. */
  readonly path: string;
  readonly name: string;
  readonly ownerUid: bigint;
  /** Whether another account than the owner may have written the file. */
  readonly othersMayWrite: boolean;
  /** Permissions without the right to execute. */
  readonly mode: number;
  /** Bytes. */
  readonly size: bigint;
  /** `getFileStamp` the sheet and its control total. */
  readonly stamp: string;
  readonly writtenAt: bigint;
  /** The name of its control total; null if it has none. */
  readonly sidecar: string | null;
}

export interface InboxScan {
  readonly dropped: readonly Dropped[];
  readonly issues: readonly InboxIssue[];
  /** The folders that were scanned; '' is the inbox itself. */
  readonly folders: readonly string[];
  /** Folders that belong to no merchant or user, with the number of sheets in each. */
  readonly strangers: readonly { readonly folder: string; readonly sheets: number }[];
}

export interface ScanOptions {
  readonly inbox: string;
  /** Whether a sheet needs a marker file next to it. */
  readonly marker: boolean;
  /** Whether a merchant of that name can pay. */
  readonly knows: (merchant: string) => Promise<boolean>;
  /** Whether a user has that name. */
  readonly knowsUser: (name: string) => Promise<boolean>;
}

/** Scans the whole inbox and follows no links. Throws the errors of reading the inbox itself. */
export async function scanInbox(disk: InboxDisk, options: ScanOptions): Promise<InboxScan> {
  const { knows, knowsUser } = options;
  const found: { dropped: Dropped[]; issues: InboxIssue[] } = { dropped: [], issues: [] };
  const folders: string[] = [];
  const strangers: { folder: string; sheets: number }[] = [];
  const scan = (folder: string, userFolder: string | null, usersIn: UsersIn = async () => []) =>
    inFolder({ disk, ...options }, folder, async (place) => {
      const entries = await disk.entries(place);
      const users = await usersIn(entries);
      folders.push(folder);
      await sheetsAmong(disk, options, { folder, userFolder, place, entries, users }, found);
      return { entries, users };
    });
  const unlessFault = (folder: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => void found.issues.push(folderIssue(folder, error)));
  const { entries: top } = await scan('', null);
  for (const { name } of top.filter(isUserFolder))
    await unlessFault(name, async () => {
      if (await knows(name)) {
        const { users } = await scan(name, null, (entries) => usersFolders(options, entries));
        for (const user of users)
          await unlessFault(join(name, user), async () => void (await scan(join(name, user), user)));
      } else if (await knowsUser(name)) await scan(name, name);
      else {
        const entries = await inFolder({ disk, ...options }, name, disk.entries);
        const sheets = entries.filter((entry) => entry.isFile() && nameKind(entry.name) === 'sheet').length;
        strangers.push({ folder: name, sheets });
        found.issues.push(inboxIssue('inbox_folder_unknown', name));
      }
    });
  return { ...found, folders, strangers };
}

type UsersIn = (entries: readonly Dirent[]) => Promise<readonly string[]>;

function isUserFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !isOwn(entry.name) && nameKind(entry.name) !== 'unfinished';
}

const isOwn = (name: string) => (OWN_FOLDERS as readonly string[]).includes(name);

/** The folders of users among the entries of a merchant's folder. */
async function usersFolders({ knowsUser }: ScanOptions, entries: readonly Dirent[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of entries.filter(isUserFolder)) if (await knowsUser(name)) found.push(name);
  return found;
}

/** Rethrows an error that does not come from the disk. */
export function folderIssue(folder: string, error: unknown): InboxIssue {
  const detail = diskFault(error);
  if (detail === null) throw error;
  return inboxIssue('inbox_disk', folder, { detail });
}

interface Place {
  readonly folder: string;
  readonly userFolder: string | null;
  /** A path to the open folder. */
  readonly place: string;
  readonly entries: readonly Dirent[];
  /** Folders of users in this folder, which are scanned separately. */
  readonly users: readonly string[];
}

async function sheetsAmong(
  disk: InboxDisk,
  { marker }: ScanOptions,
  { folder, userFolder, place, entries, users }: Place,
  found: { dropped: Dropped[]; issues: InboxIssue[] },
): Promise<void> {
  const complain = (code: Parameters<typeof inboxIssue>[0], name: string) =>
    found.issues.push(inboxIssue(code, join(folder, name)));
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const sidecars = new Set(
    entries.filter(({ name }) => nameKind(name) === 'sheet').flatMap(({ name }) => sidecarNames(name)),
  );

  for (const entry of entries) {
    const { name } = entry;
    const kind = nameKind(name);
    if (kind === 'unfinished') continue;
    if (entry.isSymbolicLink()) complain('inbox_symlink', name);
    else if (entry.isDirectory()) {
      // Folders directly in the inbox belong to merchants and users.
      if (folder !== '' && !isOwn(name) && !users.includes(name)) complain('inbox_sub_folder', name);
    } else if (!entry.isFile()) complain('inbox_no_file', name);
    else if (kind === 'garbled') complain('inbox_name', name);
    else if (kind === 'other') complain('inbox_no_sheet', name);
    else if (kind === 'companion') {
      if (name.endsWith('.json') && !sidecars.has(name)) complain('inbox_sidecar_alone', name);
    } else if (!marker || names.has(`${name}${MARKER}`)) {
      const sidecar = sidecarNames(name).find((one) => entries.some((other) => other.name === one)) ?? null;
      const stat = await disk.look(join(place, name));
      const control = sidecar === null ? null : await disk.look(join(place, sidecar));
      // A control total that is a link is reported above. Its sheet waits for a regular file.
      if (!stat?.isFile() || (sidecar !== null && !control?.isFile())) continue;
      if (stat.nlink > 1n || (control && control.nlink > 1n)) complain('inbox_hard_link', name);
      else if (!(await disk.mayRead(join(place, name)))) complain('inbox_unreadable', name);
      else
        found.dropped.push({
          ...{ folder, userFolder, path: join(folder, name), name, sidecar },
          ownerUid: stat.uid,
          othersMayWrite: othersMayWrite(stat),
          mode: Number(stat.mode) & 0o666,
          size: stat.size,
          stamp: [stat, control].map(getFileStamp).join('|'),
          writtenAt: stat.mtimeNs,
        });
    }
  }
}

const GROUP_MAY_WRITE = 0o020n;
const OTHERS_MAY_WRITE = 0o002n;

/** Many systems give each account a group with the same number. */
function othersMayWrite({ mode, uid, gid }: BigIntStats): boolean {
  return (mode & OTHERS_MAY_WRITE) !== 0n || ((mode & GROUP_MAY_WRITE) !== 0n && gid !== uid);
}

/** All that is known of a file except its name: two equal stamps are of one file that no one changed in between. */
export function getFileStamp(stat: BigIntStats | null): string {
  if (stat === null) return '';
  const { ino, size, mtimeNs, ctimeNs, nlink, uid, gid, mode } = stat;
  return [ino, size, mtimeNs, ctimeNs, nlink, uid, gid, mode].join(' ');
}

/** The part of a stamp that a new name does not change. */
export function contentOf(stamp: string): string {
  return stamp.split(' ').slice(0, 3).join(' ');
}
