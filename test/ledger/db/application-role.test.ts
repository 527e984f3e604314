import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { checkRole } from '../../../src/engine/doctor/checks.ts';
import { rotateVault } from '../../../src/engine/maintenance/rotate-vault.ts';
import { openQueue } from '../../../src/engine/queue/open-queue.ts';
import { applicationRole, grantToApplication } from '../../../src/ledger/db/application-role.ts';
import { countForPlanner } from '../../../src/ledger/db/planner-statistics.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { cliActor } from '../../../src/permissions/actor.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { testDatabase } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { runHere } from '../../support/run-here.ts';
import { documentOf } from '../../support/run-payrun.ts';
import { testFolder } from '../../support/test-folder.ts';
import { describeWith } from '../../support/tools.ts';

// The embedded database has one role only.
describeWith(['PostgreSQL'], 'a role that only uses the tables', () => {
  const database = testDatabase('postgres');
  const name = `payrun_app_${randomBytes(4).toString('hex')}`;
  const log = createLog('silent');
  let owner: Ledger;
  let url: string;
  const application = {
    ...database,
    get env() {
      return { ...database.env, DATABASE_URL: url };
    },
    open: (options = {}) => database.open({ databaseUrl: url, ...options }),
  };
  const payroll = testPayroll(application);
  const folder = testFolder();

  beforeAll(async () => {
    owner = await database.open();
    await openQueue({ ledger: owner, log });
    await owner.db.query(`create role ${name} login`);
    await owner.tx((db) => grantToApplication(db, name));
    url = Object.assign(new URL(database.env.DATABASE_URL!), { username: name, password: '' }).href;
  });
  afterAll(async () => {
    await owner.db.query(`drop owned by ${name}`);
    await owner.db.query(`drop role ${name}`);
  });

  it('pays a sheet, and processes the queue', async () => {
    const paid = await payroll.pay(payroll.sheet('a.csv', sheetOf([{ reference: 'A-1', email: 'a@example.com' }])));
    expect(paid).toMatchObject({ state: 'done', counts: { processed: 1 } });
    const { ledger } = await payroll.appContext();
    expect(await applicationRole(ledger.db)).toEqual({ name, mayChangeTables: false });
    await openQueue({ ledger, log });
    expect((await verifyLedger({ ledger })).findings).toEqual([]);
  });

  it('has payments counted for the planner: without that, a sheet of 1,000 rows is compared for a minute', async () => {
    const { ledger } = await payroll.appContext();
    await countForPlanner(ledger.db, 1_000);
    const { rows } = await owner.db.query<{ counted: number }>(
      `select reltuples::int as counted from pg_class where oid = 'payrun.payment_row'::regclass`,
    );
    expect(rows[0]!.counted).toBeGreaterThan(0);
  });

  it.each([
    'alter table payrun.event disable trigger event_append_only',
    'alter table payrun.event disable trigger all',
    `update payrun.event set actor = 'eve'`,
    'delete from payrun.event',
    'truncate payrun.event',
    'drop trigger batch_stays on payrun.batch',
    'create table payrun.mine (id int)',
    'set session_replication_role = replica',
    'delete from payrun.migration',
  ])('cannot `%s`', async (sql) => {
    const { ledger } = await payroll.appContext();
    await expect(ledger.db.query(sql)).rejects.toThrow();
  });

  it('is sent to the owner of the tables for a new vault key and a grant, and a grant to no role is refused in words', async () => {
    const { log } = await payroll.appContext();
    const config = loadConfig({ ...database.env, DATABASE_URL: url });
    const next = randomBytes(32);
    await expect(
      rotateVault({ config, log, clock: systemClock }, { next, by: cliActor('anna') }),
    ).rejects.toMatchObject({ code: 'database_owner_needed', next: expect.stringContaining('owner’s URL') });
    const migrate = (DATABASE_URL: string, role: string) =>
      runHere(['migrate', '--grant', role, '--json'], { cwd: folder, env: { ...database.env, DATABASE_URL } });
    expect(documentOf(await migrate(url, name))).toMatchObject({ error: { code: 'database_owner_needed' } });
    expect(documentOf(await migrate(database.env.DATABASE_URL!, 'NOBODY'))).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining('has no role "NOBODY"') },
    });
    expect(documentOf(await migrate(database.env.DATABASE_URL!, name))).toMatchObject({ granted: name });
  });

  it('is sent to the owner for the migrations of a newer version, and is not told to grant itself more', async () => {
    const { rows } = await owner.db.query('delete from payrun.migration returning version, name, hash, at');
    try {
      const answer = await runHere(['runs', '--json'], { cwd: folder, env: application.env });
      expect(documentOf(answer)).toMatchObject({
        error: {
          code: 'migration_owner_needed',
          next: expect.stringContaining(`Run \`payrun migrate --grant "${name}"\` with the owner’s URL`),
        },
      });
      expect(answer.stdout).not.toContain('GRANT');
    } finally {
      for (const { version, name: of, hash, at } of rows)
        await owner.db.query('insert into payrun.migration values ($1, $2, $3, $4)', [version, of, hash, at]);
    }
  });

  it('is recommended by the doctor in production, which also names an owner', async () => {
    const { ledger } = await payroll.appContext();
    expect(checkRole({ environment: 'production' }, await applicationRole(ledger.db))).toMatchObject({ ok: true });
    const owning = await applicationRole(owner.db);
    expect(owning.mayChangeTables).toBe(true);
    expect(checkRole({ environment: 'production' }, owning)).toMatchObject({
      ok: false,
      next: expect.stringContaining('payrun migrate --grant'),
    });
    expect(checkRole({ environment: 'sandbox' }, owning)).toMatchObject({ ok: true });
  });
});
