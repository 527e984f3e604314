import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { rotateVault } from '../../../src/engine/maintenance/rotate-vault.ts';
import { saveRowEdits } from '../../../src/ledger/payments/row-edit.ts';
import { SEALED_COLUMNS } from '../../../src/ledger/rotations/sealed-columns.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { describeDatabases } from '../../support/database.ts';
import { person } from '../../support/person.ts';
import { startTestRun } from '../../support/test-run.ts';

const MIGRATION = new URL('../../../src/ledger/migrations/000082-row-edit-key.sql', import.meta.url);

describeDatabases('the guards of sealed columns', (database) => {
  it('are on every column, before any change of the key', async () => {
    const { db } = await database.open();
    const { rows } = await db.query<{ guard: string }>(
      `select c.relname || '.' || t.tgname as guard from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname like '%\\_key' and not t.tgisinternal`,
    );
    expect(rows.map(({ guard }) => guard)).toEqual(
      expect.arrayContaining(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}_key`)),
    );
  });

  it('refuse an edit that an earlier key sealed, even in a ledger whose key was changed before', async () => {
    const old = await database.open();
    const { id: run } = await startTestRun(old);
    const edits = new Map([[2, { memo: 'typed' }]]);
    await saveRowEdits(old.db, old.vault, { run, by: 'mia' }, edits);
    const next = randomBytes(32);
    const config = loadConfig({ ...database.env }, database.home);
    const deps = { config, log: createLog('silent'), clock: systemClock, openLedger: () => database.open() };
    await rotateVault(deps, { next, by: person('olga') });
    const fresh = await database.open({ vaultKey: next.toString('base64') });
    // As after the version that brought the edits.
    await fresh.db.query('drop trigger cells_sealed_key on payrun.row_edit');
    await fresh.db.query(readFileSync(MIGRATION, 'utf8'));
    await expect(saveRowEdits(old.db, old.vault, { run, by: 'mia' }, edits)).rejects.toThrow(/key/);
    await saveRowEdits(fresh.db, fresh.vault, { run, by: 'mia' }, edits);
  });
});
