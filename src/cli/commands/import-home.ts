import { resolve } from 'node:path';
import { systemClock } from '../../clock.ts';
import { loadConfig } from '../../config.ts';
import { counted } from '../../counted.ts';
import { importHome as importLedger } from '../../engine/import-home.ts';
import { EXIT } from '../../errors.ts';
import { createLog } from '../../log.ts';
import { actingUser } from '../acting-user.ts';
import type { Command } from '../command.ts';

/** Moves the embedded ledger of a home into the configured PostgreSQL. */
export const importHome: Command = async ({ args: [folder], options, terminal }) => {
  const config = loadConfig();
  const home = folder === undefined ? config.home : resolve(folder);
  const imported = await importLedger(
    { config, log: createLog(config.logLevel), clock: systemClock },
    { home, by: (ledger) => actingUser({ ledger, config }, 'import_home', { options, terminal }) },
  );
  const { from, to, tables, findings } = imported;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  terminal.document({ ...imported, rows });
  terminal.print(
    rows === 0
      ? `The ledger had arrived in ${to} before; the move has ended now.`
      : `Moved ${counted(rows, 'row')} from the ledger (${from}) to ${to}. Both have the same rows and sums, table by table.`,
  );
  terminal.print(
    findings.length === 0
      ? '`payrun verify` finds nothing, before and after.'
      : `\`payrun verify\` finds the same as before: ${counted(findings.length, 'finding')}.`,
  );
  terminal.print(
    'Nothing is paid from the home any more. Set DATABASE_URL and PAYRUN_VAULT_KEY wherever Payrun runs, and start what runs there again.',
  );
  return EXIT.done;
};
