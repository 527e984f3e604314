import { beforeAll, expect, it } from 'vitest';
import { updateRunAtRest } from '../../../src/engine/leases/update-run-at-rest.ts';
import { getBatches } from '../../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { confirmRun, getRun, recordIntake, releaseLease } from '../../../src/ledger/runs/run.ts';
import { outdateReport } from '../../../src/ledger/runs/run-looks.ts';
import { updateRunStatus } from '../../../src/ledger/runs/run-status.ts';
import { isFinalOutcome } from '../../../src/outcomes/run-outcome.ts';
import type { BatchState, RunStatus } from '../../../src/states.ts';
import type { ActiveRun } from '../../../src/step.ts';
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

describeDatabases('the status of a run at rest', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const CASES: readonly [
    batches: readonly BatchState[],
    payments: readonly NonNullable<TestPayment['state']>[],
    status: RunStatus,
    note: string | null,
  ][] = [
    [[], [], 'nothing_paid', null],
    [[], ['ready'], 'preparing', null],
    [[], ['held', 'invalid', 'canceled', 'failed'], 'action_required', null],
    [['planned'], [], 'preparing', 'Interrupted.'],
    [['awaiting_service_approval', 'started'], [], 'awaiting_service_approval', null],
    [['awaiting_service_approval', 'quoted'], [], 'awaiting_approval', null],
    [['rejected_at_service'], [], 'nothing_paid', null],
    [['creating'], [], 'preparing', 'Interrupted.'],
    [['starting'], [], 'preparing', 'Interrupted.'],
    [['open'], [], 'action_required', 'A batch could not be quoted.'],
    [['quoted'], [], 'awaiting_approval', null],
    [['approved'], [], 'approved', null],
    [['waiting_funds'], [], 'insufficient_funds', null],
    [['started'], [], 'processing', null],
    [['unknown'], [], 'action_required', 'A batch does not match its plan.'],
    [['settled'], [], 'nothing_paid', null],
    [['void'], [], 'nothing_paid', null],
    [['settled', 'void'], ['ready'], 'preparing', null],
    // What needs a person most comes first, whatever else goes on.
    [['started', 'quoted'], [], 'awaiting_approval', null],
    [['quoted', 'waiting_funds'], [], 'insufficient_funds', null],
    [['waiting_funds', 'open'], [], 'action_required', 'A batch could not be quoted.'],
    [['open', 'unknown', 'quoted'], [], 'action_required', 'A batch does not match its plan.'],
    [['settled', 'started'], [], 'processing', null],
    [['started', 'planned'], [], 'preparing', 'Interrupted.'],
  ];
  it.each(CASES)('with batches %j and other payments %j is %s', async (batches, payments, status, note) => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 1, {});
    await confirmRun(ledger.db, run.id);
    for (const one of batches) await moveThrough(ledger, await addBatch(ledger, run, []), ...BATCH_WAYS[one]);
    await addPayments(
      ledger,
      run,
      payments.map((one) => ({ state: one })),
    );
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      status,
      note,
      finished_at: isFinalOutcome(status) || payments.includes('held') ? expect.any(Date) : null,
    });
  });

  it('is reading while its sheet is not ingested, whatever its rows are', async () => {
    const run = await startTestRun(ledger);
    await addPayments(ledger, run, [{ state: 'invalid' }]);
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ status: 'reading_file', note: 'Interrupted.' });
  });

  it('requires action if no one can tell whether a payment was paid', async () => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 2, {});
    const batch = await addBatch(ledger, run, [{}, {}]);
    await moveThrough(ledger, batch, ...BATCH_WAYS.started);
    await pastRules(ledger, `update payrun.payment set state = 'unknown' where batch_id = $1 and row = 2`, [batch.id]);
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({
      status: 'action_required',
      note: '1 payment unconfirmed. Payrun does not know whether the money was sent.',
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
    await updateRunAtRest(ledger.db, run.id);
    const { note } = await getRun(ledger.db, run.id);
    expect(
      note!
        .split('. ')
        .map((one) => one.replace(/\.$/, ''))
        .sort(),
    ).toEqual(['Needs 5.00 EUR more', 'Needs 7 JPY more']);
    expect(await getBatches(ledger.db, run.id)).toHaveLength(4);
  });

  it('is no longer done when it continues', async () => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 1, {});
    await confirmRun(ledger.db, run.id);
    const [id] = await addPayments(ledger, run, [{ state: 'held' }]);
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ status: 'action_required', finished_at: expect.any(Date) });
    await pastRules(ledger, `update payrun.payment set state = 'ready' where id = $1`, [id]);
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ status: 'preparing', finished_at: null });
  });

  const ENDS: readonly [
    outcome: RunStatus,
    payments: Readonly<Partial<Record<NonNullable<TestPayment['state']>, number>>>,
    of?: { readonly confirmed?: false; readonly dryRun?: true; readonly code?: string },
  ][] = [
    // A user who dismisses rows decides that they are not to be paid.
    ['paid', { processed: 3, dismissed: 2 }],
    ['paid', { processed: 1, already_paid: 3, dismissed: 2 }],
    ['already_paid', { already_paid: 3, dismissed: 2 }],
    ['canceled', { dismissed: 2 }],
    ['partly_paid', { processed: 3, dismissed: 1, failed: 1 }],
    ['nothing_paid', { dismissed: 1, invalid: 1 }],
    ['nothing_paid', { already_paid: 3, dismissed: 1, invalid: 1 }],
    ['action_required', { processed: 3, dismissed: 1, held: 1 }],
    ['nothing_paid', { held: 1 }, { dryRun: true }],
    ['paid', { processed: 1, canceled: 1 }, { code: 'superseded' }],
    ['partly_paid', { processed: 1, canceled: 1 }, { code: 'rejected' }],
    ['rejected', { canceled: 2, invalid: 1 }, { code: 'rejected' }],
    ['rejected', { failed: 2 }, { code: 'rejected_at_service' }],
    // Errors left nothing that a user could submit.
    ['not_submitted', { invalid: 3, already_paid: 1 }, { confirmed: false }],
    ['nothing_paid', { invalid: 3, already_paid: 1 }],
    ['nothing_paid', { invalid: 3, already_paid: 1 }, { confirmed: false, dryRun: true }],
    ['canceled', { invalid: 1, canceled: 2 }, { confirmed: false, code: 'declined' }],
    ['not_submitted', { canceled: 2 }, { confirmed: false, code: 'control_total' }],
  ];
  /** A settled batch of paid payments. */
  const paidBatch = async (run: ActiveRun, payments: number) => {
    const batch = await addBatch(
      ledger,
      run,
      Array.from({ length: payments }, () => ({})),
    );
    await moveThrough(ledger, batch, ...BATCH_WAYS.settled);
    await pastRules(ledger, `update payrun.payment set state = 'processed' where batch_id = $1`, [batch.id]);
    return batch.id;
  };
  it.each(ENDS)('ends as %s with payments %j, %j', async (outcome, payments, { confirmed, dryRun, code } = {}) => {
    const run = await startTestRun(ledger, { options: { dryRun: dryRun ?? false } });
    await recordIntake(ledger.db, run.id, 6, {});
    if (confirmed ?? true) await confirmRun(ledger.db, run.id);
    const { processed = 0, ...others } = payments;
    if (processed > 0) await paidBatch(run, processed);
    for (const [state, n] of Object.entries(others)) {
      const ids = await addPayments(
        ledger,
        run,
        Array.from({ length: n }, () => ({ state: 'invalid' })),
      );
      await pastRules(
        ledger,
        `update payrun.payment set state = $2, reason_code = $3, dismissed_by = 'mia', held_for = id where id = any($1::uuid[])`,
        [ids, state, state === 'canceled' || state === 'failed' ? (code ?? null) : null],
      );
    }
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ status: outcome, finished_at: expect.any(Date) });
  });

  it('is kept while a process has the run, unless a user has to act', async () => {
    const run = await startTestRun(ledger);
    await addPayments(ledger, run, [{ state: 'ready' }]);
    await recordIntake(ledger.db, run.id, 2, {});
    const status = async () => (await getRun(ledger.db, run.id)).status;
    expect(await status()).toBe('ready_to_submit');
    await confirmRun(ledger.db, run.id);
    expect(await status()).toBe('preparing');
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}]), ...BATCH_WAYS.quoted);
    await updateRunStatus(ledger.db, [run.id]);
    expect(await status()).toBe('preparing');
    await updateRunStatus(ledger.db, [run.id], true);
    expect(await status()).toBe('awaiting_approval');
    await moveThrough(ledger, batch, 'approved', 'starting', 'unknown');
    await updateRunStatus(ledger.db, [run.id]);
    expect(await status()).toBe('action_required');
  });

  it('ends only when a process rests: a decision of a user leaves that to the next look', async () => {
    const run = await startTestRun(ledger);
    await recordIntake(ledger.db, run.id, 1, {});
    await confirmRun(ledger.db, run.id);
    const batch = await paidBatch(run, 1);
    await pastRules(ledger, `update payrun.payment set state = 'discrepancy' where batch_id = $1`, [batch]);
    await releaseLease(ledger.db, run.id, run.fence);
    await updateRunAtRest(ledger.db, run.id);
    await pastRules(ledger, `update payrun.payment set state = 'processed' where batch_id = $1`, [batch]);
    await outdateReport(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ status: 'action_required', finished_at: null });
    await updateRunAtRest(ledger.db, run.id);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ status: 'paid', finished_at: expect.any(Date) });
  });
});
