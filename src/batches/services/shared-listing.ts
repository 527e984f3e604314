import { type PayrunBatch, payrunBatchPages } from '../../service/payrun-batches.ts';
import type { StepDeps } from '../../step.ts';

/** The dependencies for listing batches. */
export type ListingDeps = Pick<StepDeps, 'ledger' | 'service' | 'clock' | 'signal'>;

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
