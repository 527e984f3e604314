import { join } from 'node:path';
import { DATABASE_TROUBLES, isError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import {
  type InboxFile,
  knownInProcessing,
  type OpenInboxFile,
  openInboxFiles,
} from '../../ledger/operations/inbox-file.ts';
import { beginRun } from './begin-run.ts';
import { concludeFile, finishFile, WAITING } from './finish-file.ts';
import { holdFile, type InboxDeps, placeOf } from './inbox-deps.ts';
import { inboxIdentity } from './inbox-identity.ts';
import { diskFault, trouble } from './issues.ts';
import type { MerchantFolders } from './merchant-folders.ts';
import type { Requeue } from './requeue.ts';
import { type Dropped, folderIssue, scanInbox } from './scan-inbox.ts';
import type { SettledFiles } from './settled-files.ts';
import { beginTaking, changed, takeFile } from './take-file.ts';
import { waitingNote } from './waiting-note.ts';

/** What lives from one pass to the next. */
export interface InboxMemory {
  readonly settled: SettledFiles;
  readonly merchants: MerchantFolders;
  readonly requeue: Requeue;
  /** What the inbox said it is; null before the first pass. */
  identity: string | null;
  /** Files that were written to after they were taken: when each is read, in `elapsed` ms. */
  readonly rests: Map<string, number>;
}

/** A file that moved on in a pass. */
export interface InboxMove {
  /** Below the inbox, as it was dropped. */
  readonly file: string;
  /** What it is called now. */
  readonly name: string;
  readonly state: InboxFile['state'];
  readonly run: string | null;
}

/**
 * One look at the inbox: goes on with what was taken, takes what has stopped growing, oldest first, and brings what is through to its end. What is in the way
 * of one file or folder does not keep the others. Throws what reading the inbox itself throws, and `database_unreachable`.
 */
export async function inboxPass(given: InboxDeps, memory: InboxMemory): Promise<readonly InboxMove[]> {
  const deps: InboxDeps = { ...given, complain: onceEach(given.complain) };
  const { disk, inbox, appContext } = deps;
  const moves: InboxMove[] = [];
  const goOn = async () => {
    const open = await openInboxFiles(appContext.ledger.db, id);
    for (const file of open) {
      deps.signal.throwIfAborted();
      await careFor(deps, memory, file, moves);
    }
    return open;
  };
  const { dropped, troubles } = await scanInbox(disk, {
    inbox,
    marker: appContext.config.inboxMarker === 'done',
    ...memory.merchants,
  });
  for (const one of troubles) deps.complain(one);
  const id = await inboxIdentity(disk, inbox, memory.identity);
  memory.identity = id;
  const settled = memory.settled.look(dropped, deps.elapsed());
  const open = await goOn();
  const taken = await takeAll(
    deps,
    memory,
    id,
    await nobodysOf(
      deps,
      id,
      dropped.filter(({ path }) => settled.has(path)),
    ),
    open,
    moves,
  );
  // What has a run now is left to the workers.
  if (taken + moves.length > 0) await goOn();
  return moves;
}

/** Of many files in one folder that is in the way, the folder is named once. */
function onceEach(complain: InboxDeps['complain']): InboxDeps['complain'] {
  const named = new Set<string>();
  return (one) => {
    const key = JSON.stringify([one.code, one.file]);
    if (!named.has(key)) complain(one);
    named.add(key);
  };
}

/** Without those in `processing/` that are being worked on. */
async function nobodysOf(deps: InboxDeps, inbox: string, files: readonly Dropped[]): Promise<readonly Dropped[]> {
  const lost = Map.groupBy(
    files.filter(({ inProcessing }) => inProcessing),
    ({ folder }) => folder,
  );
  const known = new Set<string>();
  for (const [folder, inside] of lost)
    for (const name of await knownInProcessing(deps.appContext.ledger.db, inbox, folder, inside))
      known.add(placeOf(deps, folder, 'processing', name));
  return files.filter(({ path }) => !known.has(path));
}

async function takeAll(
  deps: InboxDeps,
  memory: InboxMemory,
  inbox: string,
  files: readonly Dropped[],
  open: readonly OpenInboxFile[],
  moves: InboxMove[],
): Promise<number> {
  const taking = new Set(
    open.filter(({ state }) => state === 'taking').map(({ folder, source }) => `${folder}/${source}`),
  );
  const namesOf = Map.groupBy(open, ({ folder }) => folder);
  const ordered = files.toSorted((a, b) =>
    a.writtenAt === b.writtenAt ? (a.name < b.name ? -1 : 1) : a.writtenAt < b.writtenAt ? -1 : 1,
  );
  const blocked = new Set<string>();
  let taken = 0;
  for (const file of ordered) {
    deps.signal.throwIfAborted();
    if (blocked.has(file.folder) || taking.has(`${file.folder}/${file.source}`)) continue;
    const used = new Set((namesOf.get(file.folder) ?? []).map(({ name }) => name));
    await unlessInTheWay(deps, file.folder, join(file.folder, file.source), blocked, async () => {
      const row = await beginTaking(deps, inbox, file, used);
      if (!row) return;
      taken += 1;
      await holdFile(deps, row, (held) => bringOn(deps, memory, held, false, moves), true);
    });
  }
  return taken;
}

/** What the disk says is told of the folder, anything else of the file; a database that is away ends the pass. */
async function unlessInTheWay(
  deps: InboxDeps,
  folder: string,
  file: string,
  blocked: Set<string> | null,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (deps.signal.aborted || isError(error, ...DATABASE_TROUBLES)) throw error;
    if (diskFault(error) !== null) {
      blocked?.add(folder);
      deps.complain(folderIssue(folder, error));
    } else if (isError(error)) deps.complain(trouble('inbox_stuck', file, { detail: error.message }));
    else throw error;
  }
}

/** Brings a file as far as it can go now. */
async function bringOn(
  deps: InboxDeps,
  memory: InboxMemory,
  file: InboxFile,
  again: boolean,
  moves: InboxMove[],
): Promise<void> {
  let now: InboxFile | null = file;
  for (let state: InboxFile['state'] | null = null; now !== null && now.state !== state; ) {
    deps.signal.throwIfAborted();
    state = now.state;
    if (state === 'taking') now = await takeFile(deps, now, again);
    else if (state === 'taken') {
      now = await beginRun(deps, now);
      if (!now) memory.rests.set(file.id, deps.elapsed() + deps.appContext.config.inboxSettleMs);
    } else if (state === 'finishing') now = await finishFile(deps, now);
    if (now && now.state !== state && now.state !== 'finishing') moves.push(moveOf(now));
  }
}

function moveOf({ folder, source, name, end_name, state, run_id }: InboxFile): InboxMove {
  return { file: join(folder, source), name: end_name ?? name, state, run: run_id === null ? null : String(run_id) };
}

/** Goes on with a file that was taken before, where there is something to do. */
async function careFor(deps: InboxDeps, memory: InboxMemory, file: OpenInboxFile, moves: InboxMove[]): Promise<void> {
  await unlessInTheWay(deps, file.folder, join(file.folder, file.source), null, async () => {
    if ((memory.rests.get(file.id) ?? 0) > deps.elapsed()) return;
    memory.rests.delete(file.id);
    if (file.state !== 'running') return holdFile(deps, file, (held) => bringOn(deps, memory, held, true, moves));
    if (file.stands.every((state) => state === 'done')) {
      memory.requeue.forget(file);
      return holdFile(deps, file, async (held) => {
        const concluded = await concludeFile(deps, held);
        await bringOn(deps, memory, concluded, true, moves);
      });
    }
    for (const run of memory.requeue.due(file)) await deps.enqueue(deps.appContext, { kind: 'run', run });
    const note = waitingNote({
      run: String(file.run_id),
      stands: file.stands,
      runNote: file.run_note,
      maker: file.maker,
      page: pageOf(deps, file.run_id!),
    });
    if (note !== file.note) await holdFile(deps, file, (held) => showNote(deps, held, note));
  });
}

function pageOf({ appContext: { config } }: InboxDeps, run: bigint): string | null {
  return config.publicUrl === undefined ? null : `${config.publicUrl}/runs/${run}`;
}

async function showNote({ disk, inbox, appContext }: InboxDeps, file: InboxFile, note: string | null): Promise<void> {
  const path = placeOf({ inbox }, file.folder, 'processing', `${file.name}${WAITING}`);
  const sheet = await disk.look(placeOf({ inbox }, file.folder, 'processing', file.name));
  const mode = sheet ? (Number(sheet.mode) & 0o666) | 0o600 : 0o600;
  if (note === null) await disk.remove(path);
  else await disk.write(path, `${file.name}\n\n${note}\n`, mode);
  await changed(appContext.ledger.db, file, { note });
}

/** An entry in the audit: where files lie that nobody takes, somebody may wait for money. */
export async function auditIssue(
  { appContext: { ledger, clock } }: Pick<InboxDeps, 'appContext'>,
  code: string,
  file: string,
): Promise<void> {
  await ledger.tx((db) =>
    appendEvent(db, {
      chain: 'system',
      at: new Date(clock.now()),
      actor: 'payrun',
      kind: 'inbox_trouble',
      data: { code, file },
    }),
  );
}
