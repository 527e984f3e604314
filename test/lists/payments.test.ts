import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { paymentList } from '../../src/lists/payments.ts';
import { awaits, debitStateWord } from '../../src/outcomes/total-debits.ts';
import type { ActiveRun } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { listPayments } from '../support/list-payments.ts';
import { addBatch, addPayments, BATCH_WAYS, moveThrough, startTestRun } from '../support/test-run.ts';

describeDatabases('the list of payments', (database) => {
  let ledger: Ledger;
  let first: ActiveRun;
  let second: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    first = await startTestRun(ledger);
    second = await startTestRun(ledger);
    await addPayments(ledger, first, [
      { state: 'held', reference: 'INV-1' },
      { state: 'ready', reference: 'INV-2', currency: 'JPY', minor: 5_000n },
    ]);
    await addPayments(ledger, second, [{ state: 'failed', reference: 'INV-1', minor: 12_345n }]);
  });

  it.each(['999999', 'x', '-1', '', '1.5', `1' or 1=1`, '9'.repeat(19)])('refuses an unknown run %j', async (run) => {
    await expect(listPayments(ledger.db, { run })).rejects.toMatchObject({ code: 'run_unknown' });
  });

  const listed = async (filter: Parameters<typeof listPayments>[1]) =>
    (await listPayments(ledger.db, filter)).map(({ run, row }) => [run === first.id ? 1 : 2, row]);
  it.each([
    [
      'all, by run and row',
      {},
      [
        [2, 2],
        [1, 2],
        [1, 3],
      ],
    ],
    [
      'those of a reference',
      { reference: 'INV-1' },
      [
        [2, 2],
        [1, 2],
      ],
    ],
    ['those in a state', { state: 'held' }, [[1, 2]]],
    ['those that fit both', { reference: 'INV-1', state: 'failed' }, [[2, 2]]],
    ['none where nothing fits', { reference: 'INV-2', state: 'failed' }, []],
    [
      'no more than were asked for',
      { limit: 2 },
      [
        [2, 2],
        [1, 2],
      ],
    ],
    ['none in a state that no payment is in', { state: 'started' }, []],
    ['those in a status as it is shown', { state: 'On hold' }, [[1, 2]]],
  ])('have %s', async (_, filter, rows) => {
    expect(await listed(filter)).toEqual(rows);
  });
  it('of a run have only its rows', async () => {
    expect(await listed({ run: String(first.id) })).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });
  it('show amounts as text in their currency', async () => {
    const [failed, , yen] = await listPayments(ledger.db);
    expect([failed, yen]).toMatchObject([
      { amount: '123.45', currency: 'EUR' },
      { amount: '5000', currency: 'JPY' },
    ]);
  });
  it('in a status are those that are shown in it, whatever their batch awaits', async () => {
    const run = await startTestRun(ledger);
    const shown = ['quoted', 'waiting_funds', 'awaiting_service_approval', 'approved', 'open'] as const;
    for (const [i, state] of shown.entries()) {
      const batch = await addBatch(ledger, run, [{ reference: `W-${i}` }]);
      await moveThrough(ledger, batch, ...BATCH_WAYS[state]);
    }
    await addPayments(ledger, run, [{ state: 'ready', reference: 'W-9' }]);
    const ofStatus = async (state: string) =>
      (await listPayments(ledger.db, { run: String(run.id), state })).map(({ reference }) => reference);
    expect(await ofStatus('awaiting approval')).toEqual(['W-0']);
    expect(await ofStatus('Awaiting funds')).toEqual(['W-1']);
    expect(await ofStatus('awaiting approval in the service')).toEqual(['W-2']);
    expect(await ofStatus('queued')).toEqual(['W-3']);
    expect(await ofStatus('ready')).toEqual(['W-4', 'W-9']);
    for (const one of await listPayments(ledger.db, { run: String(run.id) }))
      expect(await ofStatus(debitStateWord(awaits(one)))).toContain(one.reference);
    // The code of the ledger: all that are in a batch.
    expect(await ofStatus('batched')).toHaveLength(5);
  });
  it.each(['payed', '', 'constructor'])('take no status %j', (state) => {
    expect(paymentList.filters.state.parse(state)).toBeNull();
    expect(paymentList.filters.state.form).toMatch(
      /on hold, .*paid, .*awaiting funds, awaiting approval in the service$/,
    );
  });
});
