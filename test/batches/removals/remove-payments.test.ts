import { beforeAll, expect, it } from 'vitest';
import { findOrphanBatch } from '../../../src/batches/cancellations/find-orphan-batch.ts';
import { refusedFor, removePayments } from '../../../src/batches/removals/remove-payments.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import { dueOrphanBatches } from '../../../src/ledger/batches/orphan-batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { listedPayments, notFound, onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('removing every payment of a batch', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  beforeAll(async () => {
    ledger = await database.open();
    run = await startTestRun(ledger);
  });

  const batchIn = async (state: 'quoted' | 'waiting_funds') =>
    moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), ...BATCH_WAYS[state]);
  const paymentsOf = async ({ id }: BatchRow) =>
    (await ledger.db.query<{ id: string }>('select id from payrun.payment where batch_id = $1', [id])).rows;
  const removeAll = async (batch: BatchRow, service: ReturnType<typeof scriptedService>['service']) => {
    const why = { code: 'paid_meanwhile', reason: 'It was paid after all.', served: null };
    const removals = (await paymentsOf(batch)).map(({ id }) => ({ id, remoteId: `P-${id}`, ...why }));
    return removePayments(run, testDeps(ledger, { service }), batch, removals);
  };
  const statesOf = async (batch: BatchRow, ids: readonly { id: string }[]) => {
    const { rows } = await ledger.db.query<{ state: string }>(
      'select distinct state from payrun.payment where id = any($1)',
      [ids.map(({ id }) => id)],
    );
    return [(await getBatch(ledger.db, batch.id)).state, ...rows.map(({ state }) => state)];
  };
  const dueIn = async (hours: number) => dueOrphanBatches(ledger.db, new Date(Date.now() + hours * 3_600_000));

  it.each([
    { state: 'quoted', ends: 'void' },
    { state: 'waiting_funds', ends: 'rejected_at_service' },
  ] as const)('deletes it in the service: one that is $state ends as $ends', async ({ state, ends }) => {
    const batch = await batchIn(state);
    const payments = await paymentsOf(batch);
    const { service, calls } = scriptedService({
      getBatch: () => ({ batch: { id: batch.remote_id, status: 'open' } }),
      deleteBatch: () => ({ ok: true }),
    });
    expect(await removeAll(batch, service)).toBeNull();
    expect(calls).toEqual(['getBatch', 'deleteBatch']);
    expect(await statesOf(batch, payments)).toEqual([ends, 'failed']);
    expect(await dueIn(1)).toEqual([]);
  });

  it('G3: looks later for one that the service did not show, and deletes it there before it can be sent', async () => {
    const batch = await batchIn('quoted');
    const payments = await paymentsOf(batch);
    const listed = await listedPayments(ledger, batch);
    const hidden = scriptedService({
      getBatch: () => {
        throw notFound();
      },
    });
    expect(await removeAll(batch, hidden.service)).toBeNull();
    expect(await statesOf(batch, payments)).toEqual(['void', 'failed']);
    const [late] = await dueIn(1);
    const there = { id: batch.remote_id, status: 'open', tags: [batch.tag] };
    const shown = scriptedService({
      listBatches: () => onePage('batches', [there]),
      listBatchPayments: () => onePage('payments', listed),
      getBatch: () => ({ batch: there }),
      deleteBatch: () => ({ ok: true }),
    });
    expect(await findOrphanBatch(run, testDeps(ledger, { service: shown.service }), late!)).toMatchObject({
      ...{ remoteId: batch.remote_id, end: 'deleted' },
    });
    expect(shown.calls.at(-1)).toBe('deleteBatch');
    expect(await dueIn(9)).toEqual([]);
  });

  it.each(['getBatch', 'deleteBatch'])(
    'G1: leaves one unconfirmed that may start when funds arrive, if %s does not find it',
    async (unfound) => {
      const batch = await batchIn('waiting_funds');
      const payments = await paymentsOf(batch);
      const { service } = scriptedService({
        getBatch: () => {
          if (unfound === 'getBatch') throw notFound();
          return { batch: { id: batch.remote_id, status: 'open' } };
        },
        deleteBatch: () => {
          throw notFound();
        },
      });
      expect(await removeAll(batch, service)).toBeNull();
      expect(await statesOf(batch, payments)).toEqual(['unknown', 'batched']);
    },
  );
});

it.each([
  ['invalid_field', 'Recipient is not active.', 'recipient_refused'],
  ['invalid_field', 'The account was deleted.', 'recipient_refused'],
  ['not_found', 'It does not know what it was asked for.', 'recipient_refused'],
  ['invalid_field', 'The amount is too small.', 'invalid_field'],
  // A sentence of the service that ends as one of Payrun's does.
  ['invalid_field', 'Retry this payment: Payrun first rereads it from the payout service.', 'invalid_field'],
])('a refusal %s: %s has the code %s', (code, sentence, expected) => {
  const { code: found, reason } = refusedFor(code, sentence);
  expect(found).toBe(expected);
  expect(reason.startsWith(`The payout service rejected this payment: ${sentence}`)).toBe(true);
  expect(reason.endsWith('rereads its recipient from the payout service.')).toBe(expected === 'recipient_refused');
});
