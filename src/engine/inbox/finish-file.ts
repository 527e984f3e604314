import { join } from 'node:path';
import { isError } from '../../errors.ts';
import { type InboxFile, moveResultsOf, stopOfSheet } from '../../ledger/operations/inbox-file.ts';
import { rejectionsOf } from '../../ledger/runs/rejection.ts';
import { markReported } from '../../ledger/runs/reported-runs.ts';
import type { RunRow } from '../../ledger/runs/run.ts';
import { openSheetFile } from '../../ledger/runs/sheet.ts';
import { runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import { sheetOutcome } from '../../reports/sheet-outcome.ts';
import { writeReport } from '../../reports/write-report.ts';
import { decide } from './begin-run.ts';
import { numberedName, SIDECAR } from './file-names.ts';
import { type InboxDeps, placeOf } from './inbox-deps.ts';
import { moveFile } from './move-file.ts';
import { bytesOf } from './scan-inbox.ts';
import { sheetResultOf, writtenAfterwards } from './sheet-result.ts';
import { changed, makeOwnFolder, record } from './take-file.ts';

export const WAITING = '.waiting.txt';
/** Suffixes of the text files that say why a sheet failed, or add a note to a sheet that is done. */
const NOTE_SUFFIX = { failed: '.why.txt', done: '.note.txt' } as const;

/** Decides the final folder of a file whose runs are all done. */
export async function finishInboxFile(deps: InboxDeps, file: InboxFile): Promise<InboxFile> {
  const { db } = deps.appContext.ledger;
  const lead = file.run_id!;
  const runs = (await runsOfSheet(db, lead)).map(({ id }) => id);
  const result = sheetResultOf(
    await sheetOutcome(db, lead, null),
    await stopOfSheet(db, lead),
    await rejectionsOf(db, runs),
  );
  const lies = await deps.disk.look(placeOf(deps, file.folder, 'processing', file.name));
  return decide(deps, file, lies && bytesOf(lies) !== file.stamp ? writtenAfterwards(result) : result);
}

/**
 * Writes the results and moves the file beside them, wherever an earlier attempt left it. The results come first, so
 * that a file in `done/` always has them.
 */
export async function finishFile(deps: InboxDeps, file: InboxFile): Promise<InboxFile> {
  const { disk } = deps;
  const end = await makeOwnFolder(deps, file.folder, file.ends_in!);
  const mode = await modeOf(deps, file);
  const reported = await writeResultsOf(deps, file, end, mode);
  const now = await moveFinishedFile(deps, file, end);

  const sidecar = placeOf(deps, now.folder, 'processing', `${now.name}${SIDECAR}`);
  await moveFile(disk, sidecar, join(end, `${now.end_name}${SIDECAR}`), true);
  if (now.note !== null)
    await disk.write(join(end, `${now.end_name}${NOTE_SUFFIX[now.ends_in!]}`), `${now.name}\n\n${now.note}\n`, mode);
  await disk.remove(placeOf(deps, now.folder, 'processing', `${now.name}${WAITING}`));

  const ended = await record(deps, now, { state: now.ends_in! }, `inbox_${now.ends_in}`);
  await markUnchanged(deps, reported);
  return ended;
}

/** The permissions of the sheet, so that those who can read it can also read its results. */
async function modeOf(deps: InboxDeps, file: InboxFile): Promise<number> {
  const places = [
    placeOf(deps, file.folder, 'processing', file.name),
    placeOf(deps, file.folder, file.ends_in!, file.end_name!),
  ];
  for (const place of places) {
    const stat = await deps.disk.look(place);
    if (stat) return (Number(stat.mode) & 0o666) | 0o600;
  }
  return 0o600;
}

/** Returns the runs as they were before; empty if the sheet has no results. */
async function writeResultsOf(deps: InboxDeps, file: InboxFile, end: string, mode: number): Promise<readonly RunRow[]> {
  const { disk, appContext } = deps;
  if (file.run_id === null) return [];
  const runs = await runsOfSheet(appContext.ledger.db, file.run_id);
  if (!runs.some(({ rows_in }) => (rows_in ?? 0) > 0)) return [];
  try {
    const { results, answer } = await writeReport(appContext, file.run_id, end);
    for (const path of [results, results.replace(/\.xlsx$/, '.csv'), answer])
      if (path !== null && (await disk.look(path))) await disk.chmod(path, mode);
    return runs;
  } catch (error) {
    // The sheet could not be read completely, as its note says, or it was purged.
    if (isError(error) && error.code.startsWith('sheet_')) return [];
    throw error;
  }
}

async function moveFinishedFile(deps: InboxDeps, file: InboxFile, end: string): Promise<InboxFile> {
  const from = placeOf(deps, file.folder, 'processing', file.name);
  let now = file;
  for (let n = 2, again = true; ; n += 1, again = false) {
    const moved = await moveFile(deps.disk, from, join(end, now.end_name!), again);
    if (moved === 'moved') return now;
    if (moved === 'gone') {
      await restore(deps, now, join(end, now.end_name!));
      return now;
    }
    const endName = numberedName(now.name, n);
    now = await deps.appContext.ledger.tx(async (db) => {
      if (now.run_id !== null) await moveResultsOf(db, now.run_id, join(end, endName));
      return changed(db, now, { endName });
    });
  }
}

/** The file was removed during processing. The ledger has a copy, which is written to the final folder. */
async function restore({ disk, appContext }: InboxDeps, file: InboxFile, path: string): Promise<void> {
  if (file.run_id === null) return;
  const { db, vault } = appContext.ledger;
  const [lead] = await runsOfSheet(db, file.run_id);
  await disk.write(path, openSheetFile(db, vault, lead!.sheet_id!), 0o600);
}

/** Marks the results as written, except if a run was resumed in the meantime: then they are written again. */
async function markUnchanged({ appContext: { ledger, calls } }: InboxDeps, before: readonly RunRow[]): Promise<void> {
  if (before.length === 0) return;
  await calls.flush();
  const now = await runsOfSheet(ledger.db, before[0]!.id);
  if (now.some(({ fence }, i) => fence !== before[i]?.fence)) return;
  for (const run of now) if (run.state === 'done') await markReported(ledger.db, run.id);
}
