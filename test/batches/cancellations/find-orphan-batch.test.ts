import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { deleteDuplicateBatches, findOrphanBatch } from '../../../src/batches/cancellations/find-orphan-batch.ts';
import { voidBatch } from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import { dueOrphanBatches, recordLook, recordOrphanBatch } from '../../../src/ledger/batches/orphan-batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { listedPayments, notFound, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

const CALLS = ['listBatchPayments', 'getBatch', 'deleteBatch'] as const;
type Call = (typeof CALLS)[number];

describeDatabases('a batch that the service has beside the ledger', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });

  /** Lists the batch as open. `unfound` answers that there is no such batch. */
  const depsWith = (batch: BatchRow, listed: readonly object[], unfound?: Call) => {
    const there = { id: 'second', status: 'open', tags: [batch.tag] };
    const answers = {
      listBatchPayments: () => onePage('payments', listed),
      getBatch: () => ({ batch: there }),
      deleteBatch: () => ({ ok: true }),
    };
    const refused = Object.fromEntries(
      (unfound ? [unfound] : []).map((call) => [
        call,
        () => {
          throw notFound();
        },
      ]),
    );
    const { service } = scriptedService({ listBatches: () => onePage('batches', [there]), ...answers, ...refused });
    return testDeps(ledger, { service });
  };
  const dueIn = async (hours: number, batch: BatchRow) =>
    (await dueOrphanBatches(ledger.db, new Date(Date.now() + hours * 3_600_000))).find(({ id }) => id === batch.id);

  it.each(CALLS)('G3: is looked for until it is deleted, however often %s does not find it', async (unfound) => {
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), 'creating');
    const listed = await listedPayments(ledger, batch);
    await voidBatch(ledger.db, batch, 'Withdrawn.');
    await recordOrphanBatch(ledger.db, batch.id, new Date());
    for (const _ of [1, 2, 3]) {
      const late = (await dueIn(2, batch))!;
      expect(await findOrphanBatch(run, depsWith(batch, listed, unfound), late)).toBeNull();
    }
    const found = await findOrphanBatch(run, depsWith(batch, listed), (await dueIn(2, batch))!);
    expect(found).toMatchObject({ remoteId: 'second', end: 'deleted' });
    expect(await dueIn(2, batch)).toBeUndefined();
  });

  it.each<[what: string, listed: (own: readonly object[]) => readonly object[]]>([
    ['a payment that has no number of the ledger', ([own]) => [own!, { ...own, id: 'P-2', externalId: 'salary 7' }]],
    ['a payment of another run', ([own]) => [own!, { ...own, id: 'P-2', externalId: randomUUID() }]],
    ['a record that cannot be read', ([own]) => [own!, { id: 7 }]],
  ])('G1: is left if it has %s: it may be of someone else', async (_, listed) => {
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}]), 'creating');
    const own = await listedPayments(ledger, batch);
    await voidBatch(ledger.db, batch, 'Withdrawn.');
    await recordOrphanBatch(ledger.db, batch.id, new Date());
    const found = await findOrphanBatch(run, depsWith(batch, listed(own), 'deleteBatch'), (await dueIn(2, batch))!);
    expect(found).toMatchObject({ remoteId: 'second', end: 'not_ours' });
  });

  it.each(CALLS)('G3: is looked for later if it is a duplicate that %s does not find', async (unfound) => {
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), 'creating', 'open');
    const deps = depsWith(batch, await listedPayments(ledger, batch), unfound);
    const created = { id: batch.remote_id, status: 'open' } as Parameters<typeof deleteDuplicateBatches>[3];
    expect(await deleteDuplicateBatches(run, deps, batch, created)).toBe(created);
    expect(await dueIn(1, batch)).toMatchObject({ currentId: batch.remote_id, looks: 0 });
    // A further duplicate after the search ended.
    await recordLook(ledger.db, batch.id, 'deleted');
    expect(await dueIn(1, batch)).toBeUndefined();
    expect(await deleteDuplicateBatches(run, deps, batch, created)).toBe(created);
    expect(await dueIn(1, batch)).toMatchObject({ currentId: batch.remote_id, looks: 0 });
  });
});
