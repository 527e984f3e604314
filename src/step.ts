import { appendEvent } from './ledger/audit/events.ts';
import type { Db } from './ledger/db/db.ts';
import type { Ledger } from './ledger/ledger.ts';
import { holdFence, type RunOptions } from './ledger/runs/run.ts';
import type { MoneyRules, ProcessConfig } from './money-rules.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Service } from './service/service.ts';

/** A run that this process has claimed. */
export interface ActiveRun {
  readonly id: bigint;
  /** Raised at every claim: whoever has an older one can write nothing. */
  readonly fence: bigint;
  readonly merchant: string;
  readonly maker: string;
  readonly options: RunOptions;
}

/** How far a step is. `total` is null where it is not known yet. */
export interface StepProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
}

/** What every step works with. */
export interface StepDeps {
  readonly ledger: Ledger;
  readonly service: Service;
  readonly clock: Clock;
  /** UUIDs, in the order of time. */
  readonly ids: () => string;
  /** Of this process. What decides whether money goes is not in it: see `rules`. */
  readonly config: ProcessConfig;
  /** The rules in force, read from the ledger each time: they may change while a run goes on. */
  readonly rules: () => Promise<MoneyRules>;
  readonly log: Log;
  readonly progress: (progress: StepProgress) => void;
  /** Aborts when the process is asked to stop, or when the run was taken over. */
  readonly signal: AbortSignal;
}

/** What can be done without the service. */
export type LocalDeps = Omit<StepDeps, 'service'>;

/**
 * One step of the pipeline: takes what is in one state and brings it to the next, in the ledger. Running it again does
 * nothing to what is already past it.
 */
export type Step = (run: ActiveRun, deps: StepDeps) => Promise<void>;

/**
 * A transaction under the run's fence: it commits only while this process still has the run. Every write before a call
 * that changes something is made in one. Throws `fenced`.
 */
export function fenced<T>(
  run: Pick<ActiveRun, 'id' | 'fence'>,
  deps: Pick<StepDeps, 'ledger'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return deps.ledger.tx(async (db) => {
    await holdFence(db, run.id, run.fence);
    return work(db);
  });
}

/** An entry in the run's audit chain, in the caller's transaction. */
export function audit(
  db: Db,
  run: Pick<ActiveRun, 'id'>,
  deps: Pick<StepDeps, 'clock'>,
  kind: string,
  data: Record<string, unknown>,
  actor = 'payrun',
): Promise<void> {
  return appendEvent(db, { chain: `run-${run.id}`, at: new Date(deps.clock.now()), actor, kind, data });
}
