import { isError } from '../errors.ts';
import { unknownBatches } from '../ledger/batches/unknown-batches.ts';
import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { batchPayments, type KnownRow, paymentsById } from '../ledger/payments/known-payments.ts';
import { namedAccount } from '../ledger/payments/sealed-row.ts';
import type { KnownBatch } from '../ledger/verifications/verify-remote.ts';
import { batchPaymentPages } from '../service/payment-pages.ts';
import type { PayrunBatch } from '../service/payrun-batches.ts';
import type { Service } from '../service/service.ts';
import type { RemoteBatch, RemotePayment } from '../service/shapes/answer-shapes.ts';
import { mayBePayment, type UnreadableRecord } from '../service/shapes/unreadable-records.ts';
import { paidAccountId, showsPaidAccount } from './compare-payment.ts';
import {
  type BatchAtService,
  batchFault,
  missingBatch,
  missingPayment,
  paymentUnreadable,
  unknownPayment,
  unknownPayrunBatch,
} from './describe-discrepancy.ts';
import { comparePaymentOfBatch } from './found-payments.ts';
import type { ServiceDiscrepancy } from './service-discrepancy.ts';

/** The number of payments that are read from the ledger at a time. */
const PAGE = 1_000;

/** The sources for comparing a merchant's batches. */
export interface Comparison extends Pick<Ledger, 'db' | 'vault'> {
  readonly service: Service;
  readonly merchant: string;
  readonly signal?: AbortSignal | undefined;
}

/** The size of a comparison of one batch, and its discrepancies. */
export interface ComparedBatch {
  /** Payments that the service listed. */
  readonly listed: number;
  /** Of them, those that the ledger has in the same batch. */
  readonly payments: number;
  /** Accounts compared by their ids, and accounts compared by the bank details of the row. */
  readonly accounts: number;
  readonly details: number;
  /** Payments whose bank details cannot be compared, because the contents of their rows were purged. */
  readonly rowsRemoved: number;
  readonly found: readonly ServiceDiscrepancy[];
}

/**
 * Compares every payment of the service's batch with the ledger's, then finds those of the ledger that the service does
 * not have. If something differs, it compares again: a change that is just taking effect is no discrepancy.
 */
export async function compareBatch(
  comparison: Comparison,
  ownBatch: KnownBatch,
  batch: BatchAtService,
): Promise<ComparedBatch> {
  const compared = await compareOnce(comparison, ownBatch, batch);
  if (compared.found.length === 0) return compared;
  const again = new Set((await compareOnce(comparison, ownBatch, batch)).found.map(({ code }) => code));
  return { ...compared, found: compared.found.filter(({ code }) => again.has(code)) };
}

async function compareOnce(
  { db, vault, service, merchant, signal }: Comparison,
  ownBatch: KnownBatch,
  batch: BatchAtService,
): Promise<ComparedBatch> {
  const found: ServiceDiscrepancy[] = [];
  const seen = new Set<string>();
  const count = { listed: 0, accounts: 0, details: 0, rowsRemoved: 0 };
  const unreadable: UnreadableRecord[] = [];
  const compareOne = (ownPayment: KnownRow, listed: RemotePayment) => {
    found.push(...comparePaymentOfBatch(vault, ownBatch, batch, ownPayment, listed));
    if (ownPayment.batch_id !== ownBatch.id) return;
    seen.add(ownPayment.id);
    if (paidAccountId(ownPayment, listed) !== null) count.accounts++;
    const named = namedAccount(vault, ownPayment);
    if (named === undefined) count.rowsRemoved++;
    else if (named && showsPaidAccount(ownPayment, listed)) count.details++;
  };
  try {
    for await (const page of batchPaymentPages({ service, signal }, batch.id, (records) =>
      unreadable.push(...records),
    )) {
      count.listed += page.length;
      const known = await paymentsById(
        db,
        page.flatMap(({ externalId }) => externalId ?? []),
      );
      for (const listed of page) {
        const ownPayment = known.get(listed.externalId ?? '');
        if (ownPayment) compareOne(ownPayment, listed);
        else found.push(unknownPayment(merchant, batch, ownBatch, listed));
      }
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return { listed: 0, payments: 0, accounts: 0, details: 0, rowsRemoved: 0, found: [missingBatch(ownBatch)] };
  }
  for (let after = -1; ; ) {
    const page = await batchPayments(db, ownBatch.id, after, PAGE);
    for (const ownPayment of page) {
      if (seen.has(ownPayment.id)) continue;
      const missing = unreadable.some((one) => mayBePayment(one, ownPayment.id)) ? paymentUnreadable : missingPayment;
      found.push(missing(merchant, ownPayment, batch));
    }
    if (page.length < PAGE) return { ...count, payments: seen.size, found };
    after = page.at(-1)!.row;
  }
}

/**
 * A discrepancy in the status of one of our batches. If there is one, the batch is read again: it may have been sent or
 * deleted since it was listed.
 */
export async function findFault(
  comparison: Comparison,
  ownBatch: KnownBatch,
  batch: BatchAtService,
): Promise<ServiceDiscrepancy | null> {
  const fault = batchFault(ownBatch, batch);
  if (!fault) return null;
  const now = await findBatch(comparison, batch.id);
  if (!now) return ownBatch.remote_id === batch.id && ownBatch.state !== 'void' ? missingBatch(ownBatch) : null;
  return batchFault(ownBatch, now)?.code === fault.code ? fault : null;
}

/**
 * A batch by the service's id; null if the service does not have it. Throws `service_unexpected` if it cannot be read.
 */
export async function findBatch({ service, signal }: Comparison, id: string): Promise<RemoteBatch | null> {
  try {
    return (await service.call('getBatch', { params: { id } }, { signal })).batch;
  } catch (error) {
    if (isError(error, 'service_not_found')) return null;
    throw error;
  }
}

/** Batches of a Payrun that this ledger does not know. */
export async function findUnknownBatches(
  db: Db,
  merchant: string,
  listed: readonly PayrunBatch[],
): Promise<readonly ServiceDiscrepancy[]> {
  return (await unknownBatches(db, merchant, listed)).map((batch) => unknownPayrunBatch(merchant, batch));
}
