import type { Ledger } from '../../src/ledger/ledger.ts';

/** Notes all payments for the next export of the journal, where a test has changed them past the triggers. */
export async function notePending({ db }: Ledger): Promise<void> {
  await db.query(
    `insert into payrun.journal_pending (payment_id, merchant_id)
     select id, merchant_id from payrun.payment where state in ('processed', 'returned')`,
  );
}
