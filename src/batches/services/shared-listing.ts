import { type PayrunBatch, payrunBatchPages } from '../../service/payrun-batches.ts';
import type { StepDeps } from '../../step.ts';

/** The dependencies of who lists batches. */
export type ListingDeps = Pick<StepDeps, 'ledger' | 'service' | 'clock' | 'signal'>;

interface Listing {
  readonly at: number;
  readonly pages: (readonly PayrunBatch[])[];
  readonly rest: AsyncGenerator<readonly PayrunBatch[], void>;
}

/** After this time a listing is made anew, in ms: while recipients are brought, another installation may have begun. */
const HOLDS_MS = 15_000;

/** Of each pass over a run, which has dependencies of its own. */
const listings = new WeakMap<ListingDeps, Listing>();

/**
 * Payrun's batches at the service, newest first, as `payrunBatchPages` lists them. All who ask in one pass share the
 * calls: what was listed in the last seconds is not listed again, and the next page only if somebody needs it. Throws
 * what a call throws.
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

/** A listing whose call failed has no end that can be trusted: the next one who asks begins anew. */
async function next({ rest }: Listing, deps: ListingDeps): Promise<IteratorResult<readonly PayrunBatch[], void>> {
  try {
    return await rest.next();
  } catch (error) {
    listings.delete(deps);
    throw error;
  }
}
