import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { confirmRun, recordIntake, releaseLease } from '../../src/ledger/runs/run.ts';
import type { Problem } from '../../src/model.ts';
import type { DocumentState } from '../../src/outcomes/run-outcome.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import { type BatchState, COUNTED_STATES, type RunStatus } from '../../src/states.ts';
import { describeDatabases } from '../support/database.ts';
import { setRunStatus } from '../support/set-run-status.ts';
import { addBatch, addPayments, moveThrough, startTestRun, type TestPayment } from '../support/test-run.ts';

type Stored = NonNullable<TestPayment['state']>;
/** States of payments that are in a batch. */
const IN_BATCH: readonly Stored[] = ['batched', 'processed', 'returned', 'unknown'];

describeDatabases('the outcome of a run', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });
  /** The way of its batch to where the state of the run says that it is. */
  const WAY: Readonly<Partial<Record<DocumentState, readonly BatchState[]>>> = {
    waiting_approval: ['creating', 'open', 'quoted'],
    awaiting_service_approval: ['creating', 'open', 'quoted', 'approved', 'starting', 'awaiting_service_approval'],
    waiting_funds: ['creating', 'open', 'quoted', 'approved', 'starting', 'waiting_funds'],
    on_the_way: ['creating', 'open', 'quoted', 'approved', 'starting', 'started'],
    done: ['creating', 'open', 'quoted', 'approved', 'starting', 'started', 'settled'],
  };
  const runWith = async (payments: readonly (TestPayment & { state: Stored })[], dryRun = false) => {
    const run = await startTestRun(ledger, { options: { dryRun } });
    const batch = await addBatch(ledger, run, []);
    await addPayments(
      ledger,
      run,
      payments.map((one) => (IN_BATCH.includes(one.state) ? { ...one, batch: batch.id } : one)),
    );
    return { run, batch };
  };

  describe('has an exit code', () => {
    const CASES: readonly [
      name: string,
      state: DocumentState,
      payments: readonly Stored[],
      how: 'confirmed' | 'not confirmed' | 'dry run',
      exit: number,
      outcome: RunStatus,
    ][] = [
      ['all was paid', 'done', ['processed', 'processed'], 'confirmed', 0, 'paid'],
      ['there was nothing to pay', 'done', [], 'confirmed', 0, 'nothing_paid'],
      ['all was canceled', 'done', ['canceled'], 'confirmed', 0, 'nothing_paid'],
      ['payments are on their way', 'on_the_way', ['batched'], 'confirmed', 0, 'processing'],
      ['a row was wrong', 'done', ['processed', 'invalid'], 'confirmed', 3, 'partly_paid'],
      ['a payment failed', 'done', ['processed', 'failed'], 'confirmed', 3, 'partly_paid'],
      ['a payment came back', 'done', ['processed', 'returned'], 'confirmed', 3, 'partly_paid'],
      ['a row is held', 'done', ['processed', 'held'], 'confirmed', 4, 'action_required'],
      ['a row is held and another wrong', 'done', ['held', 'invalid', 'failed'], 'confirmed', 4, 'action_required'],
      ['no one can say of one', 'needs_person', ['processed', 'unknown'], 'confirmed', 4, 'action_required'],
      ['it waits for approval', 'waiting_approval', ['batched'], 'confirmed', 4, 'awaiting_approval'],
      [
        'it waits for approval, and a row was wrong',
        'waiting_approval',
        ['batched', 'invalid'],
        'confirmed',
        4,
        'awaiting_approval',
      ],
      [
        'it awaits approval in the service',
        'awaiting_service_approval',
        ['batched'],
        'confirmed',
        4,
        'awaiting_service_approval',
      ],
      ['it waits for money', 'waiting_funds', ['batched'], 'confirmed', 4, 'insufficient_funds'],
      ['action is required', 'needs_person', ['batched'], 'confirmed', 4, 'action_required'],
      ['it was only looked at', 'done', ['canceled'], 'dry run', 0, 'nothing_paid'],
      [
        'a wrong row was seen when it was only looked at',
        'done',
        ['canceled', 'invalid'],
        'dry run',
        3,
        'nothing_paid',
      ],
      ['a held row was seen when it was only looked at', 'done', ['canceled', 'held'], 'dry run', 4, 'nothing_paid'],
      ['the answer was no', 'done', ['canceled'], 'not confirmed', 0, 'nothing_paid'],
      ['it is not submitted', 'needs_person', ['ready'], 'not confirmed', 0, 'ready_to_submit'],
    ];
    it.each(CASES)('%s', async (_, state, payments, how, exit, outcome) => {
      const { run, batch } = await runWith(
        payments.map((one) => ({ state: one })),
        how === 'dry run',
      );
      if (how === 'confirmed') await confirmRun(ledger.db, run.id);
      await recordIntake(ledger.db, run.id, payments.length, {});
      await moveThrough(ledger, batch, ...(WAY[state] ?? []));
      if (how !== 'not confirmed' || state === 'done')
        await setRunStatus(ledger.db, run.id, state === 'done' ? 'ended' : outcome, null);
      await releaseLease(ledger.db, run.id, run.fence);
      expect(await runOutcome(ledger.db, run.id)).toMatchObject({ state, exitCode: exit, outcome });
    });
  });

  it('is complete, from the ledger alone', async () => {
    const { run, batch } = await runWith([
      { state: 'processed', minor: 1_000n },
      { state: 'processed', minor: 234n },
      { state: 'processed', currency: 'JPY', minor: 5_000n, fixed: 'target' },
      { state: 'held', minor: 99_999n },
      { state: 'failed', minor: 1n },
    ]);
    await recordIntake(ledger.db, run.id, 5, {});
    await moveThrough(ledger, batch, ...WAY.done!);
    await setRunStatus(ledger.db, run.id, 'ended', 'A note.');
    await ledger.db.query(
      `update payrun.payment set reason_code = 'failed', reason = 'Account closed' where run_id = $1 and state = 'failed'`,
      [run.id],
    );
    await ledger.db.query(
      `insert into payrun.call (at, run_id, method, path, ms, attempt, outcome) select now(), $1, 'GET', '/', 1, 1, 'ok'
       from generate_series(1, 3)`,
      [run.id],
    );
    expect(await runOutcome(ledger.db, run.id, '/tmp/results.xlsx')).toEqual({
      run: String(run.id),
      state: 'done',
      rows: 5,
      counts: { ...Object.fromEntries(COUNTED_STATES.map((state) => [state, 0])), processed: 3, held: 1, failed: 1 },
      outcome: 'action_required',
      reasons: [
        { state: 'failed', reason: 'account closed', payments: 1 },
        { state: 'held', reason: 'no reason given', payments: 1 },
      ],
      totals: { EUR: { rows: 2, amount: '12.34' }, JPY: { rows: 1, amount: '5000' } },
      money: [],
      onHold: { EUR: { rows: 1, amount: '999.99' } },
      debits: [
        // The quote of this batch is of nothing.
        { state: 'processed', currency: 'EUR', payments: 3, totalDebit: '0.00', beforeFees: null, notQuoted: 0 },
        { state: 'held', currency: 'EUR', payments: 1, totalDebit: null, beforeFees: '999.99', notQuoted: 0 },
        { state: 'failed', currency: null, payments: 1, totalDebit: null, beforeFees: null, notQuoted: 0 },
      ],
      paid: 'PAYRUN,3,EUR,12.34,JPY,5000',
      paidSides: { debited: { EUR: '12.34' }, arriving: { JPY: '5000' } },
      calls: 3,
      problems: [{ row: 6, code: 'failed', column: null, severity: 'error', message: 'Account closed' }],
      results: '/tmp/results.xlsx',
      sameSheet: null,
      note: 'A note.',
      exitCode: 4,
    });
  });

  it('counts payments of a started batch as started, and of an unconfirmed one as unconfirmed', async () => {
    const { run, batch } = await runWith([{ state: 'batched' }, { state: 'batched' }]);
    await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'started');
    expect((await runOutcome(ledger.db, run.id)).counts).toMatchObject({ started: 2, batched: 0, unknown: 0 });
    await moveThrough(ledger, batch, 'unknown');
    expect((await runOutcome(ledger.db, run.id)).counts).toMatchObject({ started: 0, batched: 0, unknown: 2 });
  });

  it('has every problem of every row, in the order of the rows', async () => {
    const { run } = await runWith([{ state: 'invalid' }, { state: 'held' }, { state: 'ready' }]);
    const problem = (row: number, code: string): Problem => ({
      row,
      code,
      column: 'memo',
      severity: 'error',
      message: 'x',
    });
    const set = (row: number, problems: readonly Problem[], reason: string | null) =>
      ledger.db.query(
        `update payrun.payment set problems = $3, reason_code = $4, reason = $4 where run_id = $1 and row = $2`,
        [run.id, row, JSON.stringify(problems), reason],
      );
    await set(2, [problem(2, 'a'), problem(2, 'b')], 'a');
    await set(3, [problem(3, 'warning')], 'possible_duplicate');
    await set(4, [problem(4, 'warning')], null);
    expect((await runOutcome(ledger.db, run.id)).problems.map(({ row, code }) => [row, code])).toEqual([
      [2, 'a'],
      [2, 'b'],
      [3, 'warning'],
      [3, 'possible_duplicate'],
      [4, 'warning'],
    ]);
  });

  it.each([
    ['processed', 'warning'],
    ['batched', 'warning'],
    ['held', 'error'],
    ['failed', 'error'],
    ['returned', 'error'],
    ['unknown', 'error'],
  ] as const)('has the reason of a payment that is %s as a %s', async (state, severity) => {
    const { run } = await runWith([{ state }]);
    const text = 'The payout service withheld 1.00 EUR in tax from the recipient.';
    await ledger.db.query('update payrun.payment set reason = $2 where run_id = $1', [run.id, text]);
    const { problems } = await runOutcome(ledger.db, run.id);
    expect(problems).toMatchObject([{ row: 2, severity, message: text }]);
  });

  it('of an unknown run is an error', async () => {
    await expect(runOutcome(ledger.db, 999_999n)).rejects.toMatchObject({ code: 'run_unknown' });
  });
});
