import { resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { backUpHome, restoreHome } from '../../../engine/maintenance/backup.ts';
import { EXIT } from '../../../errors.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createCommandLog } from '../../../platform/log.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command, Invocation } from '../../command.ts';

function depsOf({ options, terminal }: Invocation) {
  const config = loadConfig();
  const by = (ledger: Ledger) => actingUser({ ledger, config }, 'import_home', { options, terminal });
  return { config, by, log: createCommandLog(config), clock: systemClock };
}

/** Copies the embedded ledger of a stopped home into a new folder. */
export const backup: Command = async (invocation) => {
  const { args, terminal } = invocation;
  const day = new Date(systemClock.now()).toISOString().slice(0, 16).replaceAll(':', '-');
  const folder = resolve(args[0] ?? `payrun-backup-${day}`);
  await backUpHome(depsOf(invocation), folder);
  terminal.document({ folder });
  terminal.print(`Backed up to ${folder}. It contains the vault key: keep it where nobody else can read it.`);
  return EXIT.done;
};

/** Puts a backup into the home. */
export const restore: Command = async (invocation) => {
  const { args, options, terminal, signal } = invocation;
  const folder = resolve(args[0]!);
  const deps = depsOf(invocation);
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
