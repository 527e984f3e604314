import type { Db } from '../../ledger/db/db.ts';
import { ejectPayments, type RemovalReason } from '../../ledger/payments/payment-removals.ts';
import { doubtRecipientsOf } from '../../ledger/recipients/doubted-recipient.ts';
import { refusesRecipient } from '../../service/plain-refusal.ts';

const REFUSED = 'The service refuses this payment: ';
const RETRY = ' Retry this payment: its recipient is read at the payout service first.';

/** Why the service refuses a payment, and what to do if it is because of its recipient. */
export function refusedFor(code: string, sentence: string): RemovalReason {
  return { code, reason: `${REFUSED}${sentence}${refusesRecipient({ code, sentence }) ? RETRY : ''}` };
}

/**
 * Fails payments that are no longer in their batch. Of a recipient whom the service refuses, nothing is known any more:
 * the next run reads them.
 */
export async function ejectRefused(
  db: Db,
  batch: string,
  ids: readonly string[],
  { code, reason }: RemovalReason,
): Promise<void> {
  if (reason.startsWith(REFUSED) && reason.endsWith(RETRY)) await doubtRecipientsOf(db, ids);
  await ejectPayments(db, batch, ids, code, reason);
}
