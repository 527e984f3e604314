import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isPurgedName, useNameKey } from '../../../src/ledger/payments/person-name.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('the fingerprint of a purged name', (database) => {
  it.each([
    ['as it is made now', 'JOSE MULLER', 'José Mueller', true],
    ['of before letters were folded', 'JOSE MUELLER', 'José Mueller', true],
    ['of before letters were folded', 'JOSE MUELLER', 'Mueller, José', true],
    ['of another name', 'JOSE MILLER', 'José Mueller', false],
  ] as const)('%s, %s, is known again in %s: %s', async (_, purged, name, output) => {
    const { tx, vault } = await database.open();
    const key = Buffer.from(vault.fingerprint('names', '').toString('hex'), 'hex');
    const fingerprint = createHash('sha256').update(key).update(purged).digest();
    const known = await tx(async (db) => {
      await useNameKey(db, vault);
      const { rows } = await db.query<{ is: boolean }>(`select ${isPurgedName('$1::text', '$2::bytea')} as is`, [
        name,
        fingerprint,
      ]);
      return rows[0]!.is;
    });
    expect(known).toBe(output);
  });
});
