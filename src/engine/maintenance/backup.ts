import type { Config } from '../../config.ts';
import { isError, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { noteBackup } from '../../ledger/db/ledger-identity.ts';
import { hasLedger } from '../../ledger/embedded/has-ledger.ts';
import { copyHome, replaceHome } from '../../ledger/embedded/home-copy.ts';
import { skipExportNumbers } from '../../ledger/journal/skip-export-numbers.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { refusalOfMoved } from '../../ledger/operations/moved-ledger.ts';
import { endAllSessions } from '../../ledger/users/session.ts';
import { type Actor, cliActor, trace } from '../../permissions/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { usageError } from '../../references/usage-error.ts';

interface BackupDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
}

interface RestoreDeps extends BackupDeps {
  /** The user who runs it; called with the ledger of the home, if that opens. */
  readonly by: (ledger: Ledger) => Promise<Actor>;
}

/**
 * Copies the embedded ledger of the home into a new folder, while nothing else has the home open. The copy keeps its
 * identity, so that its unknown batches are found in the payout service. It needs no user: everyone who can read the
 * home can copy it. Throws `usage`, `ledger_missing`, `ledger_moved`, `home_open`, `file_unwritable`, and what opening
 * a ledger throws.
 */
export async function backUpHome({ config, log, clock }: BackupDeps, folder: string): Promise<void> {
  const { home } = requireEmbedded(config);
  if (!hasLedger({ home })) throw new PayrunError('ledger_missing', { home });
  const alone = async <T>(work: (ledger: Ledger) => Promise<T>): Promise<T> => {
    const ledger = await openLedger({ home, log, clock, alone: true });
    return work(ledger).finally(() => ledger.close());
  };
  await alone(async ({ db }) => {
    const moved = await refusalOfMoved(db);
    if (moved) throw moved;
  });
  const at = new Date(clock.now());
  await copyHome(home, folder);
  await alone((ledger) => recordBackup(ledger, at));
}

/** Notes that a backup was made, for the audit log and for the alert about old ones. */
export async function recordBackup(ledger: Ledger, at: Date): Promise<void> {
  const actor = cliActor();
  await ledger.tx(async (db) => {
    await noteBackup(db, at);
    await appendEvent(db, { chain: 'system', at, actor: actor.name, kind: 'backup_made', data: trace(actor) });
  });
}

interface Restored {
  /** The folder of the previous ledger; null if there was none. */
  readonly before: string | null;
  readonly identity: string;
}

/**
 * Puts a backup into the home. The backup does not know what the service has paid since, so it pays nothing until that
 * is adopted; all sessions end. Throws `usage`, `home_open`, `file_unwritable`, and what `by` and opening a ledger
 * throw.
 */
export async function restoreHome({ config, log, clock, by }: RestoreDeps, folder: string): Promise<Restored> {
  const { home } = requireEmbedded(config);
  const actor = await actorIn({ home, log, clock }, by);
  const at = new Date(clock.now());
  const before = await replaceHome(folder, home, `before-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
  const ledger = await openLedger({ home, log, clock });
  try {
    await ledger.tx(async (db) => {
      // They may have ended since the backup, or their user may have lost the permission.
      await endAllSessions(db);
      await skipExportNumbers(db);
      await appendEvent(db, {
        chain: 'system',
        at,
        actor: actor.name,
        kind: 'ledger_restored',
        data: { from: folder, ...trace(actor) },
      });
    });
    return { before, identity: ledger.identity };
  } finally {
    await ledger.close();
  }
}

/**
 * The user who restores. If the current ledger does not open, it cannot say who may; then the account that owns the
 * home acts for itself.
 */
async function actorIn(
  deps: Pick<BackupDeps, 'log' | 'clock'> & { home: string },
  by: RestoreDeps['by'],
): Promise<Actor> {
  if (!hasLedger(deps)) return cliActor();
  let ledger: Ledger;
  try {
    ledger = await openLedger(deps);
  } catch (error) {
    if (isError(error, 'database_damaged', 'vault_key_wrong', 'restore_cut_off')) return cliActor();
    throw error;
  }
  try {
    return await by(ledger);
  } finally {
    await ledger.close();
  }
}

function requireEmbedded(config: Config): Config {
  if (config.databaseUrl === undefined) return config;
  throw usageError('backup_is_for_embedded');
}
