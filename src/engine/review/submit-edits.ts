import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { countUnsubmitted, lockRowEdits, submitCorrections, submitRowEdits } from '../../ledger/payments/correction.ts';
import { canReopenIntake, reopenIntake } from '../../ledger/runs/reopen-intake.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { SavedSheetFormat } from '../../ledger/runs/sheet-format.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { auditedChanges } from '../../reports/changes/audited-changes.ts';
import { fenced } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { withRunLease } from '../leases/with-run-lease.ts';
import { createRowsRun } from '../runs/rerun.ts';
import { isWrong, type OpenedRow, openEdits } from './correct-rows.ts';
import { saveFormat } from './save-format.ts';

/**
 * Whether the rows of this run are corrected in the run itself: only before it is submitted, and only by its uploader,
 * because a user who corrects a row is treated as its uploader and may not approve it. Otherwise the corrected rows
 * become a run.
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
 * The number of rows whose corrections its uploader saved and did not apply: they are not submitted. 0 if the rows
 * cannot be corrected in the run itself.
 */
export async function countUnappliedEdits({ ledger }: AppContext, run: bigint): Promise<number> {
  const { maker: by } = await getRun(ledger.db, run);
  return (await canReopenIntake(ledger.db, run)) ? countUnsubmitted(ledger.db, { run, by }) : 0;
}

/**
 * Reads the sheet of a run that was not submitted again, with its uploader's edits: every check and hold rule applies
 * as if the file had them. `format`: it is read with these columns, as is every later sheet with its header. The next
 * `advance` reads it; after an interruption, the workers do. Returns the number of rows with edits that it did not have
 * yet; with 0 and no format nothing is read again. The audit log gets the changes, with names and bank details masked.
 * Throws what `authorize`, `withRunLease` and `saveFormat` throw, and `approval_outdated` if the run was submitted or
 * edited meanwhile.
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
  const editor = { run, by: maker };
  return withRunLease(appContext, run, { progress: () => {} }, async ({ run: held, deps }) => {
    const { edits, changed } = await openEdits(appContext, run, maker, true);
    const isRead = changed.length > 0 || format !== undefined;
    await fenced(held, deps, async (db) => {
      const same = await lockRowEdits(db, ledger.vault, editor, edits);
      if (isRead && !(same && isSamePerson(maker, by.name) && (await reopenIntake(db, run, format))))
        throw new PayrunError('approval_outdated', { run: String(run) });
      // Reading the sheet applies every edit.
      if (same) await submitRowEdits(db, editor, [...edits.keys()], run);
      const event = { chain: `run-${run}`, at: new Date(clock.now()), actor: by.name };
      if (format !== undefined) {
        const data = { name: format.name, columns: { ...format.columns }, ...trace(by) };
        await appendEvent(db, { ...event, kind: 'columns_taught', data });
        await saveFormat(db, { by, at: event.at }, format);
      }
      const data = { inPlace: true, rows: changed.map(auditedRow), ...trace(by) };
      if (changed.length > 0) await appendEvent(db, { ...event, kind: 'rows_corrected', data });
    });
    return changed.length;
  });
}

/**
 * Creates a run of the rows that a user edited and that have no errors. It waits to be submitted, and the hold rules
 * apply as to any sheet. The audit log of the old run gets the changes, without names. Returns the new run; null if no
 * edited row is correct. Throws what `authorize` throws, `purged_rows`, `corrected_already`, and `approval_outdated` if
 * the user changed an edit meanwhile.
 */
export async function payCorrected(appContext: AppContext, run: bigint, by: Actor): Promise<bigint | null> {
  const { ledger, clock } = appContext;
  const parent = await getRun(ledger.db, run);
  await authorize(ledger.db, by, 'correct', { merchants: [parent.merchant_id] });
  const { edits, changed } = await openEdits(appContext, run, by.name);
  const right = changed.filter((row) => !isWrong(row));
  if (right.length === 0) return null;
  // Every row is of the merchant, and no process writes results next to a file before it is submitted.
  const { byRow: _, file: __, rerun: ___, ...options } = parent.options;
  const at = new Date(clock.now());
  return ledger.tx(async (db) => {
    if (!(await lockRowEdits(db, ledger.vault, { run, by: by.name }, edits)))
      throw new PayrunError('approval_outdated', { run: String(run) });
    const created = await createRowsRun(db, parent, {
      ...{ job: 'correct-rows', maker: by, at },
      options: { ...options, ask: true, dryRun: false },
    });
    await submitCorrections(db, { of: run, made: created, by: by.name, rows: right.map(({ of }) => of.row) });
    const data = { run: String(created), rows: right.map(auditedRow), ...trace(by) };
    await appendEvent(db, { chain: `run-${run}`, at, actor: by.name, kind: 'rows_corrected', data });
    return created;
  });
}

/** The changes of a row as the audit log has them. */
const auditedRow = ({ of, before, cells }: OpenedRow) => ({ row: of.row, cells: auditedChanges(before, cells) });
