import type { Db } from '../../ledger/db/db.ts';
import type { Scope } from '../../ledger/merchants/scope.ts';
import { type RunFacts, readRunFacts } from '../../ledger/runs/run-facts.ts';
import { type ProblemGroup, selectProblems } from '../../ledger/views/run-problems.ts';
import { countTakenOver, type TakenOver } from '../../ledger/views/runs-to-correct.ts';
import { type RunResult, runResult } from '../../outcomes/run-result.ts';

/** The figures of runs with more rows are cached; the page shows their age. */
const LARGE = 20_000;
const CACHE_MS = 15_000;
/** Older figures are not shown while they are counted again. */
const LONGEST_MS = 300_000;
const MOST_KEPT = 200;

export interface CountedFigures {
  readonly facts: RunFacts;
  readonly result: RunResult;
  readonly problems: readonly ProblemGroup[];
  readonly taken: TakenOver;
  /** ms UTC. */
  readonly at: number;
}

/**
 * The figures and errors of a run. For a large run they are cached, and counted again in the background, so that a page
 * does not wait until every payment is read. The cache is shared: the caller checks that the reader may see the run.
 */
export function createFiguresCache(clock: { now(): number }) {
  const cached = new Map<bigint, CountedFigures>();
  const counting = new Map<bigint, Promise<CountedFigures>>();
  return async (db: Db, scope: Scope, run: { id: bigint; rows: number | null }): Promise<CountedFigures> => {
    const count = async (): Promise<CountedFigures> => {
      const at = clock.now();
      const [[facts], problems, taken] = await Promise.all([
        readRunFacts(db, [run.id]),
        selectProblems(db, scope, run.id),
        countTakenOver(db, run.id),
      ]);
      return { facts: facts!, result: runResult([facts!]), problems, taken, at };
    };
    if ((run.rows ?? 0) <= LARGE) return count();
    const known = cached.get(run.id);
    const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < CACHE_MS) return known;
    let reading = counting.get(run.id);
    if (!reading) {
      if (cached.size >= MOST_KEPT) cached.clear();
      reading = count().finally(() => counting.delete(run.id));
      reading.then((counted) => cached.set(run.id, counted)).catch(() => {});
      counting.set(run.id, reading);
    }
    return known && age < LONGEST_MS ? known : reading;
  };
}
