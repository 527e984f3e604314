import { equalDays, recordedUnpaidBeforePaying } from '../ledger/payments/recorded-unpaid.ts';
import type { Step } from '../step.ts';
import { recheckPayments } from './settlements/recheck-payments.ts';

/**
 * Before payments that were not paid are paid again, under their reference or another one, the service is read again.
 * Rows that it has paid are put on hold.
 */
export const recheckUnpaid: Step = async (run, deps) => {
  const days = equalDays((await deps.rules()).duplicateDays, deps.config.returnDays);
  await recheckPayments(deps, await recordedUnpaidBeforePaying(deps.ledger.db, { run: run.id, days }), {
    isBeforePaying: true,
  });
};
