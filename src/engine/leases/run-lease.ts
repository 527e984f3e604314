import { hostname } from 'node:os';
import { PayrunError } from '../../errors.ts';
import { claimRun, extendLease, getRun, type NextLook, releaseLease } from '../../ledger/runs/run.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * The time that a process which ends without releasing its run blocks the run, and its task in the queue. A process of
 * this machine is noticed at once.
 */
export const RUN_LEASE_MS = 15_000;

export interface RunLease {
  readonly fence: bigint;
  /** Aborts when another process takes over the run. */
  readonly lost: AbortSignal;
  /** Extends the lease. False if another process has taken over the run; true if the database is out of reach. */
  extend(): Promise<boolean>;
  /** `next`: when to look at the run again, from the process that took its look. */
  release(next?: NextLook | null): Promise<void>;
}

export const processName = `${hostname()}:${process.pid}:${Math.round(Date.now() - process.uptime() * 1000)}`;

/**
 * Takes the run for this process and keeps it until it is released. `takesLook`: this process says when to look at it
 * again. Throws `run_busy` if another process has it.
 */
export async function leaseRun(
  { ledger, clock, log, leaseMs = RUN_LEASE_MS }: AppContext,
  run: bigint,
  takesLook = false,
): Promise<RunLease> {
  const { lease_owner } = await getRun(ledger.db, run);
  const fence = await claimRun(
    ledger.db,
    run,
    processName,
    leaseMs,
    lease_owner && isDead(lease_owner) ? lease_owner : null,
    takesLook,
  );
  if (fence === null)
    throw new PayrunError('run_busy', {
      run: String(run),
      owner: lease_owner?.split(':').slice(0, 2).join(', process ') ?? 'unknown',
    });

  const lost = new AbortController();
  const done = new AbortController();
  void (async () => {
    for (;;) {
      await clock.sleep(leaseMs / 3, done.signal);
      // A short database outage is no reason to stop: every write is checked against the fence anyway.
      const held = await extendLease(ledger.db, run, fence, leaseMs).catch((error: unknown) => {
        log.warn({ run: String(run), code: (error as { code?: unknown }).code }, 'the lease was not extended');
        return true;
      });
      if (!held) return lost.abort(new PayrunError('fenced', { run: String(run) }));
    }
  })().catch(() => {});

  return {
    fence,
    lost: lost.signal,
    extend: () => extendLease(ledger.db, run, fence, leaseMs).catch(() => true),
    async release(next = null) {
      done.abort();
      await releaseLease(ledger.db, run, fence, next);
    },
  };
}

/**
 * Whether the owner is a process of this machine that has ended. Always false for other machines: they cannot be
 * checked.
 */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split(':');
  if (host !== hostname() || owner === processName) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
