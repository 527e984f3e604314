import { beforeAll, expect, it } from 'vitest';
import { recheckUnpaid } from '../../../src/batches/settlements/recheck-payments.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import {
  addBatch,
  addPayments,
  BATCH_WAYS,
  moveThrough,
  startTestRun,
  type TestPayment,
  testDeps,
} from '../../support/test-run.ts';
import { createTestService } from '../../support/test-service.ts';

/** What the service shows. Null: it says that there is no such thing. */
interface Shown {
  /** The status of the batch. */
  readonly batch: string | null;
  /** The statuses of the payment in its batch, and among those of its recipient; a number cannot be read. */
  readonly inBatch: readonly (string | number)[] | 'refused' | 'in no form' | null;
  readonly ofRecipient: readonly (string | number)[] | null;
}
const PAID: Shown = { batch: 'complete', inBatch: ['processed'], ofRecipient: ['processed'] };

const refusing = (code: string, status: number) =>
  Response.json({ ok: false, errors: [{ code, message: 'No' }] }, { status });
const serviceThat =
  ({ batch, inBatch, ofRecipient }: Shown, id: string): typeof fetch =>
  async (input) => {
    const { pathname } = new URL(String(input));
    const isList = pathname.endsWith('/payments');
    const found = pathname === '/v1/payments' ? ofRecipient : isList ? inBatch : batch;
    if (found === null) return refusing('not_found', 404);
    if (found === 'refused') return refusing('not_authorized', 403);
    if (found === 'in no form') return Response.json({ ok: true, payments: 7 });
    if (typeof found === 'string')
      return Response.json({ ok: true, batch: { id: pathname.split('/')[3], status: found } });
    const payments = found.map((status, i) => ({
      ...{ id: `P-${i}-${id}`, externalId: id, status, recipient: { id: 'R-1' }, account: { bankName: 'Any Bank' } },
      ...{ sourceAmount: '10.00', sourceCurrency: 'EUR', targetAmount: '8.00', targetCurrency: 'EUR' },
      ...{ withholdingAmount: '2.00', estimatedDeliveryAt: '2026-12-02T00:00:00Z' },
    }));
    return Response.json({ ok: true, payments, meta: { page: 1, pages: 1, records: payments.length } });
  };

describeDatabases('before a payment that a user confirmed as not paid is paid again', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** The states of a payment that was not paid, and of the next one, after it was read again. */
  const recheck = async (shown: Shown, before: TestPayment, after: TestPayment) => {
    const run = await startTestRun(ledger);
    const batch = await moveThrough(ledger, await addBatch(ledger, run, [before]), ...BATCH_WAYS.started);
    await pastRules(
      ledger,
      `update payrun.payment set state = 'failed', reason_code = 'resolved', reason = 'anna found that it was not paid: so',
         final_at = now(), paid_recipient_remote_id = 'R-1' where batch_id = $1`,
      [batch.id],
    );
    const next = await startTestRun(ledger);
    await addPayments(ledger, next, [after]);
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
    return (await payments()).map(({ state }) => state);
  };

  it.each<[what: string, shown: Shown, becomes: 'processed' | 'unknown' | 'failed']>([
    ['failed', { batch: 'complete', inBatch: ['failed'], ofRecipient: ['failed'] }, 'failed'],
    ['paid', PAID, 'processed'],
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
    ['in a batch that it refuses to show', { ...PAID, inBatch: 'refused' }, 'unknown'],
    ['in a batch that it shows in no form', { ...PAID, inBatch: 'in no form' }, 'unknown'],
    ['not readable in its batch', { batch: 'complete', inBatch: [7], ofRecipient: ['failed'] }, 'unknown'],
    [
      'not readable among the payments of its recipient',
      { batch: 'complete', inBatch: ['failed'], ofRecipient: ['failed', 7] },
      'unknown',
    ],
  ])('G1: it is read again: the service shows it as %s', async (what, shown, becomes) => {
    const reference = what.toUpperCase();
    const states = await recheck(shown, { reference }, { reference });
    expect(states).toEqual([becomes, becomes === 'failed' ? 'ready' : 'held']);
  });

  it('G8: has its tax, bank and expected arrival, as any other paid payment', async () => {
    const reference = 'WITH TAX';
    await recheck(PAID, { reference }, { reference });
    const { rows } = await ledger.db.query(
      `select paid_source_minor as source, paid_withheld_minor as withheld, paid_bank_name as bank, arrival_expected_at as arrival
       from payrun.payment where reference = $1 and state = 'processed'`,
      [reference],
    );
    expect(rows).toEqual([
      { source: 1_000n, withheld: 200n, bank: 'Any Bank', arrival: new Date('2026-12-02T00:00:00Z') },
    ]);
  });

  const ANN = { recipientKey: 'ann', account: 'of Ann', number: 'DE1' };
  it.each<[what: string, next: TestPayment, isRead: boolean]>([
    ['the same amount to the same person', {}, true],
    ['the same amount to the same account', { recipientKey: 'anne', derived: 'A' }, true],
    ['another amount', { minor: 2_000n }, false],
    ['someone else', { recipientKey: 'ben', account: 'of Ben', number: 'DE2' }, false],
  ])('G1: it is read again before another reference pays what may be the same: %s', async (what, next, isRead) => {
    // Of each case another person.
    const of = (one: TestPayment): TestPayment => ({
      ...one,
      recipientKey: `${one.recipientKey} of ${what}`,
      number: `${one.number} of ${what}`,
    });
    const states = await recheck(PAID, of(ANN), of({ ...ANN, ...next }));
    expect(states).toEqual(isRead ? ['processed', 'held'] : ['failed', 'ready']);
  });
});
