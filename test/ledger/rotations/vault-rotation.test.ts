import { beforeAll, expect, it } from 'vitest';
import { openTransaction } from '../../../src/ledger/db/open-transaction.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { endVacuums } from '../../../src/ledger/rotations/vault-rotation.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('before the vault key is changed', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  // The embedded database has one connection, and no automatic vacuum.
  it.skipIf(database.kind === 'embedded')(
    'an automatic vacuum is waited for until it gives way, and nothing else is',
    async () => {
      /** As Postgres does it: a vacuum ends for whoever has waited for a second, and a sheet goes on. */
      const beside = async (mode: string) => {
        const work = await openTransaction(ledger);
        await work.db.query(`lock table payrun.payment in ${mode} mode`);
        let ended = false;
        const ending = endVacuums(ledger).finally(() => {
          ended = true;
        });
        let gaveWay = false;
        while (!ended && !gaveWay) {
          const { rowCount } = await work.db.query(
            `select from pg_locks where relation = 'payrun.payment'::regclass and not granted and waitstart < clock_timestamp() - interval '1 second'`,
          );
          gaveWay = rowCount > 0;
        }
        await work.rollback();
        await ending;
        return gaveWay;
      };
      expect([await beside('share update exclusive'), await beside('row exclusive')]).toEqual([true, false]);
    },
  );

  it.skipIf(database.kind === 'embedded')('one that must not be ended is waited for only once', async () => {
    const vacuum = await openTransaction(ledger);
    await vacuum.db.query('lock table payrun.payment in share update exclusive mode');
    await expect(endVacuums(ledger)).resolves.toBeUndefined();
    await vacuum.rollback();
  });
});
