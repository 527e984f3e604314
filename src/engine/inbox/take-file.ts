import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import {
  addInboxFile,
  dropInboxFile,
  hasInboxName,
  type InboxChange,
  type InboxFile,
  moveInboxFile,
} from '../../ledger/operations/inbox-file.ts';
import { storeSheet } from '../../ledger/runs/sheet.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { openContent } from '../../sheets/files/sheet-file.ts';
import { SIDECAR, sidecarNames, sidecarText } from '../../sheets/headers/control-total.ts';
import { processName } from '../leases/run-lease.ts';
import { datedName, MARKER, nameKind, numberedName, OWN_FOLDERS } from './file-names.ts';
import { INBOX_LEASE_MS, type InboxDeps, Overtaken } from './inbox-deps.ts';
import { type InboxDisk, inFolder } from './inbox-disk.ts';
import { contentOf, type Dropped, getFileStamp } from './scan-inbox.ts';

/** The number of names that are tried for one file on one day. */
const MOST_NAMES = 10_000;

/** Records that a file is about to be taken, and its new name. Null if another process is already taking it. */
export async function beginTaking(deps: InboxDeps, inbox: string, file: Dropped): Promise<InboxFile | null> {
  const { appContext } = deps;
  return addInboxFile(
    appContext.ledger.db,
    inbox,
    {
      id: appContext.ids(),
      folder: file.folder,
      source: file.name,
      name: await freeName(deps, file.folder, datedName(file.name, today(deps))),
      sidecar: file.sidecar,
      size: file.size,
      stamp: file.stamp,
      mode: file.mode,
      owner_uid: file.ownerUid,
      others_may_write: file.othersMayWrite,
      user_folder: file.userFolder,
    },
    { owner: processName, leaseMs: INBOX_LEASE_MS },
  );
}

/**
 * Stores a file and its control total in the ledger. From then on only these bytes are used. The file is opened once,
 * and must match what was seen by its name, before and after it is read. Otherwise it has to settle again, or was
 * removed, and the result is null.
 */
export async function takeFile(deps: InboxDeps, file: InboxFile): Promise<InboxFile | null> {
  const { disk, appContext } = deps;
  const { db, vault } = appContext.ledger;
  return inFolder(deps, file.folder, async (place) => {
    const sheet = await disk.openFile(join(place, file.source));
    const control = file.sidecar === null ? null : await disk.openFile(join(place, file.sidecar));
    let held = false;
    try {
      if (sheet === null || (await stampOfOpen(sheet, control)) !== file.stamp) return await leave(db, file);
      const stored = await sheet.stat({ bigint: true });
      const name = maskBankDetails(file.name);
      const { id } = await storeSheet(db, vault, { id: appContext.ids(), name, content: openContent(sheet) });
      const text = control && (await sidecarText(control));
      if ((await stampOfOpen(sheet, control)) !== file.stamp) return await leave(db, file);
      const taken = await record(deps, file, { state: 'taken', sheet: id, control: text }, 'inbox_taken');
      held = true;
      await deps.taken.hold(file.id, sheet, stored);
      return taken;
    } finally {
      if (!held) await sheet?.close();
      await control?.close();
    }
  });
}

async function stampOfOpen(...files: readonly (FileHandle | null)[]): Promise<string> {
  const stats = await Promise.all(files.map(async (file) => (file === null ? null : file.stat({ bigint: true }))));
  return stats.map(getFileStamp).join('|');
}

async function leave(db: Db, file: InboxFile): Promise<null> {
  await dropInboxFile(db, file);
  return null;
}

/**
 * Removes a stored file, its marker and its control total from their folder, unless they have been replaced: then they
 * are new files. Can be called again after an interruption at any point.
 */
export async function removeTaken(deps: InboxDeps, file: InboxFile): Promise<void> {
  const { disk, appContext } = deps;
  const [sheet, control] = file.stamp.split('|') as [string, string?];
  await inFolder(deps, file.folder, async (place) => {
    // The marker goes first. Otherwise it would also mark the next file of that name, which may be incomplete.
    if (appContext.config.inboxMarker === 'done' && getFileStamp(await disk.look(join(place, file.source))) === sheet)
      await disk.remove(join(place, `${file.source}${MARKER}`));
    await removeStill(disk, place, { name: file.source, stamp: sheet, aside: `.payrun-${file.id}` });
    if (file.sidecar === null || control === undefined) return;
    const left = await disk.entries(place);
    const isShared = left.some(({ name }) => nameKind(name) === 'sheet' && sidecarNames(name).includes(file.sidecar!));
    if (!isShared)
      await removeStill(disk, place, { name: file.sidecar, stamp: control, aside: `.payrun-${file.id}${SIDECAR}` });
  });
}

/**
 * Removes a file of this stamp. It gets a name that no one else uses first, so that what another program puts in its
 * place meanwhile is not what is removed.
 */
async function removeStill(
  disk: InboxDisk,
  place: string,
  { name, stamp, aside }: { readonly name: string; readonly stamp: string; readonly aside: string },
): Promise<void> {
  const away = join(place, aside);
  if (getFileStamp(await disk.look(join(place, name))) === stamp) await disk.rename(join(place, name), away);
  const moved = await disk.look(away);
  if (moved !== null && contentOf(getFileStamp(moved)) !== contentOf(stamp)) await putBack(disk, place, name, away);
  await disk.remove(away);
}

/** Gives a file its name back, or one with a number if that is taken. */
async function putBack(disk: InboxDisk, place: string, name: string, away: string): Promise<void> {
  for (let n = 1; n < MOST_NAMES; n += 1) {
    const back = join(place, numberedName(name, n));
    if ((await disk.look(back)) !== null) continue;
    try {
      return await disk.link(away, back);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      // Not every file system has links.
      return disk.rename(away, back);
    }
  }
}

/**
 * The first name that no file of the folder has or had, neither in the ledger nor among the copies. `own`: the name of
 * the file itself.
 */
export async function freeName(deps: InboxDeps, folder: string, name: string, own?: string): Promise<string> {
  const { disk, appContext } = deps;
  return inFolder(deps, folder, async (place) => {
    for (let n = 1; n < MOST_NAMES; n += 1) {
      const candidate = numberedName(name, n);
      if (candidate !== own && (await hasInboxName(appContext.ledger.db, folder, candidate))) continue;
      const copies = await Promise.all(OWN_FOLDERS.map((below) => disk.look(join(place, below, candidate))));
      if (copies.every((copy) => copy === null)) return candidate;
    }
    return numberedName(name, MOST_NAMES + Math.floor(appContext.clock.now() % 1e9));
  });
}

/** Throws `Overtaken` if another process has the file. */
export async function changed(db: Db, file: InboxFile, change: InboxChange): Promise<InboxFile> {
  const now = await moveInboxFile(db, file, change);
  if (!now) throw new Overtaken();
  return now;
}

/** Changes the state of a file and appends the event to the audit log. */
export function record(deps: InboxDeps, file: InboxFile, change: InboxChange, kind: string): Promise<InboxFile> {
  const { ledger, clock } = deps.appContext;
  return ledger.tx(async (db) => {
    const now = await changed(db, file, change);
    const { id, folder, source, name, end_name, run_id, size } = now;
    const data = {
      file: id,
      folder,
      source,
      name: end_name ?? name,
      size: String(size),
      run: run_id && String(run_id),
    };
    await appendEvent(db, { chain: 'system', at: new Date(clock.now()), actor: 'payrun', kind, data });
    return now;
  });
}

/** ISO 8601, in the configured time zone. */
function today({ appContext: { clock, config } }: InboxDeps): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: config.timeZone, dateStyle: 'short' }).format(clock.now());
}
