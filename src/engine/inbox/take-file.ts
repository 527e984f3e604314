import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import {
  addInboxFile,
  dropInboxFile,
  type InboxChange,
  type InboxFile,
  moveInboxFile,
} from '../../ledger/operations/inbox-file.ts';
import { processName } from '../leases/run-lease.ts';
import { datedName, MARKER, nameKind, numberedName, OWN_FOLDERS, SIDECAR, sidecarNames } from './file-names.ts';
import { INBOX_LEASE_MS, type InboxDeps, Overtaken, placeOf } from './inbox-deps.ts';
import { inboxIssue } from './issues.ts';
import { moveFile } from './move-file.ts';
import { bytesOf, type Dropped } from './scan-inbox.ts';

/** The number of names that are tried for one file on one day. */
const MOST_NAMES = 10_000;

/**
 * Records that a file is about to be taken, and its new name. Null if another process is already taking it. `used` are
 * the names of files in progress.
 */
export async function beginTaking(
  deps: InboxDeps,
  inbox: string,
  file: Dropped,
  used: ReadonlySet<string>,
): Promise<InboxFile | null> {
  const { appContext } = deps;
  const name = await freeName(deps, file.folder, datedName(file.name, today(deps)), used);
  return addInboxFile(
    appContext.ledger.db,
    inbox,
    {
      id: appContext.ids(),
      folder: file.folder,
      source: file.source,
      name,
      sidecar: file.sidecar === null ? null : `${file.sidecarShared ? SHARED : ''}${file.sidecar}`,
      size: file.size,
      stamp: file.bytes,
      owner_uid: file.ownerUid,
      user_folder: file.userFolder,
    },
    { owner: processName, leaseMs: INBOX_LEASE_MS },
  );
}

/**
 * Marks the name of a control total that another sheet shares, so that it is copied and not moved. No file name
 * contains a slash.
 */
const SHARED = '/';

/**
 * Moves a file to `processing/`, wherever an earlier attempt left it. Null if it changed meanwhile and has to settle
 * again, or if it was removed.
 */
export async function takeFile(deps: InboxDeps, file: InboxFile, again: boolean): Promise<InboxFile | null> {
  const { disk, appContext } = deps;
  const { db } = appContext.ledger;
  await makeOwnFolder(deps, file.folder, 'processing');
  const from = placeOf(deps, file.folder, file.source);
  const lies = await disk.look(from);
  const arrived = await disk.look(placeOf(deps, file.folder, 'processing', file.name));
  if (lies && (!lies.isFile() || bytesOf(lies) !== file.stamp) && !(arrived && arrived.ino === lies.ino)) {
    // The empty file with which an earlier attempt reserved the name.
    if (arrived?.size === 0n) await disk.remove(placeOf(deps, file.folder, 'processing', file.name));
    await dropInboxFile(db, file);
    return null;
  }
  // The marker goes first. Otherwise it would also mark the next file of that name, which may be incomplete.
  if (lies && appContext.config.inboxMarker === 'done') await disk.remove(`${from}${MARKER}`);

  let now = file;
  for (let retry = again; ; retry = false) {
    const moved = await moveFile(disk, from, placeOf(deps, now.folder, 'processing', now.name), retry);
    if (moved === 'moved') break;
    if (moved === 'gone') {
      await record(deps, now, { state: 'gone' }, 'inbox_gone');
      deps.complain(inboxIssue('inbox_file_gone', `${now.folder}/${now.source}`));
      return null;
    }
    const used = new Set([now.name]);
    now = await changed(db, now, {
      name: await freeName(deps, now.folder, datedName(baseOf(now.source), today(deps)), used),
    });
  }
  await takeSidecar(deps, now);
  return record(deps, now, { state: 'taken' }, 'inbox_taken');
}

async function takeSidecar(deps: InboxDeps, { folder, source, name, sidecar }: InboxFile): Promise<void> {
  if (sidecar === null) return;
  const shared = sidecar.startsWith(SHARED);
  const folderOfSource = source.slice(0, source.length - baseOf(source).length);
  const from = placeOf(deps, folder, folderOfSource, sidecar.slice(shared ? 1 : 0));
  const to = placeOf(deps, folder, 'processing', `${name}${SIDECAR}`);
  if (!shared) await moveFile(deps.disk, from, to, true);
  else if (await deps.disk.look(from)) {
    if (!(await deps.disk.look(to))) await deps.disk.write(to, await deps.disk.read(from), 0o600);
    const left = await deps.disk.entries(placeOf(deps, folder, folderOfSource));
    const wanted = left.some(
      (other) => nameKind(other.name) === 'sheet' && sidecarNames(other.name).includes(baseOf(from)),
    );
    if (!wanted) await deps.disk.remove(from);
  }
}

/** The first name that is free in all of Payrun's folders. */
async function freeName(deps: InboxDeps, folder: string, name: string, used: ReadonlySet<string>): Promise<string> {
  for (let n = 1; n < MOST_NAMES; n += 1) {
    const candidate = numberedName(name, n);
    if (used.has(candidate)) continue;
    const there = await Promise.all(OWN_FOLDERS.map((own) => deps.disk.look(placeOf(deps, folder, own, candidate))));
    if (there.every((one) => one === null)) return candidate;
  }
  return numberedName(name, MOST_NAMES + Math.floor(deps.appContext.clock.now() % 1e9));
}

/** Creates one of Payrun's folders. Throws ENOTDIR if something else has its name: links are not followed. */
export async function makeOwnFolder(
  deps: InboxDeps,
  folder: string,
  own: (typeof OWN_FOLDERS)[number],
): Promise<string> {
  const path = placeOf(deps, folder, own);
  await deps.disk.makeFolder(path);
  if (!(await deps.disk.look(path))?.isDirectory())
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR', path });
  return path;
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

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** ISO 8601, in the configured time zone. */
function today({ appContext: { clock, config } }: InboxDeps): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: config.timeZone, dateStyle: 'short' }).format(clock.now());
}
