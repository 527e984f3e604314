import type { Origin } from '../ledger/batches/unknown-batches.ts';
import type { KnownPayment } from '../ledger/payments/known-payments.ts';
import type { Guarantee } from '../ledger/verifications/ledger-check.ts';
import type { KnownBatch } from '../ledger/verifications/verify-remote.ts';
import { getAccountId, hasStarted } from '../service/remote-fields.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';
import { OF_THE_ROW, PAID, type PaymentDifference } from './compare-payment.ts';
import { discrepancy, type ServiceDiscrepancy } from './service-discrepancy.ts';

/** The origin of a batch that the ledger does not know. */
const MADE_BY: Readonly<Record<Origin, string>> = {
  own: 'created by this ledger before it was restored, or by a copy',
  other: 'created by another installation',
  unsaid: 'its tags don’t name an installation',
  unreadable: 'it cannot be read, so its creator is unknown',
};
/** Payments with these statuses paid no one. */
const NOBODY_PAID: ReadonlySet<string> = new Set(['failed', 'returned']);

export interface BatchAtService {
  readonly id: string;
  readonly status: string;
}

/** The fields of a ledger batch that identify it in a discrepancy. */
export type OurBatch = Pick<KnownBatch, 'id' | 'run_id' | 'merchant_id'>;

/** A batch that the service has lost. */
export function missingBatch(ownBatch: KnownBatch): ServiceDiscrepancy {
  const what = `${nameOf(ownBatch)}: the payout service no longer has it (${ownBatch.remote_id}).`;
  return discrepancy(
    { ...ofBatch(ownBatch, ownBatch.remote_id), kind: 'not there', here: ownBatch.state, there: 'none' },
    what,
  );
}

/** A discrepancy in the status of one of our batches; null if both sides may be right. */
export function batchFault(ownBatch: KnownBatch, batch: BatchAtService): ServiceDiscrepancy | null {
  const { id, status } = batch;
  const isStarted = hasStarted(status);
  const facts = {
    ...ofBatch(ownBatch, id),
    kind: 'state' as const,
    here: ownBatch.state,
    there: isStarted ? 'begun' : status,
  };
  const at = `in the service (${id}, ${status})`;
  const fault = (what: string) => discrepancy(facts, `${nameOf(ownBatch)}: ${what}`);
  if (ownBatch.state === 'void') return fault(`it is void in Payrun, but still ${at}, and ${danger(status)}.`);
  if (ownBatch.remote_id !== null && ownBatch.remote_id !== id) {
    const there = `a second time, ${facts.there}`;
    const what = `${nameOf(ownBatch)}: there is a second one ${at}, and ${danger(status)}.`;
    return discrepancy({ ...facts, kind: 'not here', there }, what);
  }
  if (isStarted && !ownBatch.attempted) return fault(`it is being paid ${at}, although Payrun never started it.`);
  if (!isStarted && (ownBatch.state === 'started' || ownBatch.state === 'settled'))
    return fault(`Payrun recorded it as started, but the payout service has not started it (${status}).`);
  return null;
}

/** A batch with a tag of Payrun that the ledger does not know. */
export function unknownPayrunBatch(
  merchant: string,
  { id, status, tag, origin }: BatchAtService & { readonly tag: string; readonly origin: Origin },
): ServiceDiscrepancy {
  if (origin === 'unreadable') return unreadableBatch(merchant, id);
  const there = `tag ${tag}, ${hasStarted(status) ? 'begun' : status}`;
  const what = `A batch of merchant ${merchant} in the service (${id}, ${status}) is not in the ledger (tag ${tag}, ${MADE_BY[origin]}), and ${danger(status)}.`;
  return discrepancy({ ...onlyThere(merchant, id), of: 'batch', kind: 'not here', here: 'none', there }, what);
}

/** One of our batches that the service shows in a format that Payrun cannot read. */
export function batchUnreadable(ownBatch: KnownBatch, remoteId: string | null): ServiceDiscrepancy {
  const what = `${nameOf(ownBatch)}: the service shows it${remoteId ? ` (${remoteId})` : ''} in a format that Payrun cannot read, so it was not compared.`;
  return discrepancy(
    { ...ofBatch(ownBatch, remoteId), kind: 'state', here: ownBatch.state, there: 'unreadable' },
    what,
  );
}

/** A batch that cannot be read and does not appear to be ours. */
export function unreadableBatch(merchant: string, id: string): ServiceDiscrepancy {
  const what = `A batch of merchant ${merchant} in the service (${id}) is shown in a format that Payrun cannot read: its creator and recipients are unknown.`;
  const facts = {
    ...onlyThere(merchant, id),
    of: 'batch',
    kind: 'not here',
    here: 'none',
    there: 'unreadable',
  } as const;
  return discrepancy(facts, what);
}

/** A payment of ours that cannot be read, in a batch that can be. */
export function paymentUnreadable(
  merchant: string,
  ownPayment: KnownPayment,
  batch: BatchAtService,
): ServiceDiscrepancy {
  const facts = { ...ofPayment(merchant, ownPayment), serviceBatch: batch.id, servicePayment: null };
  return discrepancy(
    { ...facts, kind: 'state', here: ownPayment.state, there: 'unreadable' },
    `${nameOfRow(ownPayment)}: the service shows it, or another payment of batch ${batch.id}, in a format that Payrun cannot read, so it was not compared.`,
  );
}

/** A batch that was made by other means and has not been sent. */
export function unsentBatch(
  merchant: string,
  { id, status, payments }: BatchAtService & { readonly payments: number | null },
): ServiceDiscrepancy {
  const there = `${payments ?? 'some'} payments, ${status}`;
  const what = `Batch ${id} (${status}) is only in the payout service, and ${danger(status)}.`;
  return discrepancy({ ...onlyThere(merchant, id), of: 'batch', kind: 'not here', here: 'none', there }, what);
}

/** A payment that the ledger does not know, in our batch or in one that was made by other means (`ours` null). */
export function unknownPayment(
  merchant: string,
  batch: Pick<BatchAtService, 'id'>,
  ownBatch: OurBatch | null,
  payment: RemotePayment,
): ServiceDiscrepancy {
  const { id, status, sourceAmount, sourceCurrency, recipient, account } = payment;
  const amount = `${sourceAmount ?? '?'} ${sourceCurrency ?? ''}`.trim();
  const to = `to recipient ${recipient?.id ?? '?'}`;
  const facts = {
    ...(ownBatch ? ofBatch(ownBatch, batch.id) : onlyThere(merchant, batch.id)),
    of: 'payment' as const,
    kind: 'not here' as const,
    servicePayment: id,
    here: 'none',
    there: `${amount} ${to}, account ${getAccountId(account) ?? '?'}${NOBODY_PAID.has(status) ? `, ${status}` : ''}`,
  };
  const how = ownBatch
    ? `in our batch ${batch.id}, although Payrun did not order it`
    : 'only in the payout service, so it was paid outside Payrun';
  return discrepancy(facts, `Payment ${id} of ${amount} ${to} (${status}, batch ${batch.id}) is ${how}.`);
}

/** A payment that the service has in another batch than the ledger. */
export function inAnotherBatch(
  merchant: string,
  ownPayment: KnownPayment,
  batch: Pick<BatchAtService, 'id'>,
  listed: RemotePayment,
): ServiceDiscrepancy {
  const facts = { ...ofPayment(merchant, ownPayment), serviceBatch: batch.id, servicePayment: listed.id };
  const here = ownPayment.batch_id ? 'in another one' : 'in none';
  return discrepancy(
    { ...facts, kind: 'another batch', here: ownPayment.batch_id ?? 'none', there: batch.id },
    `${nameOfRow(ownPayment)}: the payout service has it in batch ${batch.id}, but the ledger has it ${here}.`,
  );
}

/** A payment that the service does not have in its batch. */
export function missingPayment(merchant: string, ownPayment: KnownPayment, batch: BatchAtService): ServiceDiscrepancy {
  const facts = { ...ofPayment(merchant, ownPayment), serviceBatch: batch.id, servicePayment: null };
  return discrepancy(
    { ...facts, kind: 'not there', here: ownPayment.state, there: 'none' },
    `${nameOfRow(ownPayment)}: the payout service does not have it in batch ${batch.id}.`,
  );
}

export function paymentDiffers(
  merchant: string,
  ownPayment: KnownPayment,
  batch: Pick<BatchAtService, 'id'>,
  listed: RemotePayment,
  { kind, here, there }: PaymentDifference,
): ServiceDiscrepancy {
  const facts = { ...ofPayment(merchant, ownPayment), serviceBatch: batch.id, servicePayment: listed.id };
  return discrepancy(
    { ...facts, kind, here, there },
    `${nameOfRow(ownPayment)}: ${differenceText({ kind, here, there })}`,
  );
}

function differenceText({ kind, here, there }: PaymentDifference): string {
  if (kind === 'recipient' || kind === 'account') {
    // The planned account may show other bank details.
    const [id, differs = ''] = there.split(/(?=, which differs)/) as [string, string?];
    const [its, meant] = id === here ? ['', ''] : [` (${id})`, here === OF_THE_ROW ? '' : ` (${here})`];
    return `the payout service pays it to a different ${kind}${its} from the one ordered${meant}${differs}.`;
  }
  if (kind === 'fees') return `its fees from the balance are ${here} in Payrun and ${there} in the service.`;
  const twice = isPaidAgain({ kind, here, there }) ? ': a retry would pay it twice' : '';
  return `its ${kind} is ${here} in Payrun and ${there} in the service${twice}.`;
}

/** True for a payment that failed in the ledger and is paid in the payout service. */
function isPaidAgain({ kind, here, there }: Pick<ServiceDiscrepancy, 'kind' | 'here' | 'there'>): boolean {
  return kind === 'state' && here === 'failed' && PAID.has(there);
}

/** The guarantee that a discrepancy violates. */
export function getGuarantee(one: ServiceDiscrepancy): Guarantee {
  const { kind, of, here, there } = one;
  if (kind === 'not here') return of === 'batch' ? 'G1' : 'G2';
  if (kind === 'another batch' || isPaidAgain(one)) return 'G1';
  if (kind === 'not there') return 'G4';
  if (kind !== 'state') return 'G2';
  if (of === 'payment') return 'G4';
  if (here === 'void') return 'G1';
  return there === 'begun' ? 'G2' : 'G4';
}

const danger = (status: string): string =>
  hasStarted(status) ? 'it makes payments' : 'it makes no payments unless it is sent';
const nameOf = ({ id, run_id }: KnownBatch): string => `Batch ${id} of run ${run_id}`;
const nameOfRow = ({ row, run_id }: KnownPayment): string => `Row ${row} of run ${run_id}`;

const NOWHERE = { run: null, row: null, batch: null, payment: null, servicePayment: null };

function onlyThere(merchant: string, serviceBatch: string) {
  return { ...NOWHERE, merchant, serviceBatch };
}

function ofBatch({ id, run_id, merchant_id: merchant }: OurBatch, serviceBatch: string | null) {
  return { ...NOWHERE, of: 'batch' as const, merchant, run: String(run_id), batch: id, serviceBatch };
}

function ofPayment(merchant: string, { run_id, row, batch_id, id }: KnownPayment) {
  return { of: 'payment' as const, merchant, run: String(run_id), row, batch: batch_id, payment: id };
}
