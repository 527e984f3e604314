import type { ReviewedRecipient } from '../../ledger/recipients/compliance.ts';
import { INACTIVE } from '../../ledger/recipients/doubted-recipient.ts';
import { sentence } from '../../messages.ts';
import { getRecipientCompliance } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import type { Removal } from './remove-payments.ts';

/** The recipient of a listed payment and the review of them; nothing if the service shows none. */
export function reviewedRecipient(payment: RemotePayment): readonly ReviewedRecipient[] {
  const compliance = getRecipientCompliance(payment);
  return compliance && payment.recipient ? [{ remoteId: payment.recipient.id, compliance }] : [];
}

/** The removal of an unsent payment whose recipient the service's compliance review blocks: it is put on hold. */
export function blockedAtService(id: string, listed: RemotePayment): Removal | null {
  if (listed.status !== 'pending' || getRecipientCompliance(listed) !== 'blocked') return null;
  const reason = sentence('recipient_inactive.blocked', { status: 'blocked' });
  return { id, remoteId: listed.id, code: INACTIVE, reason, served: null };
}
