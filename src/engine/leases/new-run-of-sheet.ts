import { basename } from 'node:path';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import { confirmRun, createRun } from '../../ledger/runs/run.ts';
import { describeSheet, getSheet, storeSheet } from '../../ledger/runs/sheet.ts';
import { holdStoredSheet } from '../../ledger/runs/sheet-draft.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { usageError } from '../../references/usage-error.ts';
import type { SheetBytes } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';

export interface NewRun extends Omit<Parameters<typeof createRun>[1], 'sheetId' | 'maker'> {
  readonly maker: Actor;
  readonly file: SheetBytes;
  /** The id of `file` if it is stored already: a draft that waited for its columns, or a file of the inbox. */
  readonly stored?: string | undefined;
  /** The columns and formats that the reader detected. */
  readonly understood: unknown;
  readonly confirmed: boolean;
  /** Called in the transaction that creates the run. If it throws, no run is created. */
  readonly within?: ((db: Db, run: bigint) => Promise<void>) | undefined;
}

/** Stores a file in the ledger, creates its run and appends `run_created` to the audit log. Returns the run's id. */
export async function newRunOfSheet(
  { ledger, ids, clock }: Pick<AppContext, 'ledger' | 'ids' | 'clock'>,
  { file, stored, understood, confirmed, within, maker, ...run }: NewRun,
): Promise<bigint> {
  const { job, merchant, options } = run;
  // The name is in the results' file name, on pages, in notifications and in the audit.
  const name = maskBankDetails(basename(file.name));
  const draft = stored === undefined ? null : await getSheet(ledger.db, stored);
  const { id: sheetId, hash } =
    draft ?? (await storeSheet(ledger.db, ledger.vault, { id: ids(), name, content: file.content() }));
  return ledger.tx(async (db) => {
    if (stored !== undefined && !(await holdStoredSheet(db, sheetId))) throw usageError('run_exists', { run: name });
    await describeSheet(db, sheetId, understood);
    const id = await createRun(db, { ...run, maker: maker.name, sheetId });
    const unknown = run.unknownMaker ? { unknownMaker: run.unknownMaker } : {};
    const sheet = { sheet: name, contentHash: hash.toString('hex'), merchant, dryRun: options.dryRun, ...unknown };
    const event = { chain: `run-${id}`, at: new Date(clock.now()), actor: maker.name, kind: 'run_created' };
    await appendEvent(db, { ...event, data: { job, ...sheet, ...trace(maker) } });
    if (confirmed) await confirmRun(db, id);
    await within?.(db, id);
    return id;
  });
}
