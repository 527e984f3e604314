import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { appendEvent, verifyChain } from '../../../src/ledger/audit/audit-chain.ts';
import { areUnkeyedEventsUnchanged } from '../../../src/ledger/audit/unkeyed-events.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { keyMark } from '../../../src/ledger/vault/vault-key.ts';
import { canonicalJson } from '../../../src/platform/canonical-json.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';

const BEFORE = readMigrations().findIndex(({ name }) => name === 'bound-values');
const AT = new Date(1);

/** Appends as a process of a version before the audit was keyed does. */
async function appendWithoutKey(db: Db, seq: bigint, previous: Buffer): Promise<Buffer> {
  const text = canonicalJson(['users', seq, AT.toISOString(), 'mia', 'older', {}]);
  const hash = createHash('sha256').update(previous).update(text, 'utf8').digest();
  await db.query(`insert into payrun.event_head (chain, seq, hash) values ('users', 0, '') on conflict do nothing`);
  await db.query(
    `with added as (insert into payrun.event (chain, seq, at, actor, kind, data, previous_hash, hash)
       values ('users', $1, $2, 'mia', 'older', '{}', $3, $4))
     update payrun.event_head set seq = $1, hash = $4 where chain = 'users'`,
    [seq, AT, previous, hash],
  );
  return hash;
}

describeDatabases(
  'a process of a version before the audit was keyed',
  (database) => {
    it('appends nothing once the database is migrated, is told to restart, and the earlier audit still verifies', async () => {
      const { db, tx } = await database.open();
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, BEFORE));
      const key = Buffer.from(database.env.PAYRUN_VAULT_KEY!, 'base64');
      await db.query('insert into payrun.vault (key_fp) values ($1)', [keyMark(key)]);
      const first = await tx((inside) => appendWithoutKey(inside, 1n, Buffer.alloc(0)));
      await migrate(db, tx);

      const append = () => tx((inside) => appendWithoutKey(inside, 2n, first));
      const refused = /a newer Payrun has migrated this database, so end this process and start the newer one/;
      await expect(append()).rejects.toThrow(refused);
      const ledger = await database.open();
      await expect(append()).rejects.toThrow(refused);

      expect((await verifyLedger({ ledger })).findings).toEqual([]);
      await ledger.tx((inside) =>
        appendEvent(inside, { chain: 'users', at: AT, actor: 'mia', kind: 'newer', data: {} }),
      );
      expect(await verifyChain(ledger.db, 'users')).toEqual({ chain: 'users', events: 2, broken: null });
      expect(await areUnkeyedEventsUnchanged(ledger.db)).toBe(true);
    });
  },
  { empty: true },
);
