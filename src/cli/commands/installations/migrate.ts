import { EXIT } from '../../../errors.ts';
import { ledgerHealth } from '../../../ledger/health.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';

/** Reports the schema version. Opening the ledger has already migrated it. */
export const migrate: Command = ({ terminal }) =>
  withLedger(async (ledger) => {
    const { kind, version, schema } = await ledgerHealth(ledger, systemClock);
    terminal.print(`The database (${kind}, PostgreSQL ${version}) has schema version ${schema.found}, the newest.`);
    terminal.document({ database: kind, version, schema: schema.found });
    return EXIT.done;
  });
