import { PayrunError } from '../../src/errors.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import { defineFilters, type ListPlace } from '../../src/lists/list.ts';
import { paymentList } from '../../src/lists/payments.ts';

type Given = Partial<Record<'run' | 'state' | 'reference', string>> & { readonly limit?: number };

/** The first 1,000 payments that `payrun payments` lists with these filters. */
export async function listPayments(db: Db, given: Given = {}) {
  const filters = defineFilters(paymentList.filters, (name) => given[name as 'run' | 'state' | 'reference']);
  const found = await paymentList.read({ ledger: { db } } as ListPlace, null, {
    filters,
    door: 'terminal',
    after: null,
    limit: given.limit ?? 1_000,
  });
  if (found === null) throw new PayrunError('run_unknown', { run: given.run ?? '' });
  return found.rows;
}
