import type { Config } from './config.ts';
import { appendEvent } from './ledger/audit/audit-chain.ts';
import type { Db } from './ledger/db/db.ts';
import type { Ledger } from './ledger/ledger.ts';
import { holdFence, type RunOptions } from './ledger/runs/run.ts';
import { updateStatusAtWork } from './ledger/runs/run-status.ts';
import type { MoneyRules } from './money-rules.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Service } from './service/service.ts';

/** A run that this process has claimed. */
export interface ActiveRun {
  readonly id: bigint;
  /** Raised at every claim: a process with an older fence cannot write. */
  readonly fence: bigint;
  readonly merchant: string;
  readonly maker: string;
  readonly options: RunOptions;
}

/**
 * The progress of a step, which reports itself before its first call: each call counts in its own stage. `total` is
 * null if it is not known yet.
 */
export interface StepProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
}

/** The dependencies of every step. */
export interface StepDeps {
  readonly ledger: Ledger;
  readonly service: Service;
  readonly clock: Clock;
  /** UUIDs in order of time. */
  readonly ids: () => string;
  readonly config: Config;
  /** The rules for payments, read from the ledger each time, in a transaction if given: they may change in a run. */
  readonly rules: (db?: Db) => Promise<MoneyRules>;
  /** Whether this process soon looks at the run again: an answer that cannot be read is left to that look. */
  readonly looksAgain: boolean;
  readonly log: Log;
  readonly rowsALoad?: number | undefined;
  readonly progress: (progress: StepProgress) => void;
  /** Aborts when the process is asked to stop, or when the run was taken over. */
  readonly signal: AbortSignal;
}

/** The dependencies of work that does not use the service. */
export type LocalDeps = Omit<StepDeps, 'service'>;

/**
 * One step of the pipeline: moves batches or payments from one state to the next, in the ledger. Running it again does
 * nothing to those that are past it.
 */
export type Step = (run: ActiveRun, deps: StepDeps) => Promise<void>;

/**
 * A transaction under the run's fence: it commits only while this process still has the run. Every write before a call
 * that changes something uses one. Throws `fenced`.
 */
export function fenced<T>(
  run: Pick<ActiveRun, 'id' | 'fence'>,
  deps: Pick<StepDeps, 'ledger'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return deps.ledger.tx(async (db) => {
    await holdFence(db, run.id, run.fence);
    const result = await work(db);
    await updateStatusAtWork(db, run.id);
    return result;
  });
}

/** Appends an event to the run's audit chain, in the caller's transaction. */
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
