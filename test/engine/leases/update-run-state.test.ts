import { beforeAll, expect, it } from 'vitest';
import { updateRunState } from '../../../src/engine/leases/update-run-state.ts';
import { batchesOf } from '../../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { getRun, recordIntake } from '../../../src/ledger/runs/run.ts';
import type { BatchState, RunState } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import {
  addBatch,
  addPayments,
  BATCH_WAYS,
  moveThrough,
  startTestRun,
  type TestPayment,
} from '../../support/test-run.ts';

describeDatabases('the state of a run', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const CASES: readonly [
    batches: readonly BatchState[],
    payments: readonly NonNullable<TestPayment['state']>[],
    state: RunState,
    note: string | null,
  ][] = [
    [[], [], 'done', null],
    [[], ['ready'], 'working', null],
    [[], ['held', 'invalid', 'canceled', 'failed'], 'done', null],
    [['planned'], [], 'working', 'Interrupted.'],
    [['awaiting_service_approval', 'started'], [], 'awaiting_service_approval', null],
    [['awaiting_service_approval', 'quoted'], [], 'waiting_approval', null],
    [['rejected_at_service'], [], 'done', null],
    [['creating'], [], 'working', 'Interrupted.'],
    [['starting'], [], 'working', 'Interrupted.'],
    [['open'], [], 'needs_person', 'A batch could not be quoted.'],
    [['quoted'], [], 'waiting_approval', null],
    [['approved'], [], 'working', null],
    [['waiting_funds'], [], 'waiting_funds', null],
    [['started'], [], 'on_the_way', null],
    [['unknown'], [], 'needs_person', 'A batch is not what it should be.'],
    [['settled'], [], 'done', null],
    [['void'], [], 'done', null],
    [['settled', 'void'], ['ready'], 'working', null],
    // What needs a person most comes first, whatever else goes on.
    [['started', 'quoted'], [], 'waiting_approval', null],
    [['quoted', 'waiting_funds'], [], 'waiting_funds', null],
    [['waiting_funds', 'open'], [], 'needs_person', 'A batch could not be quoted.'],
    [['open', 'unknown', 'quoted'], [], 'needs_person', 'A batch is not what it should be.'],
    [['settled', 'started'], [], 'on_the_way', null],
    [['started', 'planned'], [], 'working', 'Interrupted.'],
  ];
  it.each(CASES)('with batches %j and other payments %j is %s', async (batches, payments, state, note) => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 1, {});
    for (const one of batches) await moveThrough(ledger, await addBatch(ledger, run, []), ...BATCH_WAYS[one]);
    await addPayments(
      ledger,
      run,
      payments.map((one) => ({ state: one })),
    );
    await updateRunState(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      state,
      note,
      finished_at: state === 'done' ? expect.any(Date) : null,
    });
  });

  it('is working while its sheet is not ingested, whatever its rows are', async () => {
    const run = await startTestRun(ledger);
    await addPayments(ledger, run, [{ state: 'invalid' }]);
    await updateRunState(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ state: 'working', note: 'Interrupted.' });
  });

  it('requires action if nobody can tell whether a payment was paid', async () => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 2, {});
    const batch = await addBatch(ledger, run, [{}, {}]);
    await moveThrough(ledger, batch, ...BATCH_WAYS.started);
    await pastRules(ledger, `update payrun.payment set state = 'unknown' where batch_id = $1 and row = 2`, [batch.id]);
    await updateRunState(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      state: 'needs_person',
      note: '1 payment unconfirmed: it is not known whether the money moved.',
    });
  });

  it('has the notes of its batches, each once', async () => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 2, {});
    for (const note of ['Needs 5.00 EUR more.', 'Needs 5.00 EUR more.', 'Needs 7 JPY more.']) {
      const batch = await moveThrough(ledger, await addBatch(ledger, run, []), ...BATCH_WAYS.waiting_funds);
      await ledger.db.query('update payrun.batch set note = $2 where id = $1', [batch.id, note]);
    }
    const started = await moveThrough(ledger, await addBatch(ledger, run, []), ...BATCH_WAYS.started);
    await ledger.db.query(`update payrun.batch set note = 'Not of these.' where id = $1`, [started.id]);
    await updateRunState(ledger.db, run.id);
    const { note } = await getRun(ledger.db, run.id);
    expect(
      note!
        .split('. ')
        .map((one) => one.replace(/\.$/, ''))
        .sort(),
    ).toEqual(['Needs 5.00 EUR more', 'Needs 7 JPY more']);
    expect(await batchesOf(ledger.db, run.id)).toHaveLength(4);
  });

  it('is no longer done when it continues', async () => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 1, {});
    await updateRunState(ledger.db, run.id);
    await addPayments(ledger, run, [{ state: 'ready' }]);
    await updateRunState(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ state: 'working', finished_at: null });
  });
});
