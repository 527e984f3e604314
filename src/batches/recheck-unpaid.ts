import { recordedUnpaidBeforePaying } from '../ledger/batches/recorded-unpaid.ts';
import type { Step } from '../step.ts';
import { recheckPayments } from './settlements/recheck-payments.ts';

/**
 * Before references that were confirmed as not paid are paid again, the service is read once more. Rows that it has
 * paid are put on hold.
 */
export const recheckUnpaid: Step = async (run, deps) => {
  await recheckPayments(deps, await recordedUnpaidBeforePaying(deps.ledger.db, { run: run.id }), {
    isBeforePaying: true,
  });
};
