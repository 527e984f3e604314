import { PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { type PaymentStatus, type RunSummary, selectPayments, selectRuns } from '../ledger/runs/payment-status.ts';
import { paymentStateNamed } from '../outcomes/status-words.ts';
import { type Awaiting, debitStateNamed, debitStateWords } from '../outcomes/total-debits.ts';
import { usageError } from '../references/usage-error.ts';

export interface PaymentFilter {
  readonly run?: string | undefined;
  readonly state?: string | undefined;
  readonly reference?: string | undefined;
  readonly limit?: number | undefined;
}

/** The newest runs first, or only `run`. Throws `run_unknown`. */
export async function listRuns(
  db: Db,
  { run, limit = 50 }: { run?: string | undefined; limit?: number } = {},
): Promise<readonly RunSummary[]> {
  if (run !== undefined && !/^\d{1,18}$/.test(run)) throw new PayrunError('run_unknown', { run });
  const runs = await selectRuns(db, run ?? null, limit);
  if (run !== undefined && runs.length === 0) throw new PayrunError('run_unknown', { run });
  return runs;
}

/**
 * Payments in the order of their rows, the newest run first. Throws `run_unknown`, and `usage` for an unknown state.
 */
export async function listPayments(db: Db, filter: PaymentFilter = {}): Promise<readonly (PaymentStatus & Awaiting)[]> {
  const { state: asked } = filter;
  const shown = asked === undefined ? null : debitStateNamed(asked);
  const state = asked === undefined || shown !== null ? null : paymentStateNamed(asked);
  if (asked !== undefined && shown === null && state === null)
    throw usageError('state_unknown', { state: asked, states: debitStateWords().join(', ') });
  if (filter.run !== undefined) await listRuns(db, { run: filter.run });
  return selectPayments(db, {
    run: filter.run ?? null,
    ...{ state, shown },
    reference: filter.reference ?? null,
    limit: filter.limit ?? 1_000,
  });
}
