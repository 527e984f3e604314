import { resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { cancelImport, importHome as importLedger } from '../../../engine/maintenance/import-home.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createCommandLog } from '../../../platform/log.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';

/** Moves the embedded ledger of a home into the configured PostgreSQL, or cancels such a move. */
export const importHome: Command = async ({ args: [folder], options, terminal }) => {
  const config = loadConfig();
  const home = folder === undefined ? config.home : resolve(folder);
  const deps = { config, log: createCommandLog(config), clock: systemClock };
  const asked = {
    home,
    by: (ledger: Ledger) => actingUser({ ledger, config }, 'import_home', { options, terminal }),
  };
  if (options.cancel === true) {
    const place = await cancelImport(deps, { ...asked, isLost: options.lost === true });
    return {
      document: { home, canceled: place },
      lines: [`The move to ${place} was canceled. The home can make payments again.`],
    };
  }
  if (options.lost === true) throw usageError('lost_without_cancel');
  const imported = await importLedger(deps, asked);
  const { from, to, tables, findings } = imported;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    document: { ...imported, rows },
    lines: [
      rows === 0
        ? `The ledger was already in ${to}. The move is now complete.`
        : `Moved ${pluralize(rows, 'row')} from the ledger (${from}) to ${to}. Both have the same rows and sums, table by table.`,
      findings.length === 0
        ? '`payrun verify` found no errors, before and after.'
        : `\`payrun verify\` reports the same as before: ${pluralize(findings.length, 'error')}.`,
      'The home makes no more payments. Set DATABASE_URL and PAYRUN_VAULT_KEY wherever Payrun runs, then restart Payrun.',
    ],
  };
};
