import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { rowEditsOf } from '../../ledger/payments/row-edit.ts';
import { canReopenIntake, reopenIntake } from '../../ledger/runs/reopen-intake.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { SavedSheetFormat } from '../../ledger/runs/sheet-format.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { selectRowsToFix } from '../../ledger/views/correctable-rows.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { fenced } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { withRunLease } from '../leases/with-run-lease.ts';
import { editedRows } from './correct-rows.ts';
import { saveFormat } from './save-format.ts';

/**
 * Whether the rows of this run are corrected in the run itself: only before it is submitted, and only by its maker,
 * because whoever corrects a row counts as its maker and may not approve it. Otherwise the corrected rows become a run.
 */
export async function correctsInPlace(
  { ledger }: Pick<AppContext, 'ledger'>,
  run: bigint,
  by: string,
): Promise<boolean> {
  const { maker } = await getRun(ledger.db, run);
  return isSamePerson(maker, by) && (await canReopenIntake(ledger.db, run));
}

/**
 * The number of rows whose corrections its maker saved and did not apply: they are not part of what is submitted. 0 if
 * the rows are not corrected in the run itself any more.
 */
export async function countUnappliedEdits(appContext: AppContext, run: bigint): Promise<number> {
  const { ledger } = appContext;
  if (!(await canReopenIntake(ledger.db, run))) return 0;
  const { maker } = await getRun(ledger.db, run);
  const edits = await rowEditsOf(ledger.db, ledger.vault, { run, by: maker });
  if (edits.size === 0) return 0;
  const rows = await selectRowsToFix(ledger.db, null, run, { rows: [...edits.keys()], evenIfLive: true });
  return (await editedRows(appContext, run, rows, edits)).length;
}

/**
 * Reads the sheet of a run that was not submitted again, with its maker's edits: every check and hold rule applies as
 * if the file had them. `format`: it is read with these columns, as is every later sheet with its header. The next
 * `ingestRunsOfSheet` reads it; after an interruption, the workers do. Returns the number of rows with edits that it
 * did not have yet; with 0 and no format nothing is read again. The audit log gets the changes, with names and bank
 * details masked. Throws what `authorize`, `withRunLease` and `saveFormat` throw, and `approval_outdated` if the run
 * was submitted or edited meanwhile.
 */
export async function applyRowEdits(
  appContext: AppContext,
  run: bigint,
  by: Actor,
  format?: SavedSheetFormat,
): Promise<number> {
  const { ledger, clock } = appContext;
  const { merchant_id, maker } = await getRun(ledger.db, run);
  await authorize(ledger.db, by, 'correct', { merchants: [merchant_id] });
  return withRunLease(appContext, run, { progress: () => {} }, async ({ run: held, deps }) => {
    const read = (db = ledger.db) => rowEditsOf(db, ledger.vault, { run, by: maker });
    const edits = await read();
    // Reading the sheet applies every edit, so every one is reported.
    const rows = await selectRowsToFix(ledger.db, null, run, { rows: [...edits.keys()], evenIfLive: true });
    const changes = await editedRows(appContext, run, rows, edits);
    if (changes.length === 0 && format === undefined) return 0;
    await fenced(held, deps, async (db) => {
      const same = JSON.stringify([...(await read(db))]) === JSON.stringify([...edits]);
      if (!same || !isSamePerson(maker, by.name) || !(await reopenIntake(db, run, format)))
        throw new PayrunError('approval_outdated', { run: String(run) });
      const event = { chain: `run-${run}`, at: new Date(clock.now()), actor: by.name };
      if (format !== undefined) {
        const data = { name: format.name, columns: { ...format.columns }, ...trace(by) };
        await appendEvent(db, { ...event, kind: 'columns_taught', data });
        await saveFormat(db, { by, at: event.at }, format);
      }
      if (changes.length > 0)
        await appendEvent(db, {
          ...event,
          kind: 'rows_corrected',
          data: { inPlace: true, rows: changes, ...trace(by) },
        });
    });
    return changes.length;
  });
}
