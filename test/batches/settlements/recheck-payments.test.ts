import { beforeAll, expect, it } from 'vitest';
import { recheckUnpaid } from '../../../src/batches/recheck-unpaid.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { addBatch, addPayments, BATCH_WAYS, moveThrough, startTestRun, testDeps } from '../../support/test-run.ts';
import { createTestService } from '../../support/test-service.ts';

/** What the service shows. Null: it says that there is no such thing. */
interface Shown {
  /** The status of the batch. */
  readonly batch: string | null;
  /** The statuses of the payment in its batch, and among those of its recipient; a number cannot be read. */
  readonly inBatch: readonly (string | number)[] | null;
  readonly ofRecipient: readonly (string | number)[] | null;
}

const serviceThat =
  ({ batch, inBatch, ofRecipient }: Shown, id: string): typeof fetch =>
  async (input) => {
    const { pathname } = new URL(String(input));
    const found = pathname === '/v1/payments' ? ofRecipient : pathname.endsWith('/payments') ? inBatch : batch;
    if (found === null) {
      const errors = [{ code: 'not_found', message: 'Object not found' }];
      return Response.json({ ok: false, errors }, { status: 404 });
    }
    if (typeof found === 'string') return Response.json({ ok: true, batch: { id: 'B-1', status: found } });
    const payments = found.map((status, i) => ({
      ...{ id: `P-${i}-${id}`, externalId: id, status, recipient: { id: 'R-1' }, account: null },
      ...{ sourceAmount: '10.00', sourceCurrency: 'EUR', targetAmount: '10.00', targetCurrency: 'EUR' },
    }));
    return Response.json({ ok: true, payments, meta: { page: 1, pages: 1, records: payments.length } });
  };

describeDatabases('before a payment that a user confirmed as not paid is paid again', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  it.each<[what: string, shown: Shown, becomes: 'processed' | 'unknown' | 'failed']>([
    ['failed', { batch: 'complete', inBatch: ['failed'], ofRecipient: ['failed'] }, 'failed'],
    ['paid', { batch: 'complete', inBatch: ['processed'], ofRecipient: ['processed'] }, 'processed'],
    [
      'paid in another batch while its own has it as failed',
      { batch: 'complete', inBatch: ['failed'], ofRecipient: ['processed'] },
      'processed',
    ],
    [
      'pending in another batch while its own has it as failed',
      { batch: 'complete', inBatch: ['failed'], ofRecipient: ['pending'] },
      'unknown',
    ],
    [
      'pending elsewhere while its batch has an unknown status',
      { batch: 'blocked', inBatch: ['failed'], ofRecipient: ['pending'] },
      'unknown',
    ],
    [
      'pending beside a copy that failed',
      { batch: 'complete', inBatch: ['pending', 'failed'], ofRecipient: ['failed'] },
      'unknown',
    ],
    [
      'paid beside a copy that is pending',
      { batch: 'complete', inBatch: ['pending', 'processed'], ofRecipient: ['failed'] },
      'processed',
    ],
    [
      'paid in a batch of which only the status is not found',
      { batch: null, inBatch: ['processed'], ofRecipient: null },
      'processed',
    ],
    ['nowhere, and its recipient is not found either', { batch: null, inBatch: null, ofRecipient: null }, 'unknown'],
    ['not readable in its batch', { batch: 'complete', inBatch: [7], ofRecipient: ['failed'] }, 'unknown'],
    [
      'not readable among the payments of its recipient',
      { batch: 'complete', inBatch: ['failed'], ofRecipient: ['failed', 7] },
      'unknown',
    ],
  ])('G1: it is read again: the service shows it as %s', async (what, shown, becomes) => {
    const reference = what.toUpperCase();
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [{ reference }]), ...BATCH_WAYS.started);
    await pastRules(
      ledger,
      `update payrun.payment set state = 'failed', reason_code = 'resolved', reason = 'anna found that it was not paid: so',
         final_at = now(), paid_recipient_remote_id = 'R-1' where batch_id = $1`,
      [batch.id],
    );
    const next = await startTestRun(ledger);
    await addPayments(ledger, next, [{ reference }]);
    const payments = async () =>
      (
        await ledger.db.query<{ id: string; state: string }>(
          'select id, state from payrun.payment where run_id = any($1) order by run_id',
          [[run.id, next.id]],
        )
      ).rows;
    const [first] = await payments();
    const { service, close } = createTestService('http://service.test', { fetch: serviceThat(shown, first!.id) });
    await recheckUnpaid(next, testDeps(ledger, { service }));
    await close();
    const states = (await payments()).map(({ state }) => state);
    expect(states).toEqual([becomes, becomes === 'failed' ? 'ready' : 'held']);
  });
});
