import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { exportJournal } from '../../src/engine/journal/export-journal.ts';
import { backUpHome, restoreHome } from '../../src/engine/maintenance/backup.ts';
import { adoptBatches, listUnknownBatches } from '../../src/engine/review/adopt.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { beginSession, endSession, findSession } from '../../src/ledger/users/session.ts';
import { findUser } from '../../src/ledger/users/user.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import { approveRun } from '../support/approve-run.ts';
import { countsOf } from '../support/counts-of.ts';
import { copyNewDatabases, describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { firstAdmin, person } from '../support/person.ts';
import { testFolder } from '../support/test-folder.ts';
import { setTestRules, splitGiven } from '../support/test-rules.ts';

const log = createLog('silent');
const PAYING = { onInvalid: 'skip', dryRun: false, confirm: 'yes', progress: () => {} } as const;

describeDatabases('a restored ledger', (database) => {
  copyNewDatabases();
  const payroll = testPayroll(database);
  const root = testFolder();

  /** A home of its own in the service of these tests; `env` null: with a sandbox of its own. */
  function newHome(name: string, more: Record<string, string>, own = false) {
    const { DATABASE_URL: _, PAYRUN_VAULT_KEY: __, ...rest } = payroll.env();
    const given = splitGiven(more);
    const env = { ...(own ? {} : rest), ...given.env, PAYRUN_HOME: join(root, name) };
    const config = loadConfig(env, root);
    const deps = { config, log, clock: systemClock, by: async () => person('operator') };
    const within = async <T>(work: (appContext: AppContext) => Promise<T>) => {
      const appContext = await openAppContext(config, { log });
      await setTestRules(appContext, given.rules);
      return work(appContext).finally(() => appContext.close());
    };
    const pay = (appContext: AppContext, tag: string) => {
      const lines = people(2, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }));
      return paySheet(appContext, {
        ...PAYING,
        file: payroll.sheet(`${tag}.csv`, sheetOf(lines)),
        maker: person('operator'),
      });
    };
    return { home: env.PAYRUN_HOME, deps, within, pay, folder: join(root, `backup of ${name}`) };
  }

  it('has no session, and gives no journal export a number that was used since the backup', async () => {
    const { deps, within, pay, folder } = newHome('before', { PAYRUN_SANDBOX_SETTLE_MS: '50' }, true);
    const operator = person('operator');
    const at = new Date();
    const found = ({ ledger }: AppContext) => findSession(ledger.db, 'cookie', at, 3_600_000);
    const first = await within(async (appContext) => {
      const { db } = appContext.ledger;
      await firstAdmin(appContext.ledger);
      const { epoch } = (await findUser(db, 'operator'))!;
      const until = new Date(at.getTime() + 3_600_000);
      await beginSession(db, {
        id: 'cookie',
        user: { name: 'operator', epoch },
        stage: 'open',
        at,
        provedAt: at,
        until,
      });
      expect(await found(appContext)).toMatchObject({ name: 'operator' });
      await pay(appContext, 'early');
      return exportJournal(appContext, operator, {});
    });
    await backUpHome(deps, folder);
    const second = await within(async (appContext) => {
      await endSession(appContext.ledger.db, 'cookie');
      await pay(appContext, 'late');
      return exportJournal(appContext, operator, {});
    });
    expect([first, second].map((entries) => entries.length)).toEqual([2, 2]);
    const numbers = [...first, ...second].map(({ exportId }) => exportId);
    const beside = await openLedger({ home: folder, log, clock: systemClock });
    await expect(restoreHome(deps, folder), 'files of a database that runs').rejects.toMatchObject({
      code: 'home_open',
      details: { home: folder },
    });
    await beside.close();
    await restoreHome(deps, folder);
    await within(async (appContext) => {
      expect(await found(appContext)).toBeNull();
      await adoptBatches(appContext, await listUnknownBatches(appContext, undefined), operator);
      const again = await exportJournal(appContext, operator, {});
      expect(again.length).toBeGreaterThan(0);
      for (const { exportId } of again) expect(numbers).not.toContain(exportId);
    });
  });

  const pay = async (appContext: AppContext, reference: string, iban: string, amount: string) => {
    const file = payroll.sheet(
      `${reference}.csv`,
      sheetOf(people(1, () => ({ reference, email: `${reference.split('-')[0]}@example.com`, iban, amount }))),
    );
    return (await paySheet(appContext, { ...PAYING, file, maker: person('operator') })).run;
  };
  const approve = async (appContext: AppContext, run: string, verified?: string) => {
    const { hash: shown } = await approvalSummary(appContext.ledger, run);
    await approveRun(appContext, run, { by: person('carla'), shown, verified, progress: () => {} });
  };

  it('G1: requires a review of the account of a new recipient since the backup, once, even if the policy approves', async () => {
    const { deps, within, folder } = newHome('policy', { PAYRUN_SANDBOX_SETTLE_MS: '50' }, true);
    const [since, alike] = ['DE02120300000000202051', 'DE75370400440532010051'];
    await within(async () => {});
    await backUpHome(deps, folder);
    await within(async (appContext) => void (await pay(appContext, 'policy-1', since, '101.25')));
    await restoreHome(deps, folder);
    await within(async (appContext) => {
      await adoptBatches(appContext, await listUnknownBatches(appContext, undefined), person('operator'));
      const stands = async (run: string) =>
        (await appContext.ledger.db.query('select status, note from payrun.run where id = $1', [run])).rows[0];
      const run = await pay(appContext, 'policy-2', alike, '250.00');
      expect(await stands(run)).toMatchObject({
        status: 'awaiting_approval',
        note: '1 payment to bank details that may have changed: only the payout service knows the full account last paid. They have not been verified yet.',
      });
      await approve(appContext, run, 'Called the recipient back on the known number');
      await resumeRuns(appContext, { run, progress: () => {} });
      const next = await pay(appContext, 'policy-3', alike, '260.00');
      expect(await stands(next)).toMatchObject({ status: 'paid' });
      const changed = await pay(appContext, 'policy-4', since, '270.00');
      expect(await countsOf(appContext.ledger.db, BigInt(changed))).toMatchObject({ held: 1 });
    });
  });
});
