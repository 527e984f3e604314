import { beforeAll, expect, it } from 'vitest';
import { quoteBatch } from '../../../src/batches/quotes/quote-batch.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';
import { listedPayments, notFound, onePage, refused, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

const QUOTED = { batch: { quoteExpiredAt: '2098-01-01T00:00:00Z' } };

describeDatabases('a batch of 20.00 EUR that is priced again', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** Prices a batch that was approved by a user, of which the service says this in total. */
  const priceAgain = async (total: object, generateQuote: () => object = () => QUOTED, approvedPrice = '2000') => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), ...BATCH_WAYS.approved);
    await ledger.db.query('update payrun.batch set priced = $2 where id = $1', [batch.id, { EUR: approvedPrice }]);
    const { service } = scriptedService({
      getBatch: () => ({ batch: { id: batch.remote_id, status: 'open' } }),
      generateQuote,
      getBatchSummary: () => ({
        batchSummary: {
          total: {
            count: 2,
            sendingAmount: '20.00',
            debitAmount: '20.00',
            totalFees: '0.00',
            merchantFees: '0.00',
            ...total,
          },
          balances: [],
        },
      }),
      listBatchPayments: async () => onePage('payments', await listedPayments(ledger, batch)),
    });
    await quoteBatch(run, testDeps(ledger, { service }), await getBatch(ledger.db, batch.id));
    return getBatch(ledger.db, batch.id);
  };

  it('keeps its approval if nothing differs', async () => {
    expect(await priceAgain({})).toMatchObject({ state: 'approved', approved_by: 'cleo', note: null });
  });

  it.each([
    [{ count: 3 }, 'the service counts 3 payments instead of 2'],
    [{ sendingAmount: '21.00', debitAmount: '21.00' }, 'the total in the service differs from the sheet'],
  ])('G2: has no quote and no approval if the service has another total: %j', async (total, says) => {
    const { state, quote, approved_by, note } = await priceAgain(total);
    expect({ state, quote, approved_by }).toEqual({ state: 'quoted', quote: null, approved_by: null });
    expect(note).toContain(`Not started: ${says}`);
  });

  it.each([
    ['debits more than was approved', { debitAmount: '20.50', totalFees: '0.50', merchantFees: '0.50' }, '2000'],
    ['lets less arrive than was approved', {}, '2200'],
  ])('G7: must be approved again if it %s', async (_, total, approvedPrice) => {
    expect(await priceAgain(total, undefined, approvedPrice)).toMatchObject({
      ...{ state: 'quoted', approved_by: null },
      note: 'The price has changed since it was approved, so it must be approved again.',
    });
  });

  it('G8: has no quote and no approval if a user confirmed the outcome of one of its payments', async () => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), ...BATCH_WAYS.approved);
    await ledger.db.query(
      `update payrun.payment set state = 'failed', reason_code = 'resolved', reason = 'Anna found that it was not paid.'
       where id = (select id from payrun.payment where batch_id = $1 limit 1)`,
      [batch.id],
    );
    const { service, calls } = scriptedService({ getBatch: () => ({ batch: { status: 'open' } }) });
    const { state, quote, approved_by, note } = await quoteBatch(run, testDeps(ledger, { service }), batch);
    expect({ state, quote, approved_by, calls }).toEqual({
      state: 'quoted',
      quote: null,
      approved_by: null,
      calls: ['getBatch'],
    });
    expect(note).toContain('Not started: it has a payment whose outcome a user confirmed meanwhile. Reject it,');
  });

  it.each([
    [refused('invalid_field', 'Not today'), 'rejected its quote'],
    [notFound(), 'no longer has the batch'],
  ])('G3: has no quote and no approval if the service gives none: %s', async (error, says) => {
    const { state, quote, approved_by, note } = await priceAgain({}, () => {
      throw error;
    });
    expect({ state, quote, approved_by }).toEqual({ state: 'quoted', quote: null, approved_by: null });
    expect(note).toContain(says);
  });
});
