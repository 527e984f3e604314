import { expect, it } from 'vitest';
import { ledgerHealth } from '../../src/ledger/health.ts';
import { readMigrations } from '../../src/ledger/migrations/migrate.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { describeDatabases } from '../support/database.ts';

describeDatabases('the health of a ledger', (database) => {
  it('reports the database and that its schema is up to date', async () => {
    const known = readMigrations().length;
    const health = await ledgerHealth(await database.open(), systemClock);
    expect(health).toMatchObject({ kind: database.kind, schema: { found: known, known } });
    expect(health.version).toMatch(/^\d+\.\d+$/);
    expect(health.size).toBeGreaterThan(1_000_000n);
    expect(health.latencyMs).toBeGreaterThanOrEqual(0);
  });
});
