import { resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { backUpHome, recordBackup, restoreHome } from '../../../engine/maintenance/backup.ts';
import { EXIT } from '../../../errors.ts';
import { requireBackup } from '../../../ledger/embedded/home-copy.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createCommandLog } from '../../../platform/log.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';

function depsOfHome() {
  const config = loadConfig();
  return { config, log: createCommandLog(config), clock: systemClock };
}

/** Copies the embedded ledger of a stopped home into a new folder, or notes a backup that something else made. */
export const backup: Command = async ({ args, options }) => {
  const at = new Date(systemClock.now());
  if (options.record) {
    await withLedger((ledger) => recordBackup(ledger, at));
    return { document: { at: at.toISOString() }, lines: ['Backup recorded.'] };
  }
  const folder = resolve(args[0] ?? `payrun-backup-${at.toISOString().slice(0, 16).replaceAll(':', '-')}`);
  await backUpHome(depsOfHome(), folder);
  const line = `Backed up to ${folder}. It contains the vault key: keep it where no one else can read it.`;
  return { document: { folder }, lines: [line] };
};

export const restore: Command = async (invocation) => {
  const { args, options, terminal, signal } = invocation;
  const folder = resolve(args[0]!);
  const home = depsOfHome();
  const by = (ledger: Ledger) => actingUser({ ledger, config: home.config }, 'import_home', { options, terminal });
  const deps = { ...home, by };
  requireBackup(folder);
  if (!options.yes && !terminal.interactive) throw usageError('no_terminal_to_restore');
  const question = `Replace the ledger in ${deps.config.home} with the backup ${folder}?`;
  if (!options.yes && !(await terminal.ask(question, signal))) return EXIT.done;
  const { before, identity } = await restoreHome(deps, folder);
  return {
    document: { home: deps.config.home, identity, before },
    lines: [
      `Restored ledger ${identity} from ${folder}.`,
      ...(before === null ? [] : [`The previous ledger is in ${before}.`]),
      'Before anything else, run `payrun adopt`: it reads what was paid since the backup.',
      'Users, passwords, roles and rules are those of the backup, and all sessions have ended. Journal entries exported since then will be exported again, so check them against your books first.',
    ],
  };
};
