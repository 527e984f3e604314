import { isError } from '../../../errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { approvalSummary } from '../../../reports/approval-summary.ts';

/** A run that may have the first of two approvals. */
export interface RunToApprove {
  readonly id: bigint;
  /** A batch that awaits approval has a first one, perhaps of an earlier price. */
  readonly has_first_approval: boolean;
}

/**
 * Who gave the first of two approvals of exactly what awaits approval now: they cannot give the second one. Empty if it
 * has none.
 */
export async function firstApprovers(
  ledger: Ledger,
  { id, has_first_approval }: RunToApprove,
): Promise<readonly string[]> {
  if (!has_first_approval) return [];
  const summary = await approvalSummary(ledger, String(id)).catch((error: unknown) => {
    // Decided meanwhile.
    if (isError(error, 'not_waiting')) return null;
    throw error;
  });
  if (!summary || summary.approvals.given === 0) return [];
  return [...new Set(summary.batches.flatMap(({ approvedFirstBy }) => approvedFirstBy ?? []))];
}
