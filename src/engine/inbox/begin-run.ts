import { join } from 'node:path';
import { type InboxFile, moveResultsOf } from '../../ledger/operations/inbox-file.ts';
import { createSheetRun } from '../runs/create-sheet-run.ts';
import { soleMerchant } from '../runs/sheet-merchants.ts';
import { fileMakerOf } from './file-maker.ts';
import { type InboxDeps, merchantOf, placeOf } from './inbox-deps.ts';
import { inboxIssue } from './issues.ts';
import { bytesOf } from './scan-inbox.ts';
import { isFaultOfFile, type SheetResult, unreadable } from './sheet-result.ts';
import { changed, record } from './take-file.ts';

/** The file was written to after it was taken. It is read again later. */
class StillWritten extends Error {}

/**
 * Creates the run of a file in `processing/`. A file that cannot be read goes on to `failed/`. Null if the file is
 * still being written to or was removed. One transaction creates the run and records it with the file, so a file never
 * has two runs.
 */
export async function beginRun(deps: InboxDeps, file: InboxFile): Promise<InboxFile | null> {
  const { disk, owners, appContext } = deps;
  const { config, ledger } = appContext;
  const path = placeOf(deps, file.folder, 'processing', file.name);
  const lies = await disk.look(path);
  if (!lies) {
    await record(deps, file, { state: 'gone' }, 'inbox_gone');
    deps.complain(inboxIssue('inbox_file_gone', join(file.folder, 'processing', file.name)));
    return null;
  }
  if (!lies.isFile())
    return decide(deps, file, {
      endsIn: 'failed',
      note: 'Nothing of this sheet was paid.\nIt is a link or a folder, which is not followed.',
    });
  if (bytesOf(lies) !== file.stamp) {
    await changed(ledger.db, file, { stamp: bytesOf(lies), size: lies.size });
    return null;
  }
  const merchant = merchantOf(file);
  const { actor: maker, unknown } = await fileMakerOf(ledger.db, owners, file, lies, config.inboxMaker);
  let running: InboxFile | null = null;
  try {
    await createSheetRun(appContext, {
      file: path,
      merchant: merchant || (await soleMerchant(appContext)),
      onlyMerchant: merchant !== '',
      maker,
      unknownMaker: unknown,
      dryRun: false,
      confirmed: true,
      isStill: async () => {
        const now = await disk.look(path);
        if (!now || bytesOf(now) !== file.stamp || now.uid !== lies.uid) throw new StillWritten();
      },
      within: async (db, id) => {
        running = await changed(db, file, {
          ...{ state: 'running', run: id, note: null },
          ...(unknown === null ? { droppedBy: maker.name } : {}),
        });
      },
    });
    return running;
  } catch (error) {
    if (error instanceof StillWritten) return null;
    if (running !== null || !isFaultOfFile(error, merchant !== '')) throw error;
    return decide(deps, file, unreadable(error, path, file.name));
  }
}

/**
 * Records the folder in which a file ends, before it is moved there. From then on the results of its runs are written
 * beside it.
 */
export async function decide(deps: InboxDeps, file: InboxFile, { endsIn, note }: SheetResult): Promise<InboxFile> {
  return deps.appContext.ledger.tx(async (db) => {
    const now = await changed(db, file, { state: 'finishing', endsIn, endName: file.end_name ?? file.name, note });
    if (now.run_id !== null) await moveResultsOf(db, now.run_id, placeOf(deps, now.folder, endsIn, now.end_name!));
    return now;
  });
}
