import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  getRowEdits,
  lockRowEdits,
  saveRowEdits,
  submitCorrections,
  submittedEdits,
} from '../../../src/ledger/payments/correction.ts';
import { selectRowsToFix } from '../../../src/ledger/views/correctable-rows.ts';
import { describeDatabases } from '../../support/database.ts';
import { addPayments, startTestRun } from '../../support/test-run.ts';

const edit = (amount: string) => new Map([[2, { amount }]]);

describeDatabases('the edits of a row', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** A run with an invalid row, which a user corrected and submitted. */
  const submitted = async (by: string) => {
    const run = await startTestRun(ledger);
    const [payment] = await addPayments(ledger, run, [{ state: 'invalid' }]);
    await saveRowEdits(ledger.db, ledger.vault, { run: run.id, by }, edit('1.00'));
    const made = await startTestRun(ledger, { parent: run.id });
    await ledger.tx((db) => submitCorrections(db, { of: run.id, made: made.id, by, rows: [2] }));
    return { run: run.id, made: made.id, payment: payment! };
  };
  const rowsToFix = async (run: bigint) =>
    (await selectRowsToFix(ledger.db, null, run, { after: -1, limit: 9 })).map(({ row }) => row);

  it('G7: stay as they were submitted until the run that is made of them is read, whatever is typed meanwhile', async () => {
    const { run, made } = await submitted('mia');
    const type = () => saveRowEdits(ledger.db, ledger.vault, { run, by: 'Mia' }, edit('2.00'));
    await type();
    expect(await submittedEdits(ledger.db, ledger.vault, made)).toEqual(edit('1.00'));
    await ledger.db.query('update payrun.run set intake_at = now() where id = $1', [made]);
    await type();
    expect(await getRowEdits(ledger.db, ledger.vault, { run, by: 'mia' })).toEqual(edit('2.00'));
  });

  it('G1: are submitted by one user only, until the payment of their run is canceled', async () => {
    const { run, made, payment } = await submitted('mia');
    await saveRowEdits(ledger.db, ledger.vault, { run, by: 'moe' }, edit('3.00'));
    const second = await startTestRun(ledger, { parent: run });
    const submit = () => ledger.tx((db) => submitCorrections(db, { of: run, made: second.id, by: 'moe', rows: [2] }));
    await expect(submit()).rejects.toMatchObject({ code: 'corrected_already' });
    const replacing = { replaces: payment, corrected: true };
    await addPayments(ledger, { id: made, merchant: 'acme' }, [replacing]);
    await ledger.db.query('update payrun.run set intake_at = now() where id = $1', [made]);
    await expect(submit()).rejects.toMatchObject({ code: 'corrected_already' });
    expect(await rowsToFix(run)).toEqual([]);
    await ledger.db.query(`update payrun.payment set state = 'canceled' where run_id = $1`, [made]);
    expect(await rowsToFix(run)).toEqual([2]);
    await submit();
    expect(await submittedEdits(ledger.db, ledger.vault, second.id)).toEqual(edit('3.00'));
  });

  it('are known to have changed since they were read', async () => {
    const { id: run } = await startTestRun(ledger);
    const editor = { run, by: 'mia' };
    await saveRowEdits(ledger.db, ledger.vault, editor, edit('1.00'));
    expect(await ledger.tx((db) => lockRowEdits(db, ledger.vault, editor, edit('1.00')))).toBe(true);
    expect(await ledger.tx((db) => lockRowEdits(db, ledger.vault, editor, edit('2.00')))).toBe(false);
  });
});
