import { beforeAll, expect, it } from 'vitest';
import { readServiceApproval } from '../../../src/batches/reconciliations/service-approval.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { notFound, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('a batch that the payout service opens again instead of approving it', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });

  const GONE = () => {
    throw notFound();
  };
  it.each([
    {
      what: 'is deleted there',
      getBatch: null,
      deleteBatch: () => ({ ok: true }),
      ends: ['rejected_at_service', 'failed'],
    },
    {
      what: 'G3: is left to a user if the service does not show it then',
      getBatch: GONE,
      deleteBatch: GONE,
      ends: ['unknown', 'batched'],
    },
    {
      what: 'G3: is left to a user if its deletion does not find it',
      getBatch: null,
      deleteBatch: GONE,
      ends: ['unknown', 'batched'],
    },
  ])('$what', async ({ getBatch, deleteBatch, ends }) => {
    const batch = await moveThrough(
      ledger,
      await addBatch(ledger, run, [{}, {}]),
      ...BATCH_WAYS.awaiting_service_approval,
    );
    const open = () => ({ batch: { id: batch.remote_id, status: 'open' } });
    const { service } = scriptedService({ getBatch: getBatch ?? open, deleteBatch });
    const { state } = await readServiceApproval(run, testDeps(ledger, { service }), batch, 'open');
    const { rows } = await ledger.db.query<{ state: string }>(
      'select distinct state from payrun.payment where batch_id = $1',
      [batch.id],
    );
    expect([state, ...rows.map((row) => row.state)]).toEqual(ends);
  });
});
