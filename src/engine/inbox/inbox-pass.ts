import { join } from 'node:path';
import { DATABASE_ERRORS, isError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { type InboxFile, type OpenInboxFile, openInboxFiles } from '../../ledger/operations/inbox-file.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { beginRun } from './begin-run.ts';
import { copyAgain, finishFile, finishInboxFile, noteWaiting } from './finish-file.ts';
import { holdFile, type InboxDeps } from './inbox-deps.ts';
import { inboxIdentity } from './inbox-identity.ts';
import { diskFault, inboxIssue } from './issues.ts';
import type { MerchantFolders } from './merchant-folders.ts';
import { type Dropped, folderIssue, scanInbox } from './scan-inbox.ts';
import { beginTaking, removeTaken, takeFile } from './take-file.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import { waitingNote } from './waiting-note.ts';

/** State that is kept between passes. */
export interface InboxMemory {
  readonly settled: UnchangedFiles;
  readonly merchants: MerchantFolders;
}

/** A file that changed its state in a pass. */
export interface InboxMove {
  /** Its original path in the inbox. */
  readonly file: string;
  /** Its current name. */
  readonly name: string;
  readonly state: InboxFile['state'];
  readonly run: string | null;
}

/**
 * One pass over the inbox: continues with files already taken, takes files that stopped growing, oldest first, and
 * moves finished ones to their final folder. An issue with one file or folder does not stop the others. Throws the
 * errors of reading the inbox itself, and `database_unreachable`.
 */
export async function inboxPass(given: InboxDeps, memory: InboxMemory): Promise<readonly InboxMove[]> {
  const deps: InboxDeps = { ...given, complain: onceEach(given.complain) };
  const { disk, inbox, appContext } = deps;
  const moves: InboxMove[] = [];
  const goOn = async () => {
    const open = await openInboxFiles(appContext.ledger.db, id);
    for (const file of open) {
      deps.signal.throwIfAborted();
      await careFor(deps, file, moves);
    }
    return open;
  };
  const { dropped, issues } = await scanInbox(disk, {
    inbox,
    marker: appContext.config.inboxMarker === 'done',
    ...memory.merchants,
  });
  for (const one of issues) deps.complain(one);
  const id = await inboxIdentity(disk, inbox, appContext.config.home);
  const settled = memory.settled.look(dropped, deps.elapsed());
  const open = await goOn();
  const files = dropped.filter(({ path }) => settled.has(path));
  const taken = await takeAll(deps, { inbox: id, files, open, moves });
  // Files that have a run now are left to the workers.
  if (taken + moves.length > 0) await goOn();
  return moves;
}

/** If many files of one folder have the same issue, the folder is reported once. */
function onceEach(complain: InboxDeps['complain']): InboxDeps['complain'] {
  const named = new Set<string>();
  return (one) => {
    const key = JSON.stringify([one.code, one.file]);
    if (!named.has(key)) complain(one);
    named.add(key);
  };
}

interface FilesToTake {
  readonly inbox: string;
  readonly files: readonly Dropped[];
  readonly open: readonly OpenInboxFile[];
  readonly moves: InboxMove[];
}

async function takeAll(deps: InboxDeps, { inbox, files, open, moves }: FilesToTake): Promise<number> {
  // Files that could not be removed from their folder yet.
  const present = new Set(
    open
      .filter(({ state }) => state === 'taking' || state === 'taken')
      .map(({ folder, source }) => join(folder, source)),
  );
  const ordered = files.toSorted((a, b) =>
    a.writtenAt === b.writtenAt ? (a.name < b.name ? -1 : 1) : a.writtenAt < b.writtenAt ? -1 : 1,
  );
  const blocked = new Set<string>();
  let taken = 0;
  for (const file of ordered) {
    deps.signal.throwIfAborted();
    if (blocked.has(file.folder) || present.has(file.path)) continue;
    await unlessInTheWay(deps, file.folder, file.path, blocked, async () => {
      const row = await beginTaking(deps, inbox, file);
      if (!row) return;
      taken += 1;
      await holdFile(deps, row, (held) => advanceFile(deps, held, moves), true);
    });
  }
  return taken;
}

/**
 * Errors of the disk are reported for the folder, others for the file. If the database cannot be reached, the pass
 * ends.
 */
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
    if (deps.signal.aborted || isError(error, ...DATABASE_ERRORS)) throw error;
    if (diskFault(error) !== null) {
      blocked?.add(folder);
      deps.complain(folderIssue(folder, error));
    } else if (isError(error))
      deps.complain(inboxIssue('inbox_stuck', file, { detail: `${error.message} ${error.nextOn('page')}` }));
    else throw error;
  }
}

/** Takes a file as far as it can go now. */
async function advanceFile(deps: InboxDeps, file: InboxFile, moves: InboxMove[]): Promise<void> {
  let now: InboxFile | null = file;
  for (let state: InboxFile['state'] | null = null; now !== null && now.state !== state; ) {
    deps.signal.throwIfAborted();
    state = now.state;
    if (state === 'taking') now = await takeFile(deps, now);
    else if (state === 'taken') {
      await removeTaken(deps, now);
      now = await beginRun(deps, now);
    } else if (state === 'finishing') now = await finishFile(deps, now);
    if (now && now.state !== state && now.state !== 'finishing') moves.push(moveOf(now));
  }
}

function moveOf({ folder, source, name, end_name, state, run_id }: InboxFile): InboxMove {
  return { file: join(folder, source), name: end_name ?? name, state, run: run_id === null ? null : String(run_id) };
}

/** Continues with a file that was taken before, if there is something to do. */
async function careFor(deps: InboxDeps, file: OpenInboxFile, moves: InboxMove[]): Promise<void> {
  await unlessInTheWay(deps, file.folder, join(file.folder, file.source), null, async () => {
    if (file.state === 'done' || file.state === 'failed') return holdFile(deps, file, (held) => copyAgain(deps, held));
    if (file.state !== 'running') return holdFile(deps, file, (held) => advanceFile(deps, held, moves));
    if (file.statuses.length === 0) {
      return holdFile(deps, file, async (held) => {
        const concluded = await finishInboxFile(deps, held);
        await advanceFile(deps, concluded, moves);
      });
    }
    const note = waitingNote({
      run: String(file.run_id),
      statuses: file.statuses,
      runNote: file.run_note,
      maker: file.maker,
      page: pageOf(deps, file.run_id!),
    });
    if (note !== file.note) await holdFile(deps, file, (held) => noteWaiting(deps, held, note));
  });
}

function pageOf({ appContext: { config } }: InboxDeps, run: bigint): string | null {
  return config.publicUrl === undefined ? null : `${config.publicUrl}/runs/${run}`;
}

/** An audit event, because someone may be waiting to be paid from a file that is not taken. */
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
      data: { code, file: maskBankDetails(file) },
    }),
  );
}
