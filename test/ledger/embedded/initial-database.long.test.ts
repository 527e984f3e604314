import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackInitialDatabase } from '../../../src/ledger/embedded/initial-database.ts';

const CONFIGURATION = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf', 'PG_VERSION'];

const folders: string[] = [];
const folderOf = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `payrun-${name}-`));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let packed: PGlite;
let fresh: PGlite;
let packedFolder: string;
let freshFolder: string;
beforeAll(async () => {
  packedFolder = folderOf('packed');
  freshFolder = folderOf('fresh');
  await unpackInitialDatabase(packedFolder);
  packed = await PGlite.create(packedFolder);
  fresh = await PGlite.create(freshFolder);
});
afterAll(async () => {
  await packed.close();
  await fresh.close();
});

/** The rows of all tables of the system, as texts in order. */
async function systemOf(pglite: PGlite): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await pglite.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' order by 1`,
  );
  const all: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pglite.query<{ row: string }>(`select t::text as row from pg_catalog.${name} t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

it('has in every table of the system what initdb of the installed PGlite puts there', async () => {
  const [ours, theirs] = [await systemOf(packed), await systemOf(fresh)];
  expect(Object.keys(ours)).toEqual(Object.keys(theirs));
  const differing = Object.keys(theirs).filter((name) => ours[name]!.join('\n') !== theirs[name]!.join('\n'));
  expect(differing).toEqual([]);
});

it.each(CONFIGURATION)('has the %s of initdb', (file) => {
  expect(readFileSync(join(packedFolder, file), 'utf8')).toBe(readFileSync(join(freshFolder, file), 'utf8'));
});
