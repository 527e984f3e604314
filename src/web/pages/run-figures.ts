import type { Db } from '../../ledger/open-ledger.ts';
import { type RunFigures, selectFigures } from '../../ledger/pages/run-view.ts';
import type { Scope } from '../../ledger/pages/scope.ts';

/** Runs with more rows are counted at most so often; the page says when they were. */
const LARGE = 20_000;
const KEEP_MS = 15_000;
const MOST_KEPT = 200;

export interface CountedFigures {
  readonly figures: readonly RunFigures[];
  /** ms UTC. */
  readonly at: number;
}

/**
 * The figures of a run. Those of a large one are kept for some seconds, so that a page that is looked at again and again, or by
 * many, does not read every payment each time. They are those of the run; who asks has been found to be allowed to see it.
 */
export function figuresKeeper(clock: { now(): number }) {
  const kept = new Map<bigint, Promise<CountedFigures>>();
  return async (db: Db, scope: Scope, run: { id: bigint; rows: number | null }): Promise<CountedFigures> => {
    const count = async () => ({ figures: await selectFigures(db, scope, run.id), at: clock.now() });
    if ((run.rows ?? 0) <= LARGE) return count();
    const known = await kept.get(run.id)?.catch(() => null);
    if (known && clock.now() - known.at < KEEP_MS) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const counting = count();
    kept.set(run.id, counting);
    return counting;
  };
}
