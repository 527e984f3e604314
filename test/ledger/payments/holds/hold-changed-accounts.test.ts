import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { planBatches } from '../../../../src/ledger/batches/batch.ts';
import { describeDatabases } from '../../../support/database.ts';
import { addPayments, startTestRun } from '../../../support/test-run.ts';

describeDatabases('a row whose recipient has another account by now', (database) => {
  it.each([
    ['another run', Buffer.from('other'), null, 'Another run has since changed this recipient’s bank details'],
    [
      'another run that is about to',
      null,
      'create_account',
      'Another run has since changed this recipient’s bank details',
    ],
    ['no one here', null, null, 'This recipient’s bank details have since changed in the payout service'],
  ])('is on hold, and the reason names what changed it: %s', async (who, account, intent, output) => {
    const ledger = await database.open();
    const run = await startTestRun(ledger, { merchant: who.replaceAll(' ', '-') });
    const { rows } = await ledger.db.query<{ id: string }>(
      `insert into payrun.recipient (id, merchant_id, key_fp, remote_id, account_remote_id, account_fp, intent)
       values (gen_random_uuid(), $1, '\\x01', 'R-1', 'A-1', $2, $3) returning id::text as id`,
      [run.merchant, account, intent],
    );
    await addPayments(ledger, run, [{ state: 'ready', account: 'mine', recipient: rows[0]!.id }]);
    expect(await ledger.tx((db) => planBatches(db, run.id, 10, randomUUID))).toEqual([]);
    const held = await ledger.db.query(
      'select state, batch_id, recipient_id, reason_code, reason from payrun.payment where run_id = $1',
      [run.id],
    );
    expect(held.rows).toEqual([
      {
        ...{ state: 'held', batch_id: null, recipient_id: null, reason_code: 'account_conflict' },
        reason: expect.stringContaining(output),
      },
    ]);
  });
});
