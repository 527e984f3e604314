import { join } from 'node:path';
import { isError } from '../../errors.ts';
import { getSheetStop, type InboxFile } from '../../ledger/operations/inbox-file.ts';
import { getRejections } from '../../ledger/runs/rejection.ts';
import type { RunRow } from '../../ledger/runs/run.ts';
import { markReported } from '../../ledger/runs/run-looks.ts';
import { openSheetFile } from '../../ledger/runs/sheet.ts';
import { getSheetRuns } from '../../ledger/runs/sheet-runs.ts';
import { openNamelessFolder } from '../../platform/write-file.ts';
import { sheetOutcome } from '../../reports/sheet-outcome.ts';
import { writeReport } from '../../reports/write-report.ts';
import { openContent } from '../../sheets/files/sheet-file.ts';
import { SIDECAR } from '../../sheets/headers/control-total.ts';
import { decide } from './begin-run.ts';
import type { OWN_FOLDERS } from './file-names.ts';
import type { InboxDeps } from './inbox-deps.ts';
import { inFolder } from './inbox-disk.ts';
import { getSheetResult, type SheetResult, writtenAfterwards } from './sheet-result.ts';
import { changed, record } from './take-file.ts';

const WAITING = '.waiting.txt';
/** Suffixes of the text files that say why a sheet failed, or add a note to a sheet that is done. */
const NOTE_SUFFIX = { failed: '.why.txt', done: '.note.txt' } as const;

/** Decides the final folder of a file whose runs are all done. */
export async function finishInboxFile(deps: InboxDeps, file: InboxFile): Promise<InboxFile> {
  const result = await resultOf(deps, file.run_id!);
  return decide(deps, file, (await deps.taken.wasWritten(file.id)) ? writtenAfterwards(result) : result);
}

async function resultOf({ appContext }: InboxDeps, lead: bigint): Promise<SheetResult> {
  const { db } = appContext.ledger;
  const runs = (await getSheetRuns(db, lead)).map(({ id }) => id);
  return getSheetResult(
    await sheetOutcome(db, lead, null),
    await getSheetStop(db, lead),
    await getRejections(db, runs),
  );
}

/** Can be called again after an interruption at any point. */
export async function finishFile(deps: InboxDeps, file: InboxFile): Promise<InboxFile> {
  const reported = await copyAll(deps, file);
  await showWaiting(deps, file, null);
  await markUnchanged(deps, reported);
  return record(deps, file, { state: file.ends_in! }, `inbox_${file.ends_in}`);
}

/** Writes the copies of an ended file again: its results are other ones by now. */
export async function copyAgain(deps: InboxDeps, file: InboxFile): Promise<void> {
  const { note } = await resultOf(deps, file.run_id!);
  await copyAll(deps, { ...file, note });
  await changed(deps.appContext.ledger.db, file, { note });
}

/**
 * Writes copies of the sheet, its results and its note into the folder where it was dropped, the results first. Payrun
 * never reads them. Returns the runs as they were before.
 */
async function copyAll(deps: InboxDeps, file: InboxFile): Promise<readonly RunRow[]> {
  const { db, vault } = deps.appContext.ledger;
  const name = file.end_name!;
  const copies = new Map<string, string | AsyncIterable<Uint8Array>>();
  if (file.control !== null) copies.set(`${name}${SIDECAR}`, file.control);
  if (file.note !== null) copies.set(`${name}${NOTE_SUFFIX[file.ends_in!]}`, `${file.name}\n\n${file.note}\n`);
  if (file.sheet_id !== null) copies.set(name, openSheetFile(db, vault, file.sheet_id));
  const reported = await copyResults(deps, file);
  await writeCopies(deps, file, file.ends_in!, copies).catch((error: unknown) => {
    // Its content, which comes last, was purged.
    if (!isError(error, 'purged_sheet')) throw error;
  });
  // A note that was true before, for example of payments that were on hold.
  if (file.note === null) await removeCopy(deps, file, file.ends_in!, `${name}${NOTE_SUFFIX[file.ends_in!]}`);
  return reported;
}

/** Shows a note in `processing/` as long as a sheet is not finished; null removes it. */
export async function noteWaiting(deps: InboxDeps, file: InboxFile, note: string | null): Promise<void> {
  await showWaiting(deps, file, note);
  await changed(deps.appContext.ledger.db, file, { note });
}

async function showWaiting(deps: InboxDeps, file: InboxFile, note: string | null): Promise<void> {
  const name = `${file.name}${WAITING}`;
  if (note !== null) return writeCopies(deps, file, 'processing', new Map([[name, `${file.name}\n\n${note}\n`]]));
  await removeCopy(deps, file, 'processing', name);
}

function removeCopy(
  deps: InboxDeps,
  file: InboxFile,
  below: (typeof OWN_FOLDERS)[number],
  name: string,
): Promise<void> {
  return inOwnFolder(deps, file, below, (place) => deps.disk.remove(join(place, name)));
}

/** With the mode of the sheet, but they belong to Payrun's account: its owner reads them only as one of all others. */
function writeCopies(
  deps: InboxDeps,
  file: InboxFile,
  below: (typeof OWN_FOLDERS)[number],
  copies: ReadonlyMap<string, string | AsyncIterable<Uint8Array>>,
): Promise<void> {
  return inOwnFolder(deps, file, below, async (place) => {
    for (const [name, content] of copies) await deps.disk.write(join(place, name), content, file.mode | 0o600);
  });
}

async function inOwnFolder(
  deps: InboxDeps,
  { folder }: InboxFile,
  below: (typeof OWN_FOLDERS)[number],
  work: (place: string) => Promise<void>,
): Promise<void> {
  await inFolder(deps, folder, (place) => deps.disk.makeFolder(join(place, below)));
  await inFolder(deps, join(folder, below), work);
}

/** Returns the runs as they were before; empty if the sheet has no results. */
async function copyResults(deps: InboxDeps, file: InboxFile): Promise<readonly RunRow[]> {
  const { appContext } = deps;
  if (file.run_id === null) return [];
  const runs = await getSheetRuns(appContext.ledger.db, file.run_id);
  if (!runs.some(({ rows_in }) => (rows_in ?? 0) > 0)) return [];
  const written = openNamelessFolder();
  try {
    await writeReport(appContext, file.run_id, written.path);
    const files = written.files().map(([name, results]) => [name, openContent(results)] as const);
    await writeCopies(deps, file, file.ends_in!, new Map(files));
    return runs;
  } catch (error) {
    // The sheet could not be read completely, as its note says, or it was purged.
    if (isError(error) && (error.code.startsWith('sheet_') || error.code === 'purged_sheet')) return [];
    throw error;
  } finally {
    await written.close();
  }
}

/** Marks the results as written, except if a run was resumed in the meantime: then they are written again. */
async function markUnchanged({ appContext: { ledger, calls } }: InboxDeps, before: readonly RunRow[]): Promise<void> {
  if (before.length === 0) return;
  await calls.flush();
  const now = await getSheetRuns(ledger.db, before[0]!.id);
  if (now.some(({ fence }, i) => fence !== before[i]?.fence)) return;
  for (const run of now) if (run.finished_at !== null) await markReported(ledger.db, run.id);
}
