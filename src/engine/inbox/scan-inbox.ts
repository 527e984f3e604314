import type { BigIntStats, Dirent } from 'node:fs';
import { join } from 'node:path';
import type { InboxDisk } from './disk.ts';
import { isResults, MARKER, nameKind, OWN_FOLDERS, sidecarNames } from './file-names.ts';
import { diskFault, type InboxIssue, trouble } from './issues.ts';

/** A sheet that lies in the inbox, or in `processing/` without anybody knowing why. */
export interface Dropped {
  /** The merchant's folder, or a user's in it or in the inbox; '' is the inbox itself. */
  readonly folder: string;
  /** The user whose folder that is, as it is written; null: nobody's. */
  readonly userFolder: string | null;
  /** Of the file: who owns it. */
  readonly ownerUid: bigint;
  /** Below the folder. */
  readonly source: string;
  readonly name: string;
  readonly path: string;
  /** Bytes. */
  readonly size: bigint;
  /** Whatever changes when it or its control total is written to. */
  readonly stamp: string;
  /** Only its size and when it was last written to: these stay when it is moved. */
  readonly bytes: string;
  readonly writtenAt: bigint;
  /** Its control total, by name; null where there is none. */
  readonly sidecar: string | null;
  /** Another sheet has the same control total: `june.control.json` of june.csv and june.xlsx. */
  readonly sidecarShared: boolean;
  readonly inProcessing: boolean;
}

export interface Looked {
  readonly dropped: readonly Dropped[];
  readonly troubles: readonly InboxIssue[];
  /** The folders that are looked into; '' is the inbox itself. */
  readonly folders: readonly string[];
  /** Folders that belong to nobody, with how many sheets lie in each. */
  readonly strangers: readonly { readonly folder: string; readonly sheets: number }[];
}

export interface ScanOptions {
  readonly inbox: string;
  /** A sheet counts only with its marker beside it. */
  readonly marker: boolean;
  /** Is there a merchant of that name who can pay? */
  readonly knows: (merchant: string) => Promise<boolean>;
  /** Is there a user of that name? */
  readonly knowsUser: (name: string) => Promise<boolean>;
}

/** Looks at everything that lies in the inbox, and follows no link. Throws what reading the inbox itself throws. */
export async function scanInbox(disk: InboxDisk, options: ScanOptions): Promise<Looked> {
  const { inbox, knows, knowsUser } = options;
  const top = await disk.entries(inbox);
  const found: { dropped: Dropped[]; troubles: InboxIssue[] } = { dropped: [], troubles: [] };
  const folders = [''];
  const strangers: { folder: string; sheets: number }[] = [];
  await lookIntoFolder(disk, options, { folder: '', userFolder: null, entries: top }, found);
  for (const { name } of top.filter((entry) => entry.isDirectory() && isFolderOfSomebody(entry.name))) {
    try {
      const entries = await disk.entries(join(inbox, name));
      if (await knows(name)) {
        folders.push(name);
        const users = await usersFolders(options, entries);
        await lookIntoFolder(disk, options, { folder: name, userFolder: null, entries, users }, found);
        for (const user of users) {
          const folder = join(name, user);
          folders.push(folder);
          const inside = await disk.entries(join(inbox, folder));
          await lookIntoFolder(disk, options, { folder, userFolder: user, entries: inside }, found);
        }
      } else if (await knowsUser(name)) {
        folders.push(name);
        await lookIntoFolder(disk, options, { folder: name, userFolder: name, entries }, found);
      } else {
        const sheets = entries.filter((entry) => entry.isFile() && nameKind(entry.name) === 'sheet').length;
        strangers.push({ folder: name, sheets });
        found.troubles.push(trouble('inbox_folder_unknown', name));
      }
    } catch (error) {
      found.troubles.push(folderIssue(name, error));
    }
  }
  return { ...found, folders, strangers };
}

function isFolderOfSomebody(name: string): boolean {
  return !(OWN_FOLDERS as readonly string[]).includes(name) && nameKind(name) !== 'unfinished';
}

/** Folders of users among the entries of a merchant's. */
async function usersFolders({ knowsUser }: ScanOptions, entries: readonly Dirent[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && isFolderOfSomebody(entry.name)))
    if (await knowsUser(name)) found.push(name);
  return found;
}

/** Throws what is no fault of the disk. */
export function folderIssue(folder: string, error: unknown): InboxIssue {
  const detail = diskFault(error);
  if (detail === null) throw error;
  return trouble('inbox_disk', folder, { detail });
}

async function lookIntoFolder(
  disk: InboxDisk,
  options: ScanOptions,
  place: Omit<Place, 'below'>,
  found: { dropped: Dropped[]; troubles: InboxIssue[] },
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

interface Place {
  readonly folder: string;
  readonly userFolder: string | null;
  /** '' or `processing`. */
  readonly below: string;
  readonly entries: readonly Dirent[];
  /** Folders of users in it, which are looked into by themselves. */
  readonly users?: readonly string[];
}

async function sheetsAmong(
  disk: InboxDisk,
  { inbox, marker }: ScanOptions,
  { folder, userFolder, below, entries, users = [] }: Place,
  found: { dropped: Dropped[]; troubles: InboxIssue[] },
): Promise<void> {
  const at = (name: string) => join(folder, below, name);
  const complain = (code: Parameters<typeof trouble>[0], name: string) => found.troubles.push(trouble(code, at(name)));
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
      // Below the inbox itself folders are merchants' and users'.
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
      // A control total that is a link is named above; its sheet waits for a real one.
      if (!stat?.isFile() || (sidecar !== null && !control?.isFile())) continue;
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

/** How big a file is and when it was last written to, which a move does not change. */
export function bytesOf({ size, mtimeNs }: Pick<BigIntStats, 'size' | 'mtimeNs'>): string {
  return `${size} ${mtimeNs}`;
}
