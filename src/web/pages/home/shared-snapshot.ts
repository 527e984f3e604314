import type { Db } from '../../../ledger/db/db.ts';
import type { Scope } from '../../../ledger/merchants/scope.ts';
import { readRunStatuses } from '../../../ledger/runs/run-facts.ts';
import { type RunningRun, selectRunning } from '../../../ledger/views/active-runs.ts';
import { selectSeenRuns } from '../../../ledger/views/run-view.ts';
import type { StatusFacts } from '../../../outcomes/run-outcome.ts';
import type { RunStatus } from '../../../states.ts';
import type { View } from '../../components/view.ts';
import { runLivePart, runningPart } from '../runs/running-part.ts';

/** Maximum number of cached results; each is valid for less than a second. */
const MOST_KEPT = 200;

/** The runs in progress, shared by all readers with the same scope and the same page. */
export interface LiveSnapshot {
  readonly runs: readonly RunningRun[];
  /** Outcome of the run whose page is open; null if there is none, or if the reader may not see it. */
  readonly outcome: RunStatus | null;
  /** A fingerprint that is equal as long as nothing new is to be shown. */
  readonly signature: string;
  /** The HTML, with numbers of this locale and times of this zone; rendered once for all readers. */
  readonly part: (reader: Pick<View, 'locale' | 'timeZone'>) => Promise<string>;
}

/** Reads `most` runs, and caches the result for `keepMs`: a hundred readers cost as many queries as one. */
export function sharedSnapshot(
  db: Db,
  clock: { now(): number },
  { most, cacheMs }: { readonly most: number; readonly cacheMs: number },
) {
  const snapshots = new Map<string, { readonly at: number; readonly look: Promise<LiveSnapshot> }>();
  return (scope: Scope, run: bigint | null): Promise<LiveSnapshot> => {
    const key = JSON.stringify([scope && [...scope].sort(), String(run)]);
    const now = clock.now();
    const known = snapshots.get(key);
    if (known && now - known.at < cacheMs) return known.look;
    for (const [old, { at }] of snapshots)
      if (now - at >= cacheMs || snapshots.size >= MOST_KEPT) snapshots.delete(old);
    const look = lookAt(db, scope, { run, most, now });
    snapshots.set(key, { at: now, look });
    // A failure is not cached.
    look.catch(() => snapshots.delete(key));
    return look;
  };
}

async function lookAt(
  db: Db,
  scope: Scope,
  { run, most, now }: { readonly run: bigint | null; readonly most: number; readonly now: number },
): Promise<LiveSnapshot> {
  const [runs, status] = await Promise.all([
    selectRunning(db, scope, { most, run }),
    run === null ? null : statusOf(db, scope, run),
  ]);
  const outcome = status?.outcome ?? null;
  const parts = new Map<string, Promise<string>>();
  return {
    runs,
    outcome,
    signature: JSON.stringify([outcome, status?.batches, status?.hasReady, runs.map(shownProgress)]),
    part({ locale, timeZone }) {
      const key = `${locale} ${timeZone}`;
      const known = parts.get(key);
      if (known) return known;
      const view = { locale, timeZone, now };
      const part = status === null ? runningPart(view, runs) : runLivePart(view, runs, status);
      const made = Promise.resolve(part).then(String);
      parts.set(key, made);
      return made;
    },
  };
}

async function statusOf(db: Db, scope: Scope, run: bigint): Promise<StatusFacts | null> {
  const seen = await selectSeenRuns(db, scope, [run]);
  if (seen !== null && !seen.has(String(run))) return null;
  return (await readRunStatuses(db, [run]))[0] ?? null;
}

const shownProgress = ({ id, leased, stage, done, calls, calls_in_window }: RunningRun) =>
  `${id} ${leased} ${stage} ${done} ${calls} ${calls_in_window}`;
