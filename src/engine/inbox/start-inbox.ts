import { usageError } from '../../references/usage-error.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { enqueue } from '../queue/enqueue.ts';
import { realOwners } from './file-maker.ts';
import type { InboxDeps } from './inbox-deps.ts';
import { realDisk } from './inbox-disk.ts';
import { auditIssue, type InboxMemory, type InboxMove, inboxPass } from './inbox-pass.ts';
import { createIssueReporter, diskFault, type InboxIssue, inboxIssue } from './issues.ts';
import { merchantFolders } from './merchant-folders.ts';
import { createTakenFiles, type TakenFiles } from './taken-files.ts';
import { createUnchangedFiles } from './unchanged-files.ts';

export interface InboxOptions {
  /** Queues a run for the workers. By default, the queue in the database. */
  readonly enqueue?: InboxDeps['enqueue'];
  /** Monotonic time in ms. */
  readonly elapsed?: () => number;
  /** Called once for each issue, which is also logged. */
  readonly onIssue?: (issue: InboxIssue) => void;
  readonly onMove?: (move: InboxMove) => void;
}

/**
 * Watches the folder `PAYRUN_INBOX` until it is closed. It polls every `inboxPollMs`, which works on network mounts
 * too. A sheet dropped into the inbox itself is paid by the merchant in its column `merchant`, or by the only or
 * default merchant. A sheet in `INBOX/<merchant>/` is paid by that merchant only. The owner of the file is its
 * uploader. On mounts that hide owners, each user can have a folder: `INBOX/<user>/` or `INBOX/<merchant>/<user>/`. A
 * file that has not changed for `inboxSettleMs` is stored in the ledger and removed. In the end, copies of it and of
 * its results are written to `done/` or `failed/` in the folder where it was dropped, with the date before its name.
 * Nothing in the folders of users is trusted after it was read: they can exchange it at any time. Every step is
 * recorded, so after an interruption the next process continues. Several processes may watch the same folder. Throws
 * `usage` if no inbox is configured. Waits for a folder that does not exist.
 */
export async function startInbox(appContext: AppContext, options: InboxOptions = {}): Promise<Component> {
  const stop = new AbortController();
  const taken = createTakenFiles();
  const pass = openInbox(appContext, options, taken, stop.signal);
  const { clock, config } = appContext;
  const watch = (async () => {
    while (!stop.signal.aborted) {
      await pass().catch(() => {});
      await clock.sleep(config.inboxPollMs, stop.signal).catch(() => {});
    }
  })();
  return {
    async close() {
      stop.abort();
      await watch;
      await taken.close();
    },
  };
}

/** Returns a function that makes one pass over the inbox. */
function openInbox(
  appContext: AppContext,
  options: InboxOptions,
  taken: TakenFiles,
  signal: AbortSignal,
): () => Promise<void> {
  const { config, log } = appContext;
  const { inbox } = config;
  if (inbox === undefined) throw usageError('inbox_missing');
  const elapsed = options.elapsed ?? (() => performance.now());
  const memory: InboxMemory = {
    settled: createUnchangedFiles(config.inboxSettleMs),
    merchants: merchantFolders(appContext, elapsed),
  };
  const reportIssue = createIssueReporter(async (one) => {
    log[one.level]({ code: one.code, file: one.file, next: one.next }, one.message);
    options.onIssue?.(one);
    if (one.level === 'warn') await auditIssue({ appContext }, one.code, one.file);
  });
  let failing: string | null = null;

  return async () => {
    const issues: InboxIssue[] = [];
    const deps: InboxDeps = {
      appContext,
      inbox,
      elapsed,
      signal,
      disk: realDisk,
      owners: realOwners,
      taken,
      enqueue: options.enqueue ?? enqueue,
      complain: (one) => issues.push(one),
    };
    try {
      const moves = await inboxPass(deps, memory);
      for (const move of moves) {
        log.info({ ...move, code: 'inbox_moved' }, 'a file of the inbox changed its state');
        options.onMove?.(move);
      }
      failing = null;
    } catch (error) {
      if (signal.aborted) throw error;
      const detail = diskFault(error);
      if (detail !== null) issues.push(inboxIssue('inbox_away', '', { inbox, detail }));
      else {
        const code = String((error as { code?: unknown }).code ?? 'defect');
        if (failing !== code) log.warn({ code, err: error }, 'the inbox could not be processed; retrying');
        failing = code;
      }
      throw error;
    } finally {
      await reportIssue(issues).catch((error: unknown) =>
        log.warn({ code: (error as { code?: unknown }).code }, 'an issue of the inbox was not recorded'),
      );
    }
  };
}
