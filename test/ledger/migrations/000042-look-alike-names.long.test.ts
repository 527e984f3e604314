import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases(
  'users whose names looked alike before that was refused',
  (database) => {
    it('are disabled except one, never the last admin, and the audit says so once', async () => {
      const { db, tx } = await database.open();
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, 41));
      const add = (name: string, role: string) =>
        db.query(
          `insert into payrun.user_account (name, name_key, role, created_at) values ($1, payrun.name_key($1), $2, now())`,
          [name, role],
        );
      await add('аnna', 'viewer');
      await add('anna', 'admin');
      await add('bert', 'approver');
      const noted = async () =>
        (
          await db.query(
            `select actor, kind, data->>'user' as user, data->>'other' as other from payrun.event where chain = 'users'`,
          )
        ).rows;
      // As it was when the migration came: nothing was noted then.
      await migrate(db, tx, readMigrations().slice(0, 42));
      await db.query('delete from payrun.event_head');
      await db.query('alter table payrun.event disable trigger event_append_only');
      await db.query('delete from payrun.event');
      await db.query('alter table payrun.event enable trigger event_append_only');
      await migrate(db, tx, readMigrations().slice(0, 43));
      await migrate(db, tx);
      const { rows } = await db.query(
        'select name, disabled_at is not null as disabled from payrun.user_account order by name_key',
      );
      expect(rows).toEqual(
        expect.arrayContaining([
          { name: 'аnna', disabled: true },
          { name: 'anna', disabled: false },
          { name: 'bert', disabled: false },
        ]),
      );
      expect(await noted()).toEqual([
        { actor: 'payrun', kind: 'user_look_alike_disabled', user: 'аnna', other: 'anna' },
      ]);
    });
  },
  { empty: true },
);
