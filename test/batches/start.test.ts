import { beforeAll, expect, it } from 'vitest';
import { recordExternalStart } from '../../src/batches/reconciliations/external-start.ts';
import { start } from '../../src/batches/start.ts';
import { PayrunError } from '../../src/errors.ts';
import { approvalHash } from '../../src/ledger/batches/approval-hash.ts';
import { type BatchRow, getBatch, moveBatch } from '../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ServiceRefusal } from '../../src/service/service-refusal.ts';
import type { ActiveRun } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { listedPayments, onePage, refused, scriptedService } from '../support/scripted-service.ts';
import { addBatch, moveThrough, startTestRun, testDeps } from '../support/test-run.ts';

const noReprice = () => Promise.reject(new Error('it was priced again'));

describeDatabases('starting an approved batch', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const approved = async (hashOf = approvalHash): Promise<{ run: ActiveRun; batch: BatchRow }> => {
    const run = await startTestRun(ledger);
    const quoted = await moveThrough(ledger, await addBatch(ledger, run, [{}, {}]), 'creating', 'open', 'quoted');
    const hash = await hashOf(ledger.db, quoted);
    return { run, batch: await moveBatch(ledger.db, quoted, 'approved', { approval: { hash, by: 'cleo' } }) };
  };

  /** Starts it at a service with this balance that answers the start so, and shows the batch in this status after it. */
  const startAt = async (
    { run, batch }: { run: ActiveRun; batch: BatchRow },
    answer: () => unknown,
    { after = 'processing', balance = '1000.00' } = {},
  ) => {
    const listed = await listedPayments(ledger, batch);
    const attempts: boolean[] = [];
    const { service, calls } = scriptedService({
      listBalances: () => ({ balances: [{ currency: 'EUR', amount: balance, type: 'paymentrails' }] }),
      listBatches: () => onePage('batches', [{ id: batch.remote_id, status: 'open', tags: [batch.tag] }]),
      listBatchPayments: () => onePage('payments', listed),
      getBatch: () => ({ batch: { id: batch.remote_id, status: after } }),
      startProcessing: async () => {
        attempts.push((await getBatch(ledger.db, batch.id)).start_attempted_at !== null);
        return answer();
      },
    });
    await start(noReprice)(run, testDeps(ledger, { service }));
    return { calls, attempts, batch: await getBatch(ledger.db, batch.id) };
  };

  it('sends it once, after committing the attempt', async () => {
    const given = await approved();
    const { attempts, batch } = await startAt(given, () => ({ batch: { status: 'processing' } }));
    expect(attempts).toEqual([true]);
    expect(batch).toMatchObject({ state: 'started', remote_status: 'processing' });
  });

  it('G7: reads the outcome of a start that got no response, and sends no second one', async () => {
    const given = await approved();
    const { attempts, batch } = await startAt(given, () => {
      throw new PayrunError('service_timeout', { call: 'start', seconds: 30 }, { retry: 'read-first' });
    });
    expect(attempts).toHaveLength(1);
    expect(batch.state).toBe('started');
  });

  it('sends nothing if the payments differ from those that were approved', async () => {
    const given = await approved(async () => Buffer.alloc(32));
    const { attempts, batch } = await startAt(given, () => ({ batch: { status: 'processing' } }));
    expect(attempts).toEqual([]);
    expect(batch).toMatchObject({ state: 'quoted', note: expect.stringContaining('has to be approved again') });
  });

  it('sends nothing if the balance does not cover the batch', async () => {
    const given = await approved();
    const sent = await startAt(given, () => ({ batch: { status: 'processing' } }), {
      balance: '5.00',
      after: 'open',
    });
    expect(sent.attempts).toEqual([]);
    expect(sent.batch).toMatchObject({ state: 'approved', note: expect.stringContaining('15.00') });
  });

  it('waits for funds if the service refuses the start for insufficient funds', async () => {
    const given = await approved();
    const sent = await startAt(
      given,
      () => {
        throw refused('non_sufficient_funds', 'Insufficient funds');
      },
      { after: 'open' },
    );
    expect(sent.attempts).toHaveLength(1);
    expect(sent.batch.state).toBe('waiting_funds');
  });

  it('takes the approval back and says why if the keys may not start batches', async () => {
    const given = await approved();
    const sent = await startAt(
      given,
      () => {
        throw new ServiceRefusal('service_not_authorized', {}, { retry: 'never', status: 403, refusals: [] });
      },
      { after: 'open' },
    );
    expect(sent.attempts).toHaveLength(1);
    expect(sent.batch).toMatchObject({
      state: 'quoted',
      approved_by: null,
      note: expect.stringContaining('the keys of this merchant may not start batches'),
    });
  });

  it.each([
    [-60_000, 'before cleo approved it'],
    [60_000, 'cleo had approved it'],
  ])('says of a batch that was sent at the service %d ms after its approval: "%s"', async (after, says) => {
    const { run, batch } = await approved();
    const sentAt = new Date(batch.approved_at!.getTime() + after).toISOString();
    await recordExternalStart(run, testDeps(ledger), batch, 'processing', sentAt);
    const { rows } = await ledger.db.query<{ what: string }>(
      'select what from payrun.batch_discrepancy where batch_id = $1',
      [batch.id],
    );
    expect(rows[0]!.what).toContain(says);
  });
});
