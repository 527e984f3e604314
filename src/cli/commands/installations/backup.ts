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
import type { Terminal } from '../../terminal/terminal.ts';
import { withLedger } from '../../with-ledger.ts';

function depsOfHome() {
  const config = loadConfig();
  return { config, log: createCommandLog(config), clock: systemClock };
}

/** Copies the embedded ledger of a stopped home into a new folder, or notes a backup that something else made. */
export const backup: Command = async ({ args, options, terminal }) => {
  if (options.record) return record(terminal);
  const day = new Date(systemClock.now()).toISOString().slice(0, 16).replaceAll(':', '-');
  const folder = resolve(args[0] ?? `payrun-backup-${day}`);
  await backUpHome(depsOfHome(), folder);
  terminal.document({ folder });
  terminal.print(`Backed up to ${folder}. It contains the vault key: keep it where nobody else can read it.`);
  return EXIT.done;
};

async function record(terminal: Terminal): Promise<number> {
  const at = new Date(systemClock.now());
  await withLedger((ledger) => recordBackup(ledger, at));
  terminal.document({ at: at.toISOString() });
  terminal.print('Noted that a backup was made.');
  return EXIT.done;
}

/** Puts a backup into the home. */
export const restore: Command = async (invocation) => {
  const { args, options, terminal, signal } = invocation;
  const folder = resolve(args[0]!);
  const home = depsOfHome();
  const by = (ledger: Ledger) => actingUser({ ledger, config: home.config }, 'import_home', { options, terminal });
  const deps = { ...home, by };
  requireBackup(folder);
  if (!options.yes && !terminal.interactive) throw usageError('no_terminal_to_restore');
  const question = `Replace the ledger in ${deps.config.home} by the backup ${folder}?`;
  if (!options.yes && !(await terminal.ask(question, signal))) return EXIT.done;
  const { before, identity } = await restoreHome(deps, folder);
  terminal.document({ home: deps.config.home, identity, before });
  terminal.print(`Restored ledger ${identity} from ${folder}.`);
  if (before !== null) terminal.print(`The ledger that was there is in ${before}.`);
  terminal.print('Before anything else run `payrun adopt`: it reads what was paid since the backup.');
  terminal.print(
    'Users, passwords, roles and rules are those of the backup, and all sessions have ended. Journal entries exported since then will be exported again: compare with your books first.',
  );
  return EXIT.done;
};
