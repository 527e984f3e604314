import { createHash } from 'node:crypto';
import { type AcceptedBy, recordDiscrepancies } from '../ledger/batches/service-discrepancy.ts';
import type { Db } from '../ledger/db/db.ts';
import { recordComparison, recordFoundBy, type ServiceComparison } from '../ledger/operations/service-comparison.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import { readableCode } from '../platform/readable-code.ts';
import type { PaymentDifference } from './compare-payment.ts';

/** A fact that differs between the ledger (`here`) and the payout service (`there`). */
export interface ServiceDiscrepancy {
  /** A code of all its facts, by which it is accepted. If a fact changes, it is another discrepancy. */
  readonly code: string;
  readonly kind: 'not here' | 'not there' | 'another batch' | PaymentDifference['kind'];
  readonly of: 'batch' | 'payment';
  readonly merchant: string;
  readonly run: string | null;
  readonly row: number | null;
  /** The ledger's ids. */
  readonly batch: string | null;
  readonly payment: string | null;
  /** The service's ids. */
  readonly serviceBatch: string | null;
  readonly servicePayment: string | null;
  readonly here: string;
  readonly there: string;
  /** A sentence for readers; never a bank detail. */
  readonly what: string;
}

export interface AcceptedDiscrepancy extends ServiceDiscrepancy {
  readonly accepted: AcceptedBy;
}

/** Discrepancies sorted into open and accepted ones. */
export interface Decided {
  readonly open: readonly ServiceDiscrepancy[];
  readonly accepted: readonly AcceptedDiscrepancy[];
}

/**
 * Stores the discrepancies, so that each can be accepted by its code, and the comparisons that found them. Returns
 * those accepted with exactly these facts apart from the open ones. Needs a transaction: a stored comparison also says
 * which discrepancies are gone.
 */
export async function applyAcceptances(
  db: Db,
  found: readonly ServiceDiscrepancy[],
  comparisons: readonly ServiceComparison[],
  at: Date,
): Promise<Decided> {
  const acceptances = await saveDiscrepancies(db, found, at);
  for (const comparison of comparisons) {
    const codes = found.flatMap(({ merchant, code }) => (merchant === comparison.merchant ? code : []));
    await recordFoundBy(db, await recordComparison(db, comparison), codes);
  }
  return {
    open: found.filter(({ code }) => !acceptances.has(code)),
    accepted: found.flatMap((one) => {
      const accepted = acceptances.get(one.code);
      return accepted ? [{ ...one, accepted }] : [];
    }),
  };
}

/** Stores each discrepancy once, by the code of its facts. Returns the acceptances by code. */
export function saveDiscrepancies(
  db: Db,
  found: readonly ServiceDiscrepancy[],
  at: Date,
): Promise<ReadonlyMap<string, AcceptedBy>> {
  return recordDiscrepancies(
    db,
    found.map((one) => ({ ...one, facts: factsOf(one) })),
    at,
  );
}

/** An accepted discrepancy with who accepted it, when and why. */
export function acceptedLine({ code, what, accepted: { by, at, because } }: AcceptedDiscrepancy): string {
  return `${what} Accepted by ${by} on ${at.toISOString().slice(0, 10)}: ${because} (${code})`;
}

export const HOW_TO_ACCEPT =
  'Correct each one, or accept it with `payrun accept CODE --because "..." --as NAME`. An accepted discrepancy is reported again if anything changes.';

export type DiscrepancyFacts = Omit<ServiceDiscrepancy, 'code' | 'what'>;

/** Adds the code of its facts. */
export function discrepancy(facts: DiscrepancyFacts, what: string): ServiceDiscrepancy {
  const bytes = createHash('sha256')
    .update(canonicalJson(factsOf(facts)))
    .digest();
  return { code: readableCode(bytes), ...facts, what };
}

/** Run and row are left out: they follow from the ids. */
function factsOf({ kind, of, merchant, batch, payment, serviceBatch, servicePayment, here, there }: DiscrepancyFacts) {
  return { kind, of, merchant, batch, payment, serviceBatch, servicePayment, here, there };
}
