import { beforeAll, expect, it } from 'vitest';
import { cancelBatch } from '../../../src/batches/cancellations/cancel-batch.ts';
import { PayrunError } from '../../../src/errors.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import { dueOrphanBatches } from '../../../src/ledger/batches/orphan-batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { BatchState } from '../../../src/states.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { notFound, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('taking a batch back', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });

  const batchIn = async (...states: BatchState[]) =>
    moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), ...states);
  const statesOf = async ({ id }: BatchRow) => {
    const { rows } = await ledger.db.query<{ state: string }>(
      'select distinct state from payrun.payment where batch_id = $1 or (run_id = $2 and batch_id is null)',
      [id, run.id],
    );
    return [(await getBatch(ledger.db, id)).state, ...rows.map(({ state }) => state)];
  };

  const isSearchedLater = async ({ id }: BatchRow) =>
    (await dueOrphanBatches(ledger.db, new Date(Date.now() + 3_600_000))).some((late) => late.id === id);

  it('deletes it in the service, then cancels its payments', async () => {
    const batch = await batchIn('creating', 'open');
    let status = 'open';
    const { service, calls } = scriptedService({
      getBatch: () => {
        if (status === 'gone') throw notFound();
        return { batch: { id: batch.remote_id, status } };
      },
      deleteBatch: () => {
        status = 'gone';
        return { ok: true };
      },
    });
    await cancelBatch(run, testDeps(ledger, { service }), batch, { code: 'rejected', why: 'Rejected by Carla.' });
    expect(calls).toEqual(['getBatch', 'deleteBatch']);
    expect(await statesOf(batch)).toEqual(['void', 'canceled']);
    expect(await isSearchedLater(batch)).toBe(false);
  });

  it.each(['processing', 'complete'])('leaves a batch that is %s in the service', async (status) => {
    const batch = await batchIn('creating', 'open');
    const { service, calls } = scriptedService({ getBatch: () => ({ batch: { id: batch.remote_id, status } }) });
    const whyLeft = await cancelBatch(run, testDeps(ledger, { service }), batch, {
      code: 'rejected',
      why: 'Rejected by Carla.',
    });
    expect(whyLeft).toContain(`the service says "${status}": it was started there by someone else`);
    expect(calls).toEqual(['getBatch']);
    expect((await getBatch(ledger.db, batch.id)).state).toBe('open');
  });

  it.each([
    { listed: ['complete'], ends: 'planned' },
    { listed: ['open'], ends: 'void' },
    { listed: [], ends: 'void' },
  ])('G1: looks in the service for a planned one, which a restored ledger may have created: $listed', async (given) => {
    const batch = await batchIn();
    const there = given.listed.map((status) => ({ id: 'B-restored', status, tags: [batch.tag] }));
    const { service, calls } = scriptedService({
      listBatches: () => onePage('batches', there),
      getBatch: () => ({ batch: there[0] }),
      deleteBatch: () => ({ ok: true }),
    });
    const rejection = { code: 'rejected', why: 'Rejected by Carla.' } as const;
    const left = await cancelBatch(run, testDeps(ledger, { service }), batch, rejection);
    expect((await getBatch(ledger.db, batch.id)).state).toBe(given.ends);
    expect(left === null).toBe(given.ends === 'void');
    expect(calls).toEqual([
      'listBatches',
      ...there.flatMap(({ status }) => ['getBatch', ...(status === 'open' ? ['deleteBatch'] : [])]),
    ]);
  });

  it.each([
    { states: ['creating', 'open'], ends: 'void' },
    { states: ['creating', 'open', 'quoted', 'approved', 'starting', 'quoted'], ends: 'unknown' },
  ] as const)('ends as $ends if someone deletes it after it was seen there', async ({ states, ends }) => {
    const batch = await batchIn(...states);
    const { service, calls } = scriptedService({
      getBatch: () => ({ batch: { id: batch.remote_id, status: 'open' } }),
      deleteBatch: () => {
        throw notFound();
      },
    });
    await cancelBatch(run, testDeps(ledger, { service }), batch, { code: 'rejected', why: 'Rejected by Carla.' });
    expect(calls).toEqual(['getBatch', 'deleteBatch']);
    expect((await getBatch(ledger.db, batch.id)).state).toBe(ends);
    expect(await isSearchedLater(batch)).toBe(ends === 'void');
  });

  it.each([
    { states: ['creating', 'open'], ends: 'void' },
    { states: ['creating', 'open', 'quoted', 'approved', 'starting', 'quoted'], ends: 'unknown' },
  ] as const)('G3: ends as $ends if its deletion got no response and it is not found after that', async (given) => {
    const batch = await batchIn(...given.states);
    let isSent = false;
    const { service, calls } = scriptedService({
      getBatch: () => {
        if (isSent) throw notFound();
        return { batch: { id: batch.remote_id, status: 'open' } };
      },
      deleteBatch: () => {
        isSent = true;
        throw new PayrunError('service_timeout', { call: 'delete', seconds: 30 }, { retry: 'read-first' });
      },
    });
    await cancelBatch(run, testDeps(ledger, { service }), batch, { code: 'rejected', why: 'Rejected by Carla.' });
    expect(calls).toEqual(['getBatch', 'deleteBatch', 'getBatch']);
    expect((await getBatch(ledger.db, batch.id)).state).toBe(given.ends);
    expect(await isSearchedLater(batch)).toBe(given.ends === 'void');
  });

  it.each([true, false])(
    'completes what an interruption left, if the service is the right one: %s',
    async (isKnown) => {
      const batch = await batchIn('creating', 'open', 'quoted');
      const { service } = scriptedService({
        getBatch: () => {
          throw notFound();
        },
        listBatches: () => onePage('batches', []),
        getRecipient: () => {
          if (!isKnown) throw notFound();
          return { recipient: {} };
        },
      });
      const canceling = cancelBatch(run, testDeps(ledger, { service }), batch, { code: 'rejected', why: 'No.' });
      if (isKnown) {
        await canceling;
        expect(await statesOf(batch)).toEqual(['void', 'canceled']);
        expect(await isSearchedLater(batch)).toBe(true);
      } else {
        await expect(canceling).rejects.toMatchObject({ code: 'service_changed' });
        expect((await getBatch(ledger.db, batch.id)).state).toBe('quoted');
      }
    },
  );

  it('G3: leaves a batch unconfirmed that is gone after its start was refused: that is no proof that nothing was paid', async () => {
    const batch = await batchIn('creating', 'open', 'quoted', 'approved', 'starting', 'quoted');
    const { service } = scriptedService({
      getBatch: () => {
        throw notFound();
      },
      listBatches: () => onePage('batches', []),
      getRecipient: () => ({ recipient: {} }),
    });
    const deps = testDeps(ledger, { service });
    const whyLeft = await cancelBatch(run, deps, batch, { code: 'rejected', why: 'Rejected by Carla.' });
    expect(whyLeft).toContain(`Batch ${batch.remote_id} is unconfirmed.`);
    const { rows } = await ledger.db.query('select distinct state from payrun.payment where batch_id = $1', [batch.id]);
    expect([(await getBatch(ledger.db, batch.id)).state, rows]).toEqual(['unknown', [{ state: 'batched' }]]);
  });

  it('looks up by tag a batch whose creation got no response, and deletes each one that it finds', async () => {
    const batch = await batchIn('creating');
    const there = new Set(['B-1', 'B-2']);
    const listed = [...there].map((id) => ({ id, status: 'open', tags: [batch.tag] }));
    const { service, calls } = scriptedService({
      listBatches: () => onePage('batches', listed),
      getBatch: ({ params }) => ({ batch: { id: params.id, status: 'open' } }),
      deleteBatch: ({ params }) => ({ ok: there.delete(params.id!) }),
    });
    await cancelBatch(run, testDeps(ledger, { service }), batch, { code: 'rejected', why: 'Discarded by mia.' });
    expect(there).toEqual(new Set());
    expect(calls[0]).toBe('listBatches');
    expect(await isSearchedLater(batch)).toBe(true);
  });
});
