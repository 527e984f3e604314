import { hostname } from 'node:os';
import { PayrunError } from '../../errors.ts';
import { claimRun, extendLease, getRun, releaseLease } from '../../ledger/runs/run.ts';
import type { AppContext } from '../context/app-context.ts';

/** A process that is gone without a word blocks its run for so long; on the same machine it is seen to be gone at once. */
const LEASE_MS = 30_000;

export interface Lease {
  readonly fence: bigint;
  /** Aborts when the run was taken over. */
  readonly lost: AbortSignal;
  /** False when the run was taken over; true where nobody can say, because the database is away. */
  isMine(): Promise<boolean>;
  release(): Promise<void>;
}

export const me = `${hostname()}:${process.pid}:${Math.round(Date.now() - process.uptime() * 1000)}`;

/** Takes the run for this process and keeps it until it is released. Throws `run_busy` when another process has it. */
export async function leaseRun({ ledger, clock, log, leaseMs = LEASE_MS }: AppContext, run: bigint): Promise<Lease> {
  const { lease_owner } = await getRun(ledger.db, run);
  const fence = await claimRun(ledger.db, run, me, leaseMs, lease_owner && isDead(lease_owner) ? lease_owner : null);
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
      // A database that is away for a moment is no reason to stop: every write is checked against the fence anyway.
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
    isMine: () => extendLease(ledger.db, run, fence, leaseMs).catch(() => true),
    async release() {
      done.abort();
      await releaseLease(ledger.db, run, fence);
    },
  };
}

/** A process of this machine that is not there any more. Of other machines nobody here can say. */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split(':');
  if (host !== hostname() || owner === me) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
