import { beforeAll, expect, it } from 'vitest';
import { leaveUnreadable, unlessUnreadable } from '../../../src/batches/reconciliations/unreadable-batch.ts';
import { PayrunError } from '../../../src/errors.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { ServiceRefusal } from '../../../src/service/service-refusal.ts';
import type { BatchState } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { addBatch, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';

const unexpected = (call: string) => new PayrunError('service_unexpected', { call, detail: 'its status' });
const refusing = (status: number, code: string) =>
  new ServiceRefusal(
    'service_read_refused',
    { call: 'GET /v1/batches/:id' },
    { retry: 'never', status, refusals: [{ code, message: 'Not now' }], effect: 'reads' },
  );

describeDatabases('a batch about which there is no answer', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const leave = async (state: BatchState, error: Error) => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{}]), ...BATCH_WAYS[state]);
    await unlessUnreadable(run, testDeps(ledger), batch, () => Promise.reject(error), leaveUnreadable);
    return getBatch(ledger.db, batch.id);
  };

  it.each<[state: BatchState, becomes: BatchState, says: string | null]>([
    [
      'open',
      'open',
      'Not started: the payout service’s response about the batch is in a format that Payrun cannot read',
    ],
    [
      'quoted',
      'quoted',
      'Not started: the payout service’s response about the batch is in a format that Payrun cannot read',
    ],
    [
      'approved',
      'quoted',
      'Not started: the payout service’s response about the batch is in a format that Payrun cannot read',
    ],
    ['starting', 'unknown', 'shows this batch, which may be paid, in a format that Payrun cannot read'],
    ['started', 'unknown', 'shows this batch, which may be paid, in a format that Payrun cannot read'],
    ['waiting_funds', 'waiting_funds', 'in a format that Payrun cannot read, so it may have started, or be gone'],
    ['awaiting_service_approval', 'awaiting_service_approval', 'cannot read, so it may have started, or be gone'],
    ['unknown', 'unknown', null],
  ])('G3: that is %s is %s: nothing is sent, and nothing is failed', async (state, becomes, says) => {
    const batch = await leave(state, unexpected('GET /v1/batches/:id'));
    expect(batch.state).toBe(becomes);
    expect(batch.note ?? '').toContain(says ?? '');
    if (says?.startsWith('Not started')) expect(batch).toMatchObject({ quote: null, approved_by: null });
  });

  it('G3: says the same of one that the service refuses to show', async () => {
    expect(await leave('started', refusing(403, 'invalid_field'))).toMatchObject({
      state: 'unknown',
      note: expect.stringContaining('The payout service refuses to show this batch ('),
    });
  });

  it.each([
    ['the list of all batches, which says nothing about one of them', unexpected('GET /v1/batches')],
    ['the service that is out of reach', new PayrunError('service_timeout', { call: 'x', seconds: 1 })],
  ])('is not concerned by %s', async (_, error) => {
    await expect(leave('started', error)).rejects.toBe(error);
  });
});
