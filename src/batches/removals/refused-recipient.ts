import type { Db } from '../../ledger/db/db.ts';
import { ejectPayments, type RemovalReason } from '../../ledger/payments/payments-in-batches.ts';
import { MASKED } from '../../ledger/recipients/account-mask.ts';
import { doubtRecipientsOf, INACTIVE } from '../../ledger/recipients/doubted-recipient.ts';
import { refusesRecipient } from '../../service/service-refusal.ts';

/** The code of a payment that the service refuses because of its recipient. */
const RECIPIENT_REFUSED = 'recipient_refused';
const RETRY = 'Retry this payment: Payrun first rereads its recipient from the payout service.';

/** The code of a payment that a user removed from its run. */
export const REMOVED_BY_USER = 'removed';

/** The end of a removed payment by reason; others fail. */
const ENDS_AS: Readonly<Record<string, 'canceled' | 'held'>> = {
  [REMOVED_BY_USER]: 'canceled',
  [INACTIVE]: 'held',
  [MASKED]: 'held',
};

/** Whether a payment that is removed for this reason is put on hold. */
export const isHeldWhenRemoved = (code: string): boolean => ENDS_AS[code] === 'held';

/** The reason of the service's refusal of a payment, with the next step if it is because of its recipient. */
export function refusedFor(code: string, sentence: string): RemovalReason {
  const reason = `The payout service rejected this payment: ${sentence}`;
  return refusesRecipient({ code, sentence })
    ? { code: RECIPIENT_REFUSED, reason: `${reason} ${RETRY}` }
    : { code, reason };
}

/**
 * Ends payments that are no longer in their batch: canceled if a user removed them, on hold if the service blocks their
 * recipient or masks their account differently, else failed. The data of a recipient whom it refuses or blocks may be
 * outdated: the next run reads them.
 */
export async function ejectRefused(
  db: Db,
  batch: string,
  ids: readonly string[],
  { code, reason }: RemovalReason,
): Promise<void> {
  if (code === RECIPIENT_REFUSED || code === INACTIVE) await doubtRecipientsOf(db, ids);
  await ejectPayments(db, batch, ids, { code, reason, state: ENDS_AS[code] ?? 'failed' });
}
