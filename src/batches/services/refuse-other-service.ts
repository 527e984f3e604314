import { PayrunError } from '../../errors.ts';
import { sortBatches } from '../../ledger/batches/unknown-batches.ts';
import { knownServiceUrl, remoteObjects, startedAtService } from '../../ledger/merchants/service-identity.ts';
import { hasReadyPayments } from '../../ledger/payments/payment.ts';
import { findFirstObject } from '../../service/find-first-object.ts';
import { type PayrunBatch, payrunBatchPages } from '../../service/payrun-batches.ts';
import type { ActiveRun, Step, StepDeps } from '../../step.ts';

/**
 * Checks, before bank details are sent, that the service is the one that this ledger pays at: another one may answer at
 * the same address by now. Costs no extra call, because creating a batch needs the same list. Throws `service_changed`.
 */
export const verifyService: Step = async (run, deps) => {
  if (await hasReadyPayments(deps.ledger.db, run.id)) await refuseOtherService(run, deps);
};

/**
 * A service that lists no batch of this ledger, though the ledger started some, may be another one, which would pay
 * from another balance. So it must have one of them. Makes no call until the ledger has started a batch. Throws
 * `service_changed`.
 */
export async function refuseOtherService({ merchant }: Pick<ActiveRun, 'merchant'>, deps: ListingDeps): Promise<void> {
  const { service, ledger, signal } = deps;
  // Recipients prove nothing: a moment ago, they may have been created in the wrong service.
  const batches = await startedAtService(ledger.db, merchant);
  if (batches.length === 0) return;
  for await (const page of listedBatches(deps)) if ((await sortBatches(ledger.db, merchant, page)).hasOwn) return;
  if (await findFirstObject(service, { recipients: [], batches }, signal)) return;
  throw await otherService(deps, merchant);
}

/**
 * A batch missing from the service is treated as deleted only if this is the service that the ledger pays with (G3). If
 * nothing was started yet, the service must have a recipient or another batch. Throws `service_changed`.
 */
export async function refuseUnprovenAbsence(
  { merchant }: Pick<ActiveRun, 'merchant'>,
  deps: ListingDeps,
  batch: string,
): Promise<void> {
  const { db } = deps.ledger;
  if ((await startedAtService(db, merchant)).length > 0) return refuseOtherService({ merchant }, deps);
  if (!(await findFirstObject(deps.service, await remoteObjects(db, merchant, batch), deps.signal)))
    throw await otherService(deps, merchant);
}

async function otherService({ ledger }: ListingDeps, merchant: string): Promise<PayrunError> {
  const url = (await knownServiceUrl(ledger.db, merchant)) ?? 'PAYRUN_SERVICE_URL';
  return new PayrunError('service_changed', {
    merchant,
    url,
    where: ' A different service now answers at this address.',
  });
}

/** The dependencies for listing batches. */
type ListingDeps = Pick<StepDeps, 'ledger' | 'service' | 'clock' | 'signal'>;

interface Listing {
  readonly at: number;
  readonly pages: (readonly PayrunBatch[])[];
  readonly rest: AsyncGenerator<readonly PayrunBatch[], void>;
}

/** A listing is renewed after this time, in ms: another installation may have begun while recipients were created. */
const HOLDS_MS = 15_000;

/** One for each pass over a run, because each pass has its own dependencies. */
const listings = new WeakMap<ListingDeps, Listing>();

/**
 * Payrun's batches in the payout service, newest first, as `payrunBatchPages` lists them. All callers of one pass share
 * the calls: a page listed in the last seconds is not requested again, and the next one only if a caller needs it.
 * Throws what a call throws.
 */
export async function* listedBatches(deps: ListingDeps): AsyncGenerator<readonly PayrunBatch[], void> {
  const now = deps.clock.now();
  const before = listings.get(deps);
  const listing = before && now - before.at < HOLDS_MS ? before : { at: now, pages: [], rest: payrunBatchPages(deps) };
  listings.set(deps, listing);
  yield* [...listing.pages];
  for (;;) {
    const { value, done } = await next(listing, deps);
    if (done) return;
    listing.pages.push(value);
    yield value;
  }
}

/** After a failed call the end of a listing cannot be trusted, so the next caller starts a new one. */
async function next({ rest }: Listing, deps: ListingDeps): Promise<IteratorResult<readonly PayrunBatch[], void>> {
  try {
    return await rest.next();
  } catch (error) {
    listings.delete(deps);
    throw error;
  }
}
