import { type Comparison, compareBatch, findFault, findUnknownBatches } from '../discrepancies/compare-batch.ts';
import { batchUnreadable, missingBatch } from '../discrepancies/describe-discrepancy.ts';
import type { ServiceDiscrepancy } from '../discrepancies/service-discrepancy.ts';
import { DATABASE_ERRORS, isError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { VerifiedGuarantee } from '../ledger/verifications/ledger-check.ts';
import { attemptedBatches, batchesByTag, merchantsToVerify } from '../ledger/verifications/verify-remote.ts';
import { unreadableTag } from '../references/payrun-tags.ts';
import { type PayrunBatch, payrunBatchPages } from '../service/payrun-batches.ts';
import type { Service } from '../service/service.ts';

/** A merchant that could not be compared, and why. */
export interface NotCompared {
  readonly merchant: string;
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly exitCode: number;
}

export interface ServiceVerification {
  /** The merchants to compare, including those of `notCompared`. */
  readonly merchants: readonly string[];
  readonly checked: readonly VerifiedGuarantee[];
  readonly found: readonly ServiceDiscrepancy[];
  readonly notCompared: readonly NotCompared[];
  /** Payments that were compared by account id only, because their rows were purged. */
  readonly rowsRemoved: number;
}

/**
 * Compares the ledger with the payout service. Every batch with an attempted start must exist in the service, with its
 * payments to the cent, in the same state and to the account of its row. The service must have no batch of Payrun that
 * the ledger does not know or has voided.
 * Only reads: one call per 1,000 batches of a merchant, and one per 1,000 payments. A batch may change during the
 * comparison, so a discrepancy is reported only if it is found twice. If one merchant cannot be compared, the others
 * still are. Throws `database_unreachable`.
 * @param extraMerchant a merchant to compare even if the ledger does not know it
 */
export async function verifyAtService(
  ledger: Pick<Ledger, 'db' | 'vault'>,
  serviceOf: (merchant: string) => Promise<Service>,
  run: bigint | null,
  extraMerchant: string | null = null,
): Promise<ServiceVerification> {
  const { db } = ledger;
  const found: ServiceDiscrepancy[] = [];
  const notCompared: NotCompared[] = [];
  const total = { payments: 0, accounts: 0, details: 0, rowsRemoved: 0 };
  let listed = 0;
  let batches = 0;
  const compareMerchant = async (merchant: string) => {
    const service = await serviceOf(merchant);
    // Read before the list of the service: a batch started in between is in that list and need not be in this one.
    const attempted = await attemptedBatches(db, merchant, run);
    const remoteBatches = await listPayrunBatches(service);
    listed += remoteBatches.length;
    batches += attempted.length;
    const unreadable = remoteBatches.filter(({ isReadable }) => !isReadable);
    const byTag = Map.groupBy(
      remoteBatches.filter(({ isReadable }) => isReadable),
      ({ tag }) => tag,
    );
    const comparison = { ...ledger, service, merchant };
    found.push(...(await findUnexpectedBatches(comparison, remoteBatches, run)));
    for (const batch of attempted) {
      const listed = byTag.get(batch.tag)?.find(({ id }) => id === batch.remote_id);
      if (!listed) {
        const unreadableMatch = unreadable.find(({ id, tag }) => tag === batch.tag || id === batch.remote_id);
        const possibleMatch = unreadableMatch ?? unreadable.find(({ tag }) => tag === unreadableTag(undefined));
        found.push(possibleMatch ? batchUnreadable(batch, batch.remote_id) : missingBatch(batch));
        continue;
      }
      const compared = await compareBatch(comparison, batch, listed);
      for (const key of ['payments', 'accounts', 'details', 'rowsRemoved'] as const) total[key] += compared[key];
      found.push(...compared.found);
    }
  };
  const known = await merchantsToVerify(db, run);
  const merchants = [...(run === null && extraMerchant !== null ? new Set([extraMerchant, ...known]) : known)];
  for (const merchant of merchants) {
    try {
      await compareMerchant(merchant);
    } catch (error) {
      if (!isError(error) || DATABASE_ERRORS.some((code) => code === error.code)) throw error;
      const { code, message, next, exitCode } = error;
      notCompared.push({ merchant, code, message, next, exitCode });
    }
  }
  return {
    merchants,
    checked: [
      { guarantee: 'G4', what: 'every batch with an attempted start exists in the service', count: batches },
      {
        guarantee: 'G2',
        what: 'every payment in those batches matches in recipient, amount and status',
        count: total.payments,
      },
      {
        guarantee: 'G2',
        what: 'every account that the service shows is the intended one',
        count: total.accounts,
      },
      {
        guarantee: 'G2',
        what: 'every account that the service shows has the bank details of its row',
        count: total.details,
      },
      { guarantee: 'G1', what: 'the ledger knows every Payrun batch in the service', count: listed },
    ],
    found,
    notCompared,
    rowsRemoved: total.rowsRemoved,
  };
}

async function listPayrunBatches(service: Service): Promise<readonly PayrunBatch[]> {
  const found: PayrunBatch[] = [];
  for await (const page of payrunBatchPages({ service })) found.push(...page);
  return found;
}

/** Batches with a tag of Payrun that should not exist, or whose state differs from the ledger. */
async function findUnexpectedBatches(
  comparison: Comparison,
  remoteBatches: readonly PayrunBatch[],
  run: bigint | null,
): Promise<readonly ServiceDiscrepancy[]> {
  const { db, merchant } = comparison;
  const tags = remoteBatches.map(({ tag }) => tag);
  const known = await batchesByTag(db, merchant, tags);
  const found = run === null ? [...(await findUnknownBatches(db, merchant, remoteBatches))] : [];
  for (const batch of remoteBatches) {
    const knownBatch = known.get(batch.tag);
    if (!knownBatch || (run !== null && knownBatch.run_id !== run)) continue;
    if (!batch.isReadable) {
      // If its start was attempted, it is reported with its payments.
      if (!knownBatch.attempted) found.push(batchUnreadable(knownBatch, batch.id));
      continue;
    }
    const fault = await findFault(comparison, knownBatch, batch);
    if (fault) found.push(fault);
  }
  return found;
}
