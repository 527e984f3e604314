import { beforeAll, expect, it } from 'vitest';
import { followBatch } from '../../../src/batches/settlements/follow-batch.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { listedPayments, notFound, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('following a started batch', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  let batch: BatchRow;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });

  const followed = async (status: string, payments: object = {}, has = (listed: object[]) => listed) => {
    batch = await moveThrough(
      ledger,
      await addBatch(ledger, run, [{}, {}]),
      ...(['creating', 'open', 'quoted', 'approved', 'starting', 'started'] as const),
    );
    const listed = has(await listedPayments(ledger, batch, payments));
    const { service, calls } = scriptedService({
      getBatch: () => {
        if (status === 'gone') throw notFound();
        return { batch: { id: batch.remote_id, status, totalPayments: 2 } };
      },
      listBatchPayments: () => onePage('payments', listed),
    });
    await followBatch(run, testDeps(ledger, { service }), batch);
    const { rows } = await ledger.db.query<{ state: string }>(
      'select state from payrun.payment where batch_id = $1 order by row',
      [batch.id],
    );
    return { calls, state: (await getBatch(ledger.db, batch.id)).state, payments: rows.map(({ state }) => state) };
  };

  it('reads only its status while the service processes it', async () => {
    expect(await followed('processing')).toEqual({
      calls: ['getBatch'],
      state: 'started',
      payments: ['batched', 'batched'],
    });
  });

  it('records the outcome of each payment when it has ended, and settles it', async () => {
    expect(await followed('complete', { status: 'processed' })).toEqual({
      calls: ['getBatch', 'listBatchPayments'],
      state: 'settled',
      payments: ['processed', 'processed'],
    });
  });

  it('does not settle it while a payment is still processing', async () => {
    const { state, payments } = await followed('complete', { status: 'processing' });
    expect([state, ...payments]).toEqual(['started', 'batched', 'batched']);
  });

  it('G2: records a payment that was made otherwise than ordered as a discrepancy, and never as paid', async () => {
    const { state, payments } = await followed('complete', { status: 'processed' }, ([first, second]) => [
      { ...first, sourceAmount: '99.00' },
      second!,
    ]);
    expect([state, ...payments]).toEqual(['settled', 'discrepancy', 'processed']);
  });

  it('G2: records a payment that no one ordered, with amount and recipient, and pays what was ordered', async () => {
    const added = { id: 'P-added', externalId: null, sourceAmount: '55.00', recipient: { id: 'R-9', name: 'Eve Fox' } };
    const { payments } = await followed('complete', { status: 'processed' }, (listed) => [
      ...listed,
      { ...listed[0], ...added },
    ]);
    expect(payments).toEqual(['processed', 'processed']);
    const { rows } = await ledger.db.query('select what from payrun.batch_discrepancy where batch_id = $1', [batch.id]);
    expect(rows).toEqual([
      { what: expect.stringMatching(/^55\.00 EUR to Eve Fox was paid in its batch .*which is not in this ledger\.$/) },
    ]);
  });

  it('makes it unconfirmed, and never failed, if the service no longer shows it', async () => {
    expect(await followed('gone')).toMatchObject({ calls: ['getBatch'], state: 'unknown' });
  });
});
