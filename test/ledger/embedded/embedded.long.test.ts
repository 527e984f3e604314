import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type Child, startChild } from '../../support/child-process.ts';
import { embeddedSnapshot, testDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

const CHILD = fileURLToPath(new URL('../child.ts', import.meta.url));
const SCRATCH = 'create table payrun.scratch (n int)';

async function count({ db }: Ledger): Promise<number> {
  return (await db.query<{ n: number }>('select count(*)::int as n from payrun.scratch')).rows[0]!.n;
}

describe('two processes that share one home', () => {
  const database = testDatabase('embedded');
  const start = (scene: string): Child => startChild(CHILD, [scene], database.env);
  beforeAll(async () => {
    const ledger = await database.open();
    await ledger.db.query(SCRATCH);
    await ledger.close();
  });

  it('after kill -9 of the owner every acknowledged row is there, and the next one opens it', async () => {
    const owner = start('insert');
    await owner.until((line) => line === 'open');
    const joined = await database.open();
    const before = await count(joined);
    const lines = owner.output.length;
    await owner.until((line) => typeof line === 'number' && line > lines + 50);
    await owner.kill('SIGKILL');
    // `joined` was connected to the process that is dead now.
    await eventually(async () => expect(await count(joined)).toBeGreaterThanOrEqual(before + 50));
    const last = owner.output.at(-1) as number;
    const { rows: kept } = await joined.db.query('select 1 from payrun.scratch where n = $1', [last]);
    expect(kept.length).toBeGreaterThan(0);
    await joined.close();
  });

  it('of several that start at once after kill -9, exactly one opens it and the others join', async () => {
    const owner = start('stay');
    await owner.until((line) => line === 'open');
    await owner.kill('SIGKILL');
    const racers = Array.from({ length: 4 }, () => start('stay'));
    const opened = await Promise.all([
      database.open(),
      ...racers.map((racer) => racer.until((line) => line === 'open')),
    ]);
    const ledger = opened[0] as Ledger;
    await ledger.db.query('insert into payrun.scratch (n) values (7000)');
    expect(await Promise.all(racers.map((racer) => racer.end()))).toEqual([0, 0, 0, 0]);
    const { rows } = await ledger.db.query('select n from payrun.scratch where n = 7000');
    expect(rows).toEqual([{ n: 7000 }]);
    await ledger.close();
  });

  it('a process killed inside a transaction leaves nothing of it and blocks nobody', async () => {
    const ledger = await database.open();
    const other = start('hold a transaction');
    await other.until((line) => line === 'holding');
    const waiting = ledger.db.query('select n from payrun.scratch where n = -1');
    await other.kill('SIGKILL');
    expect((await waiting).rows).toEqual([]);
    await ledger.close();
  });
});

describe('the home of an embedded database', () => {
  const log = createLog('silent');
  const open = async (home: string) =>
    openLedger({ home, log, clock: systemClock, snapshot: await embeddedSnapshot() });

  it('is private to its user, with the key and the address in it', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'payrun-home-'));
    const home = join(parent, 'a', 'home');
    const ledger = await open(home);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(home)).toBe('700');
    expect(['vault.key', 'db.address', 'db.lock'].map((file) => mode(join(home, file)))).toEqual(['600', '600', '600']);
    await ledger.close();
    expect(readdirSync(home).sort()).toEqual(['db', 'db.lock', 'vault.key']);
    rmSync(parent, { recursive: true });
  });

  it('whose creation was cut off starts again and moves the data aside', async () => {
    const home = mkdtempSync(join(tmpdir(), 'payrun-home-'));
    mkdirSync(join(home, 'db'));
    writeFileSync(join(home, 'db', 'PG_VERSION'), '18\n');
    const ledger = await open(home);
    await ledger.close();
    expect(readdirSync(home).filter((name) => name.startsWith('db.unfinished-'))).toHaveLength(1);
    rmSync(home, { recursive: true });
  });

  it('with damaged data is an error that says so, and releases the folder', async () => {
    const home = mkdtempSync(join(tmpdir(), 'payrun-home-'));
    mkdirSync(join(home, 'db'));
    for (const file of ['PG_VERSION', 'payrun.made']) writeFileSync(join(home, 'db', file), '18\n');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(open(home)).rejects.toMatchObject({ code: 'database_damaged' });
    rmSync(home, { recursive: true });
  });
});
