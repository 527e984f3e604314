import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, it } from 'vitest';
import { durable } from '../../../src/ledger/embedded/durable-files.ts';
import { embeddedSnapshot } from '../../support/database.ts';

const synced = { count: 0 };
const { fsyncSync } = fs;
const replace = (with_: typeof fsyncSync) => {
  Object.assign(fs, { fsyncSync: with_ });
  syncBuiltinESMExports();
};
replace((file) => {
  synced.count += 1;
  fsyncSync(file);
});
afterAll(() => replace(fsyncSync));

it('every commit of the embedded database reaches the disk before it is acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-durable-'));
  const pglite = await PGlite.create({ ...durable(folder), loadDataDir: await embeddedSnapshot() });
  expect((await pglite.query('show fsync')).rows).toEqual([{ fsync: 'on' }]);
  await pglite.exec('create table t (n int)');
  for (let n = 0; n < 5; n += 1) {
    const before = synced.count;
    await pglite.query('insert into t values ($1)', [n]);
    expect(synced.count).toBeGreaterThan(before);
  }
  await pglite.close();
  rmSync(folder, { recursive: true });
});
