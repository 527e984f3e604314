import { beforeAll, expect, it } from 'vitest';
import { approvalHash } from '../../../src/ledger/batches/approval-hash.ts';
import { getBatch } from '../../../src/ledger/batches/batch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { describeDatabases } from '../../support/database.ts';
import { addBatch, startTestRun } from '../../support/test-run.ts';

describeDatabases('the hash of an approval changes', (database) => {
  let ledger: Ledger;
  let batch: string;

  beforeAll(async () => {
    ledger = await database.open();
    const run = await startTestRun(ledger);
    batch = (await addBatch(ledger, run, [{ minor: 100n }, { minor: 200n }])).id;
    const quote = '{"sendingMinor": "1", "feesMinor": "1", "debitMinor": "2"}';
    await ledger.db.query('update payrun.batch set quote = $2 where id = $1', [batch, quote]);
  });

  const OF_PAYMENT: readonly [what: string, change: string][] = [
    ['its row', 'row = row + 1000'],
    ['its reference', `reference = reference || 'x'`],
    ['which side is fixed', `fixed = 'target'`],
    ['its currency', `currency = 'USD'`],
    ['its amount', 'minor = minor + 1'],
    ['each amount, though not the sum', 'minor = 300 - minor'],
    ['who is paid', `paid_recipient_remote_id = 'R-another'`],
    ['to which account', `paid_account_remote_id = 'A-another'`],
    ['what that account is', `paid_account_fp = '\\x01'`],
    ['that it is in it', `batch_id = null, state = 'canceled'`],
  ];
  const OF_BATCH: readonly [what: string, change: string][] = [
    ['its id in the service', `remote_id = 'B-another'`],
    ['its currency', `currency = 'USD'`],
    ['its quote', `quote = '{"sendingMinor": "1", "feesMinor": "2", "debitMinor": "3"}'`],
  ];
  const CHANGES = [
    ...OF_PAYMENT.map(([what, change]) => [
      'a payment',
      what,
      `update payrun.payment set ${change} where batch_id = $1`,
    ]),
    ...OF_BATCH.map(([what, change]) => ['the batch', what, `update payrun.batch set ${change} where id = $1`]),
  ] as const;
  it.each(CHANGES)('G7: if another one is in place, of %s, %s', async (_of, _what, sql) => {
    const hash = async (db: typeof ledger.db) => (await approvalHash(db, await getBatch(db, batch))).toString('hex');
    const undone = new Error('undone');
    const changed = ledger.tx(async (db) => {
      const before = await hash(db);
      expect(await hash(db)).toBe(before);
      await db.query('set local session_replication_role = replica');
      expect((await db.query(sql, [batch])).rowCount).toBeGreaterThan(0);
      expect(await hash(db)).not.toBe(before);
      throw undone;
    });
    await expect(changed).rejects.toBe(undone);
  });
});
