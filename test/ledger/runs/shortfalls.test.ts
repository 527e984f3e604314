import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendEvent } from '../../../src/ledger/audit/audit-chain.ts';
import { type OpenTransaction, openTransaction } from '../../../src/ledger/db/open-transaction.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { recordBalances } from '../../../src/ledger/merchants/balances.ts';
import { recordReturnsRead } from '../../../src/ledger/payments/returned-payment.ts';
import { claimMerchantsToCheck } from '../../../src/ledger/runs/shortfalls.ts';
import { describeDatabases } from '../../support/database.ts';
import { addBatch, startTestRun } from '../../support/test-run.ts';

describeDatabases('merchants whose runs await funds', (database) => {
  let ledger: Ledger;
  /** Locks a merchant as the comparison of a large sheet does. */
  let comparing: OpenTransaction | undefined;
  beforeAll(async () => {
    ledger = await database.open();
    for (const merchant of ['acme', 'beta', 'core']) await startTestRun(ledger, { merchant });
    await ledger.db.query(
      `update payrun.run set status = 'insufficient_funds', confirmed_at = now(), lease_until = null`,
    );
    await recordReturnsRead(ledger.db, 'beta', 3, new Date());
    // The embedded database has one connection, so that nothing begins beside a transaction.
    if (ledger.kind === 'embedded') return;
    comparing = await openTransaction(ledger);
    await comparing.db.query(`select from payrun.merchant where id = 'beta' for no key update`);
  });
  afterAll(() => comparing?.rollback());

  const claim = async () => (await claimMerchantsToCheck(ledger.db, new Date(), 60_000)).toSorted();

  it('are checked without a wait for one whose sheet is compared, which is checked the next time', async () => {
    expect(await claim()).toEqual(comparing ? ['acme', 'core'] : ['acme', 'beta', 'core']);
    expect(await claim()).toEqual([]);
    if (!comparing) return;
    // The returns of a merchant are not locked with it.
    await recordReturnsRead(ledger.db, 'beta', 3, new Date());
    await comparing.rollback();
    expect([await claim(), await claim()]).toEqual([['beta'], []]);
  });

  it('G8: are checked if payments came back after their balances were read', async () => {
    const run = await startTestRun(ledger, { merchant: 'delta' });
    const { id: batch } = await addBatch(ledger, run, [{}]);
    const cameBack = (at: number) =>
      ledger.tx((db) =>
        appendEvent(db, {
          ...{ chain: `run-${run.id}`, at: new Date(at), actor: 'payrun', kind: 'payments_returned' },
          data: { batch, payments: [] },
        }),
      );
    await recordBalances(ledger.db, 'delta', [{ currency: 'EUR', type: '', minor: 1n }], { by: 'mia', at: new Date() });
    await cameBack(Date.now() - 60_000);
    expect(await claim()).toEqual([]);
    await cameBack(Date.now() + 1_000);
    expect(await claim()).toEqual(['delta']);
  });
});
