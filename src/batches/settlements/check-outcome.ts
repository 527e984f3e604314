import { isError, PayrunError } from '../../errors.ts';
import { type Clock, pause } from '../../platform/clock.ts';
import { findFirstObject, type RemoteObjects } from '../../service/find-first-object.ts';
import { hasEnded } from '../../service/remote-fields.ts';
import type { Service } from '../../service/service.ts';
import { findAtService, type PaymentAtService, type PaymentToFind } from '../outcomes/find-at-service.ts';

/**
 * The pause between two reads that find nothing: a single 404 may be a partial outage of the service, or a list that is
 * late.
 */
const READ_AGAIN_MS = 3_000;
/** The service's statuses of a batch that is waiting, may start automatically when funds come in, or is processing. */
const ALIVE: ReadonlySet<string> = new Set(['open', 'awaiting_approval', 'pending', 'accepted', 'processing']);
/** The service's statuses of a payment that was made or is being made. */
const MADE: ReadonlySet<string> = new Set(['processing', 'processed']);
/** The service's statuses of a payment that has paid no one so far. */
const UNPAID_SO_FAR: ReadonlySet<string> = new Set(['pending', 'processing', 'failed', 'returned']);

/** An unconfirmed payment whose outcome is being confirmed. */
export interface UnconfirmedPayment extends PaymentToFind {
  readonly reference: string;
  readonly merchant: string;
  readonly run: bigint;
  /** Other objects of the merchant, which the service must have if it is the right one. */
  readonly others: RemoteObjects;
}

interface Deps {
  readonly service: Service;
  readonly clock: Clock;
}

/**
 * Accepts that a payment was not paid if the service says so, or if two reads some time apart find nothing while the
 * service has other objects of the merchant, so it is the right service and account. Throws `may_still_be_paid`,
 * `service_not_proven`, and `service_not_found` if the payments of the recipient cannot be listed.
 */
export async function checkNotPaid({ service, clock }: Deps, payment: UnconfirmedPayment): Promise<void> {
  if (await findsUnpayable(service, payment)) return;
  const { reference, merchant } = payment;
  if (!(await isRightService(service, payment))) throw new PayrunError('service_not_proven', { reference, merchant });
  await pause(clock, READ_AGAIN_MS);
  await findsUnpayable(service, payment, true);
}

/** Whether the service shows any object of the merchant: if not, its "not found" says nothing. */
function isRightService(service: Service, { others, recipientRemoteId }: UnconfirmedPayment): Promise<boolean> {
  const recipients = [...new Set([recipientRemoteId ?? [], ...others.recipients].flat())];
  return findFirstObject(service, { recipients, batches: others.batches });
}

/** True if the service has the payment and can never pay it. Throws `may_still_be_paid`. */
async function findsUnpayable(service: Service, payment: UnconfirmedPayment, needsList = false): Promise<boolean> {
  const found = await findAtService(service, payment, { needsList });
  const payable = found.find(isPayable);
  if (payable)
    throw new PayrunError('may_still_be_paid', { reference: payment.reference, said: describeFound(payable) });
  return found.length > 0;
}

/**
 * True if the payment is paid or may still be paid. If the batch has an unknown status, a pending payment does not
 * count: the user who confirms the outcome knows more.
 */
export function isPayable({ payment: { status }, batchStatus }: PaymentAtService): boolean {
  if (MADE.has(status)) return true;
  return status === 'pending' && (batchStatus === null || ALIVE.has(batchStatus) || hasEnded(batchStatus));
}

/**
 * Refuses that a payment was paid if the service has it as not paid, has its batch without it, or shows neither of them
 * in two reads some time apart although it shows other objects of the merchant. Returns the payments that the service
 * says it has made; none if it shows nothing of the merchant, or cannot list what the recipient was paid, so that only
 * the user can know. Throws `not_paid_at_service`.
 */
export async function checkPaid(
  { service, clock }: Deps,
  payment: UnconfirmedPayment,
): Promise<readonly PaymentAtService[]> {
  const paid = await madePayments(service, payment);
  if (paid !== null) return paid;
  if (!(await isRightService(service, payment))) return [];
  await pause(clock, READ_AGAIN_MS);
  try {
    const later = await madePayments(service, payment, true);
    if (later !== null) return later;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return [];
  }
  throw notPaid(payment, 'nothing: neither the payment nor its batch is there');
}

const notPaid = ({ reference, run }: UnconfirmedPayment, finding: string) =>
  new PayrunError('not_paid_at_service', { reference, said: finding, run: String(run) });

/**
 * The payments that the service has made; null if it has neither the payment nor its batch. Throws
 * `not_paid_at_service`.
 */
async function madePayments(
  service: Service,
  payment: UnconfirmedPayment,
  needsList = false,
): Promise<readonly PaymentAtService[] | null> {
  const found = await findAtService(service, payment, { needsList });
  const paid = found.filter((one) => one.payment.status === 'processed');
  if (paid.length > 0) return paid;
  const [other] = found.filter((one) => UNPAID_SO_FAR.has(one.payment.status));
  if (other) throw notPaid(payment, describeFound(other));
  if (found.length > 0) return [];
  const finding = await batchWithoutIt(service, payment);
  if (finding !== null) throw notPaid(payment, finding);
  return null;
}

/** The service's status of the batch that should have the payment but does not; null if the batch is gone too. */
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

/** For example `"pending", in a batch that is "open"`. */
function describeFound({ payment: { status }, batchStatus }: PaymentAtService): string {
  return batchStatus === null ? `"${status}"` : `"${status}", in a batch that is "${batchStatus}"`;
}
