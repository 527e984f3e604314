import {
  claimInboxFile,
  extendInboxLease,
  type InboxFile,
  releaseInboxFile,
} from '../../ledger/operations/inbox-file.ts';
import type { AppContext } from '../context/app-context.ts';
import { isDead, processName } from '../leases/run-lease.ts';
import type { Task } from '../queue/task.ts';
import type { FileOwners } from './file-maker.ts';
import type { InboxDisk } from './inbox-disk.ts';
import type { InboxIssue } from './issues.ts';
import type { TakenFiles } from './taken-files.ts';

export interface InboxDeps {
  readonly appContext: AppContext;
  readonly disk: InboxDisk;
  readonly owners: FileOwners;
  readonly taken: TakenFiles;
  /** Absolute path. */
  readonly inbox: string;
  readonly enqueue: (appContext: AppContext, task: Task) => Promise<void>;
  /** Monotonic time in ms. */
  readonly elapsed: () => number;
  readonly signal: AbortSignal;
  /** Reports an issue; each is logged once. */
  readonly complain: (issue: InboxIssue) => void;
}

/** The merchant in whose folder the file was dropped; '' if in none. */
export function merchantOf({ folder, user_folder }: Pick<InboxFile, 'folder' | 'user_folder'>): string {
  return user_folder === null ? folder : folder.split('/').slice(0, -1).join('/');
}

/**
 * The time that a process which ends without releasing its file blocks the file. On the same machine it is noticed at
 * once.
 */
export const INBOX_LEASE_MS = 60_000;

/** Another process has taken over the file or moved it on. This process leaves it alone. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Takes a file for this process and does `work`; does nothing if another process has the file. `mine`: the file was
 * just added and is already this process's. Rethrows the errors of `work`, except `Overtaken`.
 */
export async function holdFile(
  { appContext: { ledger, clock, log } }: InboxDeps,
  file: InboxFile,
  work: (file: InboxFile) => Promise<void>,
  mine = false,
): Promise<void> {
  const dead = file.owner !== null && isDead(file.owner) ? file.owner : null;
  const held = mine
    ? file
    : await claimInboxFile(ledger.db, file, { owner: processName, leaseMs: INBOX_LEASE_MS }, dead);
  if (!held) return;
  const done = new AbortController();
  void (async () => {
    for (;;) {
      await clock.sleep(INBOX_LEASE_MS / 3, done.signal);
      await extendInboxLease(ledger.db, held, INBOX_LEASE_MS).catch(() => {});
    }
  })().catch(() => {});
  try {
    await work(held);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    log.info({ code: 'inbox_overtaken' }, 'another process has taken over a file in the inbox');
  } finally {
    done.abort();
    await releaseInboxFile(ledger.db, held).catch(() => {});
  }
}
