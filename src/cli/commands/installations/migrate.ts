import { grantToApplication, hasRoleInDatabase, requireOwner } from '../../../ledger/db/application-role.ts';
import { ledgerHealth } from '../../../ledger/health.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createCommandLog } from '../../../platform/log.ts';
import { usageError } from '../../../references/usage-error.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';

/**
 * Reports the schema version. Opening the ledger has already migrated it. With `--grant`, the role of the application
 * gets what it needs, and not the right to change tables or triggers.
 */
export const migrate: Command = ({ options }) =>
  withLedger(async (ledger, config) => {
    const role = options.grant === undefined ? null : String(options.grant);
    if (role !== null && ledger.kind === 'embedded') throw usageError('grant_needs_postgres');
    if (role !== null) {
      await requireOwner(ledger.db);
      if (!(await hasRoleInDatabase(ledger.db, role))) throw usageError('database_role_unknown', { role });
      // The application may create nothing, so the tables of the queue must exist.
      const { openQueue } = await import('../../../engine/queue/open-queue.ts');
      await openQueue({ ledger, log: createCommandLog(config) });
      await ledger.tx((db) => grantToApplication(db, role));
    }
    const { kind, version, schema } = await ledgerHealth(ledger, systemClock);
    return {
      document: { database: kind, version, schema: schema.found, ...(role === null ? {} : { granted: role }) },
      lines: [
        `The database (${kind}, PostgreSQL ${version}) has schema version ${schema.found}, the newest.`,
        ...(role === null
          ? []
          : [`The role ${role} can use the tables, but cannot change them or rewrite the audit log.`]),
      ],
    };
  });
