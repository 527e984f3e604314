import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertAdoptedBatch } from '../../../src/ledger/batches/adopted-batch.ts';
import { type AdoptedPayment, moveToAdopted } from '../../../src/ledger/payments/adopted-payments.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { addBatch, addPayments, startTestRun } from '../../support/test-run.ts';

describeDatabases('a payment on hold that the payout service pays', (database) => {
  it('G9: has the reference that its release gave it after the backup of a restored ledger', async () => {
    const ledger = await database.open();
    const [earlier, run] = [await startTestRun(ledger), await startTestRun(ledger)];
    const of = { reference: 'auto-A', derived: 'A', recipientKey: 'ann' };
    const { id: paid } = await addBatch(ledger, earlier, [of]);
    await pastRules(ledger, `update payrun.payment set state = 'processed' where batch_id = $1`, [paid]);
    const [held] = await addPayments(ledger, run, [{ ...of, state: 'held' }]);
    const batch = randomUUID();
    await insertAdoptedBatch(ledger.db, {
      id: batch,
      run: run.id,
      merchant: run.merchant,
      currency: 'EUR',
      tag: `payrun-${batch}`,
      remoteId: 'B-1',
      remoteStatus: 'processing',
      createdAt: new Date(),
      sentAt: new Date(),
      by: 'anna',
    });
    const found = { id: held!, reference: 'auto-A-2', recipientRemoteId: 'R-1', accountRemoteId: 'A-1' };
    await moveToAdopted(ledger.db, batch, [found as AdoptedPayment]);
    const { rows } = await ledger.db.query(
      'select state, reference, batch_id as batch from payrun.payment where id = $1',
      [held],
    );
    expect(rows).toEqual([{ state: 'batched', reference: 'auto-A-2', batch }]);
  });
});
