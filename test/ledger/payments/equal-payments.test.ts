import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { EQUAL_FOUND_PAID } from '../../../src/ledger/payments/equal-payments.ts';
import { alreadyPaidIn, recordedUnpaidBeforePaying } from '../../../src/ledger/payments/recorded-unpaid.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { addBatch, addPayments, startTestRun } from '../../support/test-run.ts';

describeDatabases('payments that were found to be paid', (database) => {
  it('are found by an index of their own: they are looked for before each start', async () => {
    const ledger = await database.open();
    const plan = await ledger.tx(async (db) => {
      // The tables are empty: the planner would read all of them.
      await db.query('set local enable_seqscan = off');
      const { rows } = await db.query<Record<string, string>>(
        `explain ${EQUAL_FOUND_PAID.replaceAll('$1', `'${randomUUID()}'`)}`,
      );
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
    expect(plan).toContain('payment_found_paid');
  });

  it.each([
    ['accepted as paid after it was not', { code: 'accepted', reason: 'anna accepted it.', isFound: true }, 1],
    [
      'a discrepancy that was accepted',
      { code: 'accepted', reason: 'The service paid it after all.', isFound: false },
      0,
    ],
  ] as const)('are known by that fact and not by their words: %s', async (_, { code, reason, isFound }, found) => {
    const ledger = await database.open();
    const merchant = `m-${randomUUID()}`;
    const earlier = await startTestRun(ledger, { merchant });
    const later = await startTestRun(ledger, { merchant });
    const { id: batch } = await addBatch(ledger, later, [{ recipientKey: 'ann' }]);
    const { id: ended } = await addBatch(ledger, earlier, [{ recipientKey: 'ann' }]);
    await pastRules(
      ledger,
      `update payrun.payment set state = 'processed', reason_code = $2, reason = $3, found_paid = $4, compared_no = 9,
         paid_source_minor = minor, final_at = now() where batch_id = $1`,
      [ended, code, reason, isFound],
    );
    expect(await alreadyPaidIn(ledger.db, batch)).toHaveLength(found);
  });

  it.each([
    ['another amount', 7n, 1],
    ['the same amount: it is compared instead', 5n, 0],
  ] as const)('G3: are asked about, if their reference was used again for %s', async (_, minor, asked) => {
    const ledger = await database.open();
    const merchant = `m-${randomUUID()}`;
    const ann = { recipientKey: 'ann', reference: 'SALARY' };
    const { id: ended } = await addBatch(ledger, await startTestRun(ledger, { merchant }), [{ ...ann, minor: 5n }]);
    await pastRules(ledger, `update payrun.payment set state = 'failed', final_at = now() where batch_id = $1`, [
      ended,
    ]);
    const { id: next } = await addBatch(ledger, await startTestRun(ledger, { merchant }), [{ ...ann, minor }]);
    await pastRules(ledger, `update payrun.payment set state = 'processed' where batch_id = $1`, [next]);
    const { id: run } = await startTestRun(ledger, { merchant });
    await addPayments(ledger, { id: run, merchant }, [{ ...ann, reference: 'AGAIN', minor: 5n }]);
    expect(await recordedUnpaidBeforePaying(ledger.db, { run, days: 30 })).toHaveLength(asked);
  });
});
