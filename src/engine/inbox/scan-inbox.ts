import type { BigIntStats, Dirent } from 'node:fs';
import { join } from 'node:path';
import { isResults, MARKER, nameKind, OWN_FOLDERS, sidecarNames } from './file-names.ts';
import type { InboxDisk } from './inbox-disk.ts';
import { diskFault, type InboxIssue, inboxIssue } from './issues.ts';

/** A sheet in the inbox, or one in `processing/` that may be unknown to the ledger. */
export interface Dropped {
  /** The folder of a merchant, or of a user in it or in the inbox; '' is the inbox itself. */
  readonly folder: string;
  /** The name of the user's folder as it is written; null if the folder is not a user's. */
  readonly userFolder: string | null;
  /** The owner of the file. */
  readonly ownerUid: bigint;
  /** Path below the folder. */
  readonly source: string;
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: bigint;
  /** Changes whenever the sheet or its control total is written to. */
  readonly stamp: string;
  /** Size and time of the last write only. A move changes neither. */
  readonly bytes: string;
  readonly writtenAt: bigint;
  /** The name of its control total; null if it has none. */
  readonly sidecar: string | null;
  /** Whether another sheet has the same control total: `june.control.json` of june.csv and june.xlsx. */
  readonly sidecarShared: boolean;
  readonly inProcessing: boolean;
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
  /** Whether a sheet counts only with a marker file beside it. */
  readonly marker: boolean;
  /** Whether a merchant of that name can pay. */
  readonly knows: (merchant: string) => Promise<boolean>;
  /** Whether a user has that name. */
  readonly knowsUser: (name: string) => Promise<boolean>;
}

/** Scans the whole inbox and follows no links. Throws the errors of reading the inbox itself. */
export async function scanInbox(disk: InboxDisk, options: ScanOptions): Promise<InboxScan> {
  const { inbox, knows, knowsUser } = options;
  const top = await disk.entries(inbox);
  const found: { dropped: Dropped[]; issues: InboxIssue[] } = { dropped: [], issues: [] };
  const folders = [''];
  const strangers: { folder: string; sheets: number }[] = [];
  await scanFolder(disk, options, { folder: '', userFolder: null, entries: top }, found);
  for (const { name } of top.filter((entry) => entry.isDirectory() && isFolderOfSomebody(entry.name))) {
    try {
      const entries = await disk.entries(join(inbox, name));
      if (await knows(name)) {
        folders.push(name);
        const users = await usersFolders(options, entries);
        await scanFolder(disk, options, { folder: name, userFolder: null, entries, users }, found);
        for (const user of users) {
          const folder = join(name, user);
          folders.push(folder);
          const inside = await disk.entries(join(inbox, folder));
          await scanFolder(disk, options, { folder, userFolder: user, entries: inside }, found);
        }
      } else if (await knowsUser(name)) {
        folders.push(name);
        await scanFolder(disk, options, { folder: name, userFolder: name, entries }, found);
      } else {
        const sheets = entries.filter((entry) => entry.isFile() && nameKind(entry.name) === 'sheet').length;
        strangers.push({ folder: name, sheets });
        found.issues.push(inboxIssue('inbox_folder_unknown', name));
      }
    } catch (error) {
      found.issues.push(folderIssue(name, error));
    }
  }
  return { ...found, folders, strangers };
}

function isFolderOfSomebody(name: string): boolean {
  return !(OWN_FOLDERS as readonly string[]).includes(name) && nameKind(name) !== 'unfinished';
}

/** The folders of users among the entries of a merchant's folder. */
async function usersFolders({ knowsUser }: ScanOptions, entries: readonly Dirent[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && isFolderOfSomebody(entry.name)))
    if (await knowsUser(name)) found.push(name);
  return found;
}

/** Rethrows an error that does not come from the disk. */
export function folderIssue(folder: string, error: unknown): InboxIssue {
  const detail = diskFault(error);
  if (detail === null) throw error;
  return inboxIssue('inbox_disk', folder, { detail });
}

async function scanFolder(
  disk: InboxDisk,
  options: ScanOptions,
  place: Omit<Place, 'below'>,
  found: { dropped: Dropped[]; issues: InboxIssue[] },
): Promise<void> {
  const { folder, userFolder, entries } = place;
  await sheetsAmong(disk, options, { ...place, below: '' }, found);
  const own = entries.find(({ name }) => name === 'processing');
  if (!own?.isDirectory()) return;
  const inside = await disk.entries(join(options.inbox, folder, own.name));
  await sheetsAmong(
    disk,
    { ...options, marker: false },
    { folder, userFolder, below: own.name, entries: inside },
    found,
  );
}

/**
 * Whether a dropped file has a name outside its folder too. While Payrun moves a file to `processing`, it has two names
 * there itself, also after a crash.
 */
async function hasOtherName(
  disk: InboxDisk,
  files: readonly (BigIntStats | null)[],
  folder: string,
  below: string,
): Promise<boolean> {
  const linked = files.filter((stat) => stat !== null && stat.nlink > 1n);
  if (linked.length === 0 || below !== '') return false;
  const own = new Set<bigint>();
  for (const { name } of await disk.entries(join(folder, 'processing')).catch(() => []))
    own.add((await disk.look(join(folder, 'processing', name)))?.ino ?? 0n);
  return linked.some((stat) => !own.has(stat!.ino));
}

interface Place {
  readonly folder: string;
  readonly userFolder: string | null;
  /** '' or `processing`. */
  readonly below: string;
  readonly entries: readonly Dirent[];
  /** Folders of users in this folder, which are scanned separately. */
  readonly users?: readonly string[];
}

async function sheetsAmong(
  disk: InboxDisk,
  { inbox, marker }: ScanOptions,
  { folder, userFolder, below, entries, users = [] }: Place,
  found: { dropped: Dropped[]; issues: InboxIssue[] },
): Promise<void> {
  const at = (name: string) => join(folder, below, name);
  const complain = (code: Parameters<typeof inboxIssue>[0], name: string) =>
    found.issues.push(inboxIssue(code, at(name)));
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const sheets = entries.filter(({ name }) => nameKind(name) === 'sheet');
  const sidecarsOf = new Map<string, number>();
  for (const { name } of sheets)
    for (const sidecar of sidecarNames(name)) sidecarsOf.set(sidecar, (sidecarsOf.get(sidecar) ?? 0) + 1);

  for (const entry of entries) {
    const { name } = entry;
    const kind = nameKind(name);
    if (kind === 'unfinished') continue;
    if (entry.isSymbolicLink()) complain('inbox_symlink', name);
    else if (entry.isDirectory()) {
      // Folders directly in the inbox belong to merchants and users.
      if (folder !== '' && below === '' && !(OWN_FOLDERS as readonly string[]).includes(name) && !users.includes(name))
        complain('inbox_sub_folder', name);
    } else if (!entry.isFile()) complain('inbox_no_file', name);
    else if (kind === 'garbled') complain('inbox_name', name);
    else if (below !== '' && (kind !== 'sheet' || isResults(name))) continue;
    else if (kind === 'other') complain('inbox_no_sheet', name);
    else if (kind === 'companion') {
      if (name.endsWith('.json') && !sidecarsOf.has(name)) complain('inbox_sidecar_alone', name);
    } else if (!marker || names.has(`${name}${MARKER}`)) {
      const sidecar = sidecarNames(name).find((one) => entries.some((other) => other.name === one)) ?? null;
      const path = join(inbox, folder, below, name);
      const stat = await disk.look(path);
      const control = sidecar === null ? null : await disk.look(join(inbox, folder, below, sidecar));
      // A control total that is a link is reported above. Its sheet waits for a regular file.
      if (!stat?.isFile() || (sidecar !== null && !control?.isFile())) continue;
      if (await hasOtherName(disk, [stat, control], join(inbox, folder), below)) {
        complain('inbox_hard_link', name);
        continue;
      }
      if (!(await disk.mayRead(path))) {
        complain('inbox_unreadable', name);
        continue;
      }
      found.dropped.push({
        folder,
        userFolder,
        ownerUid: stat.uid,
        source: join(below, name),
        name,
        path,
        size: stat.size,
        stamp: [stat, control].map((one) => (one ? stampOf(one) : '')).join('|'),
        bytes: bytesOf(stat),
        writtenAt: stat.mtimeNs,
        sidecar,
        sidecarShared: sidecar !== null && (sidecarsOf.get(sidecar) ?? 0) > 1,
        inProcessing: below !== '',
      });
    }
  }
}

function stampOf(stat: BigIntStats): string {
  return `${bytesOf(stat)} ${stat.ctimeNs} ${stat.ino}`;
}

/** The size of a file and the time of its last write. A move changes neither. */
export function bytesOf({ size, mtimeNs }: Pick<BigIntStats, 'size' | 'mtimeNs'>): string {
  return `${size} ${mtimeNs}`;
}
