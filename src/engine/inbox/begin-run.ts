import type { InboxFile } from '../../ledger/operations/inbox-file.ts';
import { storedSheetBytes } from '../../ledger/runs/sheet.ts';
import { createSheetRun } from '../runs/create-sheet-run.ts';
import { soleMerchant } from '../runs/sheet-merchants.ts';
import { findFileMaker } from './file-maker.ts';
import { type InboxDeps, merchantOf } from './inbox-deps.ts';
import { isFileFault, type SheetResult, unreadable } from './sheet-result.ts';
import { changed, freeName } from './take-file.ts';

/**
 * Creates the run of a stored file and leaves it to the workers. A file that cannot be read moves to `failed/`. One
 * transaction creates the run and records it with the file, so a file never has two runs.
 */
export async function beginRun(deps: InboxDeps, file: InboxFile): Promise<InboxFile> {
  const { owners, appContext } = deps;
  const { db } = appContext.ledger;
  const merchant = merchantOf(file);
  const { actor: maker, unknown } = await findFileMaker(db, owners, file, appContext.config.inboxMaker);
  const sidecar = file.control === null ? null : { name: file.sidecar!, text: file.control };
  const stored = file.sheet_id!;
  let running: InboxFile | null = null;
  try {
    const run = await createSheetRun(appContext, {
      file: { ...storedSheetBytes(appContext.ledger, { id: stored, name: file.name }), sidecar },
      stored,
      merchant: merchant || (await soleMerchant(appContext)),
      onlyMerchant: merchant !== '',
      maker,
      unknownMaker: unknown,
      dryRun: false,
      confirmed: true,
      within: async (tx, created) => {
        const droppedBy = unknown === null ? { droppedBy: maker.name } : {};
        running = await changed(tx, file, { state: 'running', run: created, note: null, ...droppedBy });
      },
    });
    // Otherwise a worker looks at it after some seconds.
    await deps.enqueue(appContext, { kind: 'run', run: String(run) });
    return running!;
  } catch (error) {
    if (running !== null || !isFileFault(error, merchant !== '')) throw error;
    return decide(deps, file, unreadable(error));
  }
}

/** Records the folder and the name of a file's copies before they are written. */
export async function decide(deps: InboxDeps, file: InboxFile, { endsIn, note }: SheetResult): Promise<InboxFile> {
  const endName = file.end_name ?? (await freeName(deps, file.folder, file.name, file.name));
  return changed(deps.appContext.ledger.db, file, { state: 'finishing', endsIn, endName, note });
}
