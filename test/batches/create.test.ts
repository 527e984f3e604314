import { beforeAll, expect, it } from 'vitest';
import { create } from '../../src/batches/create.ts';
import { PayrunError } from '../../src/errors.ts';
import { getBatch } from '../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { sealRow } from '../../src/ledger/payments/sealed-row.ts';
import { describeDatabases } from '../support/database.ts';
import { listedPayments, onePage, refused, scriptedService } from '../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, type TestPayment, testDeps, testDraft } from '../support/test-run.ts';

describeDatabases('creating a batch', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const planned = async (payments: readonly TestPayment[] = [{ minor: 1_050n }, { minor: 2_000n }]) => {
    const run = await startTestRun(ledger);
    const batch = await addBatch(ledger, run, payments);
    const { rows } = await ledger.db.query<{ id: string }>(
      'select id from payrun.payment where batch_id = $1 order by row',
      [batch.id],
    );
    for (const { id } of rows)
      await ledger.db.query('update payrun.payment set row_sealed = $2 where id = $1', [
        id,
        sealRow(ledger.vault, run.merchant, id, { cells: {}, draft: testDraft() }),
      ]);
    return { run, batch, ids: rows.map(({ id }) => id) };
  };

  it('sends each payment with the ledger’s id, recipient and amount, and the tag of the batch', async () => {
    const { run, batch, ids } = await planned();
    const sent: unknown[] = [];
    const { service, calls } = scriptedService({
      listBatches: () => onePage('batches', []),
      createBatch: ({ body }) => {
        sent.push(body);
        return { batch: { id: 'B-1', status: 'open', tags: [batch.tag] } };
      },
    });
    await create(run, testDeps(ledger, { service }));
    expect(calls.filter((name) => name === 'createBatch')).toHaveLength(1);
    expect(sent).toMatchObject([
      {
        sourceCurrency: 'EUR',
        tags: [batch.tag, expect.any(String)],
        payments: [
          { externalId: ids[0], amount: '10.50', currency: 'EUR', recipient: { id: expect.stringMatching(/^R-/) } },
          { externalId: ids[1], amount: '20.00', currency: 'EUR' },
        ],
      },
    ]);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', remote_id: 'B-1' });
  });

  it('does not create a batch again if its creation got no response: the service has it by its tag', async () => {
    const { run, batch } = await planned();
    await moveThrough(ledger, batch, 'creating');
    const { service, calls } = scriptedService({
      listBatches: () => onePage('batches', [{ id: 'B-2', status: 'open', tags: [batch.tag] }]),
    });
    await create(run, testDeps(ledger, { service }));
    expect(calls).not.toContain('createBatch');
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', remote_id: 'B-2' });
  });

  it('G1: keeps one of two batches with its tag, and deletes the other before anything is sent', async () => {
    const { run, batch } = await planned();
    await moveThrough(ledger, batch, 'creating');
    const there = new Map(['B-4', 'B-5'].map((id) => [id, { id, status: 'open', tags: [batch.tag] }]));
    const { service, calls } = scriptedService({
      listBatches: () => onePage('batches', [...there.values()]),
      getBatch: ({ params }) => ({ batch: there.get(params.id!) }),
      listBatchPayments: async () => onePage('payments', await listedPayments(ledger, batch)),
      deleteBatch: ({ params }) => ({ ok: there.delete(params.id!) }),
    });
    await create(run, testDeps(ledger, { service }));
    expect(calls).not.toContain('createBatch');
    expect([...there.keys()]).toHaveLength(1);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', remote_id: [...there.keys()][0] });
  });

  it('G1: looks again after a creation that was sent twice, and deletes the one that took effect late', async () => {
    const { run, batch } = await planned();
    const there = new Map<string, object>();
    const add = (id: string) => ({ batch: there.set(id, { id, status: 'open', tags: [batch.tag] }).get(id) });
    let sent = 0;
    const { service } = scriptedService({
      listBatches: () => onePage('batches', [...there.values()]),
      createBatch: () => {
        sent += 1;
        if (sent === 1)
          throw new PayrunError('service_timeout', { call: 'create', seconds: 30 }, { retry: 'read-first' });
        add('B-late');
        return add('B-second');
      },
      getBatch: ({ params }) => ({ batch: there.get(params.id!) }),
      listBatchPayments: async () => onePage('payments', await listedPayments(ledger, batch)),
      deleteBatch: ({ params }) => ({ ok: there.delete(params.id!) }),
    });
    await create(run, testDeps(ledger, { service }));
    expect(sent).toBe(2);
    expect([...there.keys()]).toEqual(['B-second']);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', remote_id: 'B-second' });
  });

  it.each([
    ['at once', 'invalid_status', 0],
    ['late', 'duplicate', 3],
  ])('G3: finds a batch that the service created and refused, and lists %s', async (_, code, late) => {
    const { run, batch } = await planned();
    let created: object[] = [];
    let lists = 0;
    const { service } = scriptedService({
      listBatches: () => onePage('batches', created.length > 0 && lists++ >= late ? created : []),
      createBatch: () => {
        created = [{ id: `B-${code}`, status: 'open', tags: [batch.tag] }];
        throw refused(code, 'No.');
      },
    });
    await create(run, testDeps(ledger, { service }));
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', remote_id: `B-${code}` });
  });

  it('fails only the payment that the service refuses, and creates the batch without it', async () => {
    const { run, batch, ids } = await planned();
    const { service } = scriptedService({
      listBatches: () => onePage('batches', []),
      createBatch: ({ body }) => {
        const payments = body.payments as readonly { externalId: string }[];
        if (payments.some(({ externalId }) => externalId === ids[0]))
          throw refused('invalid_field', 'memo is too long', 'payments[0].memo');
        return { batch: { id: 'B-3', status: 'open', tags: [batch.tag] } };
      },
    });
    await create(run, testDeps(ledger, { service }));
    const { rows } = await ledger.db.query<{ id: string; state: string }>(
      'select id, state from payrun.payment where run_id = $1 order by row',
      [run.id],
    );
    expect(rows).toEqual([
      { id: ids[0], state: 'failed' },
      { id: ids[1], state: 'batched' },
    ]);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', payments: 1 });
  });

  it.each([0, 7, 15])(
    'finds payment %i, refused without its name, in O(log n) calls, and creates the rest',
    async (n) => {
      const { run, ids } = await planned(Array.from({ length: 16 }, () => ({})));
      const created: string[][] = [];
      let calls = 0;
      const { service } = scriptedService({
        listBatches: () => onePage('batches', []),
        createBatch: ({ body }) => {
          calls += 1;
          const payments = (body.payments as readonly { externalId: string }[]).map(({ externalId }) => externalId);
          if (payments.includes(ids[n]!)) throw refused('invalid_field', 'No.');
          created.push(payments);
          return { batch: { id: `B-${run.id}-${calls}`, status: 'open', tags: body.tags } };
        },
      });
      await create(run, testDeps(ledger, { service }));
      expect(calls).toBeLessThanOrEqual(2 * Math.log2(16) + 1);
      expect(created.flat().toSorted()).toEqual(ids.toSpliced(n, 1).toSorted());
      const { rows } = await ledger.db.query<{ id: string; reason: string }>(
        `select id, reason from payrun.payment where run_id = $1 and state <> 'batched'`,
        [run.id],
      );
      expect(rows).toEqual([{ id: ids[n], reason: 'The payout service rejected this payment: No.' }]);
    },
  );

  it('does not pay payments again that the service says it already has', async () => {
    const { run, batch } = await planned();
    const { service } = scriptedService({
      listBatches: () => onePage('batches', []),
      createBatch: () => {
        throw refused('duplicate', 'payments[0] (externalId is taken)');
      },
    });
    await create(run, testDeps(ledger, { service }));
    const { rows } = await ledger.db.query<{ state: string; payments: number }>(
      'select state, payments from payrun.batch where run_id = $1 order by state',
      [run.id],
    );
    expect(rows.some(({ state }) => state === 'unknown')).toBe(true);
    expect(rows.some(({ state }) => state === 'open')).toBe(false);
    expect(batch.payments).toBe(rows.reduce((sum, { payments }) => sum + payments, 0));
  });
});
