import { appendEvent } from '../audit/audit-chain.ts';
import type { Ledger } from '../ledger.ts';
import { lockMerchant } from '../merchants/merchant.ts';
import { clearOtherPaid, markPaidTwice } from '../payments/paid-twice.ts';
import { outdateReport } from '../runs/run-looks.ts';

/**
 * `markPaidTwice` and `clearOtherPaid` for a merchant, after its payments changed, with events. If there are none, it
 * costs one look-up in an index. Returns the runs that changed.
 */
export async function updatePaidTwice(ledger: Ledger, merchant: string, at: Date): Promise<readonly bigint[]> {
  const some = 'select 1 from payrun.payment where merchant_id = $1 and paid_beside > 0 limit 1';
  if ((await ledger.db.query(some, [merchant])).rows.length === 0) return [];
  return ledger.tx(async (db) => {
    // Locks the runs before the merchant, in the same order as the workers. The opposite order would deadlock.
    await db.query(
      `select 1 from payrun.run where id in (select run_id from payrun.payment where merchant_id = $1 and paid_beside > 0)
       order by id for no key update`,
      [merchant],
    );
    await lockMerchant(db, merchant);
    const changed = await markPaidTwice(db, merchant);
    await clearOtherPaid(db, merchant);
    for (const { id, run, batch, state } of changed) {
      const data = { batch, state, payments: [id] };
      await appendEvent(db, { chain: `run-${run}`, at, actor: 'payrun', kind: 'paid_after_all', data });
      await outdateReport(db, run);
    }
    return [...new Set(changed.map(({ run }) => run))];
  });
}
