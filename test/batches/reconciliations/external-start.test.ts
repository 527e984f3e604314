import { beforeAll, expect, it } from 'vitest';
import { readExternalStarts } from '../../../src/batches/read-external-starts.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { BatchState } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { notFound, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('a batch without a start in force, of which the service says', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Looks at a batch in this state whose status in the service is this; null: it does not know it. */
  const look = async (state: BatchState, status: string | null) => {
    const run = await startTestRun(ledger);
    const { id } = await moveThrough(ledger, await addBatch(ledger, run, [{}]), ...BATCH_WAYS[state]);
    const { service } = scriptedService({
      getBatch: () => {
        if (status === null) throw notFound();
        return { batch: { id: `B-${id}`, status } };
      },
    });
    await readExternalStarts(run, testDeps(ledger, { service }));
    const { rows } = await ledger.db.query<{ what: string }>(
      'select what from payrun.batch_discrepancy where batch_id = $1',
      [id],
    );
    const { state: now, note, approved_by: by } = await getBatch(ledger.db, id);
    return { now, note, by, what: rows.map(({ what }) => what.replace(`B-${id}`, 'B')) };
  };
  const SENT = 'Batch B was sent in the payout service, not by Payrun';

  it.each<[state: BatchState, status: string, now: BatchState, by: string | null, what: string]>([
    ['open', 'processing', 'started', null, `${SENT}, and no one had approved it.`],
    ['quoted', 'processing', 'started', null, `${SENT}, and no one had approved it.`],
    ['quoted', 'complete', 'started', null, `${SENT}, and no one had approved it.`],
    ['approved', 'processing', 'started', 'cleo', `${SENT}; cleo had approved it.`],
    ['quoted', 'awaiting_approval', 'awaiting_service_approval', null, `${SENT}, and no one had approved it.`],
    ['approved', 'awaiting_approval', 'awaiting_service_approval', 'cleo', `${SENT}; cleo had approved it.`],
  ])(
    'G3, G8: that it is not only %s but "%s" is followed from then on, and is a discrepancy',
    async (state, status, now, by, what) => {
      const found = await look(state, status);
      expect(found).toMatchObject({ now, by, what: [what] });
      if (now !== 'started') expect(found.note).toContain('It was sent in the payout service, not by Payrun');
    },
  );

  it.each<[state: BatchState, status: string | null]>([
    ['open', 'open'],
    ['quoted', 'open'],
    ['approved', 'open'],
    ['quoted', null],
  ])('that it is %s, and there %j, is left as it is', async (state, status) => {
    expect(await look(state, status)).toMatchObject({ now: state, what: [] });
  });
});
