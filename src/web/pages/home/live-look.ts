import type { Db } from '../../../ledger/db/db.ts';
import type { Scope } from '../../../ledger/merchants/scope.ts';
import { readStandings } from '../../../ledger/runs/run-facts.ts';
import { selectSeenRuns } from '../../../ledger/views/run-view.ts';
import { type RunningRun, selectRunning } from '../../../ledger/views/running.ts';
import { type Outcome, outcomeOf, type RunStanding } from '../../../outcomes/run-outcome.ts';
import { runLivePart, runningPart } from '../runs/running-part.ts';

/** Scopes and runs of which an answer is kept; more are not looked at within a second. */
const MOST_KEPT = 200;

/** What runs, as all see it who may see the same and look at the same. */
export interface Look {
  readonly runs: readonly RunningRun[];
  /** Of the run that is looked at; null if it is none, or none that they may see. */
  readonly outcome: Outcome | null;
  /** The same while there is nothing new to show. */
  readonly told: string;
  /** As HTML, with numbers of this locale: made once for all who read it. */
  readonly part: (locale: string) => Promise<string>;
}

/** Looks at `most` runs, for all who ask within `keepMs`: a hundred readers cost the queries and the HTML of one. */
export function sharedLook(
  db: Db,
  clock: { now(): number },
  { most, keepMs }: { readonly most: number; readonly keepMs: number },
) {
  const kept = new Map<string, { readonly at: number; readonly look: Promise<Look> }>();
  return (scope: Scope, run: bigint | null): Promise<Look> => {
    const key = JSON.stringify([scope && [...scope].sort(), String(run)]);
    const now = clock.now();
    const known = kept.get(key);
    if (known && now - known.at < keepMs) return known.look;
    for (const [old, { at }] of kept) if (now - at >= keepMs || kept.size >= MOST_KEPT) kept.delete(old);
    const look = lookAt(db, scope, { run, most, now });
    kept.set(key, { at: now, look });
    return look;
  };
}

async function lookAt(
  db: Db,
  scope: Scope,
  { run, most, now }: { readonly run: bigint | null; readonly most: number; readonly now: number },
): Promise<Look> {
  const [runs, standing] = await Promise.all([
    selectRunning(db, scope, { most, run }),
    run === null ? null : standingOf(db, scope, run),
  ]);
  const outcome = standing && outcomeOf(standing);
  const parts = new Map<string, Promise<string>>();
  return {
    runs,
    outcome,
    told: JSON.stringify([outcome, standing?.batches, standing?.hasReady, runs.map(toldOf)]),
    part(locale) {
      const known = parts.get(locale);
      if (known) return known;
      const view = { locale, now };
      const part = standing === null ? runningPart(view, runs) : runLivePart(view, runs, standing);
      const made = Promise.resolve(part).then(String);
      parts.set(locale, made);
      return made;
    },
  };
}

async function standingOf(db: Db, scope: Scope, run: bigint): Promise<RunStanding | null> {
  const seen = await selectSeenRuns(db, scope, [run]);
  if (seen !== null && !seen.has(String(run))) return null;
  return (await readStandings(db, [run]))[0] ?? null;
}

const toldOf = ({ id, stage, done, calls, calls_in_window }: RunningRun) =>
  `${id} ${stage} ${done} ${calls} ${calls_in_window}`;
