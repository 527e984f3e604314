import { isError, PayrunError } from '../../errors.ts';
import { type Clock, pause } from '../../platform/clock.ts';
import { findsAny, type RemoteObjects } from '../../service/finds-any.ts';
import type { Service } from '../../service/service.ts';
import { findAtService, type PaymentAtService, type SoughtPayment } from '../outcomes/find-at-service.ts';
import { ENDED } from './follow-batch.ts';

/** Between two readings that find nothing: one 404 may be an outage of a part of the service, or a list that is late. */
const READ_AGAIN_MS = 3_000;
/** Words of the service for a batch that waits, may begin by itself when money arrives, or is at work. */
const ALIVE: ReadonlySet<string> = new Set(['open', 'awaiting_approval', 'pending', 'accepted', 'processing']);
/** Words of the service for a payment that was made, or is being made. */
const MADE: ReadonlySet<string> = new Set(['processing', 'processed']);
/** Words of the service for a payment that has paid nobody, or nobody yet. */
const NOT_MADE: ReadonlySet<string> = new Set(['pending', 'processing', 'failed', 'returned']);

/** An unconfirmed payment of which a person says what became of it. */
export interface UnconfirmedPayment extends SoughtPayment {
  readonly reference: string;
  readonly merchant: string;
  readonly run: bigint;
  /** What else of the merchant has to be at the service, if it is the right one. */
  readonly others: RemoteObjects;
}

interface Deps {
  readonly service: Service;
  readonly clock: Clock;
}

/**
 * That a payment was not paid is believed if the service says so of it, or if it has nothing of it twice, apart, while it has other
 * objects of the merchant: so it is the right service and the right account there. Throws `may_still_be_paid`, `service_not_proven`, and
 * `service_not_found` if the payments of the recipient cannot be listed.
 */
export async function checkNotPaid({ service, clock }: Deps, payment: UnconfirmedPayment): Promise<void> {
  if (await isSaidOf(service, payment)) return;
  const { reference, merchant, others, recipientRemoteId } = payment;
  const recipients = [...new Set([recipientRemoteId ?? [], ...others.recipients].flat())];
  if (!(await findsAny(service, { recipients, batches: others.batches })))
    throw new PayrunError('service_not_proven', { reference, merchant });
  await pause(clock, READ_AGAIN_MS);
  await isSaidOf(service, payment, true);
}

/** Whether the service has the payment, and says that nobody gets it any more. Throws `may_still_be_paid`. */
async function isSaidOf(service: Service, payment: UnconfirmedPayment, needsList = false): Promise<boolean> {
  const found = await findAtService(service, payment, { needsList });
  const payable = found.find(isPayable);
  if (payable)
    throw new PayrunError('may_still_be_paid', { reference: payment.reference, said: describeFound(payable) });
  return found.length > 0;
}

/** Whether it is paid, or may be yet. In a batch of which the service says a word that no table has, a person knows more of what is pending. */
export function isPayable({ payment: { status }, batchStatus }: PaymentAtService): boolean {
  if (MADE.has(status)) return true;
  return status === 'pending' && (batchStatus === null || ALIVE.has(batchStatus) || ENDED.has(batchStatus));
}

/**
 * That a payment was paid is refused if the service has it and says that it has not paid it, or has its batch without it. Returns the
 * payments that the service says it has made. Throws `not_paid_at_service`.
 */
export async function checkPaid({ service }: Deps, payment: UnconfirmedPayment): Promise<readonly PaymentAtService[]> {
  const found = await findAtService(service, payment);
  const made = found.filter((one) => one.payment.status === 'processed');
  const [other] = found.filter((one) => NOT_MADE.has(one.payment.status));
  const { reference, run } = payment;
  const said = other ? describeFound(other) : found.length === 0 ? await batchWithoutIt(service, payment) : null;
  if (made.length === 0 && said !== null)
    throw new PayrunError('not_paid_at_service', { reference, said, run: String(run) });
  return made;
}

/** What the service says of the batch that was to pay it and does not have it; null if the batch is not there either. */
async function batchWithoutIt(service: Service, { batchRemoteId }: UnconfirmedPayment): Promise<string | null> {
  if (batchRemoteId === null) return null;
  try {
    const { batch } = await service.call('getBatch', { params: { id: batchRemoteId } });
    return `nothing: its batch is "${batch.status}" and does not have it`;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}

/** `"pending", in a batch that is "open"` */
function describeFound({ payment: { status }, batchStatus }: PaymentAtService): string {
  return batchStatus === null ? `"${status}"` : `"${status}", in a batch that is "${batchStatus}"`;
}
