import { PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { type PaymentStatus, type RunSummary, selectPayments, selectRuns } from '../ledger/runs/payment-status.ts';
import { paymentStateNamed, STATUS_WORDS } from '../outcomes/status-words.ts';
import type { Awaiting } from '../outcomes/total-debits.ts';
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
  const state = filter.state === undefined ? null : paymentStateNamed(filter.state);
  if (filter.state !== undefined && state === null)
    throw usageError('state_unknown', { state: filter.state, states: STATUS_WORDS.join(', ') });
  if (filter.run !== undefined) await listRuns(db, { run: filter.run });
  return selectPayments(db, {
    run: filter.run ?? null,
    state,
    reference: filter.reference ?? null,
    limit: filter.limit ?? 1_000,
  });
}
