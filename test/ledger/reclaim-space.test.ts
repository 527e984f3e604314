import { expect, it } from 'vitest';
import { RECLAIMED } from '../../src/ledger/reclaim-space.ts';
import { describeDatabases } from '../support/database.ts';

describeDatabases('the space of deleted rows', (database) => {
  it('is made available in tables: the database leaves out anything else without an error', async () => {
    const { db } = await database.open();
    const { rows } = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'payrun'::regnamespace and relkind = 'r' and relname = any($1)`,
      [RECLAIMED],
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...RECLAIMED].sort());
  });
});
