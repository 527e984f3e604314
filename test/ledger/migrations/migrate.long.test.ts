import { expect, it } from 'vitest';
import { migrate, migrationState, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases(
  'the schema',
  (database) => {
    const known = readMigrations().length;
    const extra = (version: number, sql: string) => ({ version, name: 'extra', sql, hash: Buffer.alloc(32, version) });

    it('is up to date after opening, even if several open at once', async () => {
      const ledgers = await Promise.all([database.open(), database.open(), database.open()]);
      for (const { db } of ledgers) expect(await migrationState(db)).toEqual({ found: known, known });
      const { rows } = await ledgers[0]!.db.query('select version, name from payrun.migration order by version');
      expect(rows).toEqual(readMigrations().map(({ version, name }) => ({ version, name })));
    });

    it('is unchanged if one of several new migrations fails', async () => {
      const { db, tx } = await database.open();
      const migrations = [
        ...readMigrations(),
        extra(known + 1, 'create table payrun.half (n int); insert into payrun.half values (1);'),
        extra(known + 2, 'create table payrun.broken (n nonsense)'),
      ];
      await expect(migrate(db, tx, migrations)).rejects.toThrow('nonsense');
      expect(await migrationState(db)).toEqual({ found: known, known });
      expect((await db.query(`select to_regclass('payrun.half') as half`)).rows).toEqual([{ half: null }]);
    });

    it('is refused if a migration was edited after it was applied', async () => {
      const { db, tx } = await database.open();
      const edited = readMigrations().map((migration) => ({ ...migration, hash: Buffer.alloc(32) }));
      await expect(migrate(db, tx, edited)).rejects.toMatchObject({
        code: 'migration_changed',
        details: { version: 1 },
      });
    });

    it('of a newer Payrun is refused, and nothing is changed', async () => {
      const { db, tx } = await database.open();
      await migrate(db, tx, [...readMigrations(), extra(known + 1, 'create table payrun.from_the_future (n int)')]);
      await expect(database.open()).rejects.toMatchObject({
        code: 'database_newer',
        exitCode: 2,
        details: { found: known + 1, known },
      });
    });
  },
  { empty: true },
);
