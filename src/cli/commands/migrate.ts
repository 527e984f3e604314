import { systemClock } from '../../clock.ts';
import { EXIT } from '../../errors.ts';
import { databaseFacts } from '../../ledger/database-facts.ts';
import type { Command } from '../command.ts';
import { withLedger } from '../with-ledger.ts';

/** Opening the ledger brings it up to date; this says so. */
export const migrate: Command = ({ terminal }) =>
  withLedger(async (ledger) => {
    const { version, migration } = await databaseFacts(ledger.db, systemClock.now);
    terminal.print(`The database (${ledger.kind}, PostgreSQL ${version}) has schema version ${migration}, the newest.`);
    terminal.document({ database: ledger.kind, version, migration });
    return EXIT.done;
  });
