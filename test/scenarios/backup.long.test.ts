import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { backUpHome, restoreHome } from '../../src/engine/maintenance/backup.ts';
import { adoptBatches, listUnknownBatches } from '../../src/engine/review/adopt.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { ledgerFigures } from '../../src/ledger/operations/metrics.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { copyNewDatabases, describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf, runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const log = createLog('silent');

describeDatabases('a backup of an embedded ledger', (database) => {
  copyNewDatabases();
  const payroll = testPayroll(database);
  const root = testFolder();

  /** A home of its own that pays in the service of these tests. */
  function newHome(name: string, given = payroll.env()) {
    const { DATABASE_URL: _, PAYRUN_VAULT_KEY: __, ...rest } = given;
    const env: Record<string, string> & { PAYRUN_HOME: string } = { ...rest, PAYRUN_HOME: join(root, name) };
    const config = loadConfig(env, root);
    const deps = { config, log, clock: systemClock, by: async () => person('anna') };
    const open = () => openAppContext(config, { log });
    const within = async <T>(work: (appContext: AppContext) => Promise<T>) => {
      const appContext = await open();
      return work(appContext).finally(() => appContext.close());
    };
    return { home: env.PAYRUN_HOME, env, deps, open, within };
  }
  const pay = (appContext: AppContext, file: string) =>
    paySheet(appContext, {
      ...{ file, maker: person('mia'), onInvalid: 'skip', dryRun: false, confirm: 'yes', progress: () => {} },
    });
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(4, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );
  const timesPaid = async (tag: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(tag))
      .map(({ timesPaid: times }) => times);

  it('is made while nothing runs; no one is paid twice after it was restored', async () => {
    const { home, deps, open, within } = newHome('at work');
    const [early, late] = [sheet('early'), sheet('late')];
    mkdirSync(join(root, 'backups'));
    const folder = join(root, 'backups/monday');
    await within((appContext) => pay(appContext, early));
    await backUpHome(deps, folder);
    expect([statSync(folder).mode & 0o777, readdirSync(join(folder, '..'))]).toEqual([0o700, ['monday']]);
    await expect(backUpHome(deps, folder)).rejects.toMatchObject({ code: 'usage' });

    const serving = await open();
    expect((await ledgerFigures(serving.ledger.db, 30)).backedUp).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(await pay(serving, late)).toMatchObject({ counts: { processed: 4 } });
    await expect(backUpHome(deps, join(root, 'backups/tuesday'))).rejects.toMatchObject({ code: 'home_open' });
    await expect(restoreHome(deps, folder)).rejects.toMatchObject({ code: 'home_open' });
    expect(readdirSync(join(root, 'backups'))).toEqual(['monday']);
    await serving.close();
    const { before } = await restoreHome(deps, folder);
    expect(existsSync(before!)).toBe(true);
    await within(async (appContext) => {
      // What the backup does not have was noted in the ledger that is aside.
      const { rows: noted } = await appContext.ledger.db.query(
        "select 1 from payrun.event where kind = 'backup_made' union all select 1 from payrun.ledger_identity where backed_up_at is not null",
      );
      expect(noted).toEqual([]);
      const { rows } = await appContext.ledger.db.query<{ actor: string }>(
        "select actor from payrun.event where kind = 'ledger_restored'",
      );
      expect(rows).toEqual([{ actor: 'anna' }]);
      expect(await pay(appContext, early)).toMatchObject({ counts: { already_paid: 4 } });
      await expect(pay(appContext, late)).rejects.toMatchObject({ code: 'ledger_outdated' });
      expect(await timesPaid('late')).toEqual([1, 1, 1, 1]);
      await adoptBatches(appContext, await listUnknownBatches(appContext, undefined), person('anna'));
      await pay(appContext, late);
      expect([await timesPaid('early'), await timesPaid('late')]).toEqual([
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ]);
      expect((await verifyLedger({ ledger: appContext.ledger, clock: systemClock })).findings).toEqual([]);
    });
    expect(readdirSync(home).filter((name) => name.startsWith('db.'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^db\.before-/)]),
    );
  });

  it('that was killed is no backup, and repeating it succeeds', async () => {
    const { env, within } = newHome('stopped');
    await within(async () => {});
    const folder = join(root, 'stopped backups');
    mkdirSync(folder);
    const args = ['backup', join(folder, 'monday'), '--json'];
    await runPayrun(args, {
      cwd: root,
      env,
      onSpawn: (child) => {
        const watching = setInterval(() => {
          if (!existsSync(join(folder, '.monday.part'))) return;
          clearInterval(watching);
          child.kill('SIGKILL');
        }, 5);
      },
    });
    expect(existsSync(join(folder, 'monday'))).toBe(false);
    expect(await runHere(args, { cwd: root, env })).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(['monday']);
  });

  it('whose restore is killed leaves the old ledger or the new one, or says so, and repeating it succeeds', async () => {
    const { home, env, deps, within } = newHome('killed', {
      PAYRUN_QUOTA_PER_MINUTE: '2000',
      PAYRUN_SANDBOX_SETTLE_MS: '50',
    });
    const folder = join(root, 'backups/tuesday');
    const runs = async () => {
      const ended = await runHere(['runs', '--json'], { cwd: root, env });
      return documentOf(ended) as never as { runs?: unknown[]; error?: { code: string } };
    };
    const args = ['restore', folder, '--yes', '--json'];
    const restore = () => runHere(args, { cwd: root, env });
    await within((appContext) => pay(appContext, sheet('first')));
    await backUpHome(deps, folder);
    await within((appContext) => pay(appContext, sheet('second')));
    await runPayrun(args, { cwd: root, env, onSpawn: (child) => setTimeout(() => child.kill('SIGKILL'), 1_400) });
    const { runs: found, error } = await runs();
    expect(error?.code ?? found!.length).toBeOneOf([1, 2, 'restore_cut_off']);
    expect(documentOf(await restore())).toMatchObject({ home });
    expect((await runs()).runs).toHaveLength(1);
    const data = join(home, 'db');
    renameSync(data, join(home, 'db.restored'));
    expect((await runs()).error).toMatchObject({ code: 'restore_cut_off' });
    expect(existsSync(data)).toBe(false);
    await restore();
    expect((await runs()).runs).toHaveLength(1);
  });
});
