import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { setRules } from '../../src/engine/context/money-rules.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { newestRules } from '../../src/ledger/operations/money-rules.ts';
import type { RuleTexts } from '../../src/money-rules.ts';
import { createLog } from '../../src/platform/log.ts';
import { newSheet, removeInbox, testInbox } from '../engine/inbox/inbox-folder.ts';
import { describeDatabases, type TestDatabase } from '../support/database.ts';
import { type Payroll, people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { setTestRules } from '../support/test-rules.ts';
import { openPages } from '../support/visited-pages.ts';

const RULES = { 'approval.policy': 'manual', 'approval.two': 'EUR=150.00', onInvalid: '5%' };
const PRODUCTION = { PAYRUN_ENVIRONMENT: 'production' };
const carry = { progress: () => {} };

/** Processes of one installation. */
function installation(payroll: Payroll, database: TestDatabase) {
  const newProcess = async (env: Readonly<Record<string, string>> = {}) =>
    openAppContext(loadConfig({ ...payroll.env(), ...env }, payroll.folder), {
      log: createLog('silent'),
      openLedger: (asked) => database.open(asked),
    });
  const using = async <T>(appContext: AppContext, work: (appContext: AppContext) => Promise<T>): Promise<T> =>
    work(appContext).finally(() => appContext.close());
  const timesPaid = async () => (await payroll.ledger()).payments.reduce((sum, payment) => sum + payment.timesPaid, 0);
  let n = 0;
  const sheet = () => {
    n++;
    const lines = people(2, (one) => ({
      reference: `R-${n}-${one}`,
      amount: `${100 + n}.0${one}`,
      email: `p${n}-${one}@example.com`,
    }));
    return payroll.sheet(`rules-${n}.csv`, sheetOf(lines));
  };
  const pay = (appContext: AppContext, options = {}) =>
    paySheet(appContext, { ...carry, file: sheet(), maker: person('mia'), dryRun: false, confirm: 'yes', ...options });
  const set = async (appContext: AppContext, texts: RuleTexts) =>
    setRules(appContext, texts, {
      by: person('ines'),
      replaces: (await newestRules(appContext.ledger.db))?.version ?? 0,
    });
  return { newProcess, using, timesPaid, sheet, pay, set };
}

describeDatabases('the rules belong to the ledger:', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const { newProcess, using, pay, set } = installation(payroll, database);

  it('G7: an option of a command may be stricter than the rules, never looser', async () => {
    await using(await newProcess(), async (appContext) => {
      await setTestRules(appContext, RULES);
      for (const onInvalid of ['skip', '6%'])
        await expect(pay(appContext, { onInvalid })).rejects.toMatchObject({ code: 'rules_looser', exitCode: 2 });
      expect(await pay(appContext, { onInvalid: 'stop' })).toMatchObject({ state: 'waiting_approval' });
    });
  });

  it('G7: a process of production pays nothing from a ledger of the sandbox, until an admin moves the ledger', async () => {
    const refused = { code: 'ledger_environment', exitCode: 2 };
    await using(await newProcess(PRODUCTION), async (production) => {
      await expect(pay(production)).rejects.toMatchObject(refused);
      await expect(production.checkRules()).rejects.toMatchObject(refused);
      await expect(set(production, { onInvalid: 'stop' })).rejects.toMatchObject(refused);
      await set(production, { environment: 'production' });
      // The rules of the sandbox do not reach production: all have the defaults of production.
      expect((await production.rules()).rules).toMatchObject({
        environment: 'production',
        onInvalid: 'skip',
        approval: { policy: 'manual', two: {} },
      });
      await expect(set(production, { environment: 'sandbox' })).rejects.toMatchObject({ code: 'usage' });
    });
    await using(await newProcess(), async (sandbox) => {
      await expect(pay(sandbox)).rejects.toMatchObject(refused);
      await expect(set(sandbox, { environment: 'sandbox' })).rejects.toMatchObject(refused);
    });
  });
});

describeDatabases('a ledger of production without rules', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, provider: 'currencycloud' });
  const { newProcess, using, timesPaid, pay, set, sheet } = installation(payroll, database);

  it('G7: pays nothing at any door, says who sets them, and continues once they are set', async () => {
    const { db } = await database.open();
    await using(await newProcess(PRODUCTION), async (production) => {
      await expect(pay(production)).rejects.toMatchObject({ code: 'rules_missing', exitCode: 2 });
      await expect(production.checkRules()).rejects.toMatchObject({ code: 'rules_missing' });
      const inbox = testInbox(production);
      try {
        const told: string[] = [];
        inbox.drop('dropped.csv', newSheet());
        await inbox.pass(3, { complain: ({ message }) => told.push(message) });
        expect(told).toContainEqual(
          expect.stringMatching(/approval and limit rules are not set yet.*set them in Settings/),
        );
      } finally {
        await removeInbox(inbox);
      }
      const { rows } = await db.query('select from payrun.run');
      expect(rows).toEqual([]);

      const pages = openPages(production);
      const admin = { name: 'root', role: 'admin' } as const;
      const first = await pages.get('/', admin);
      expect([first.status, first.headers.get('Location')]).toEqual([303, '/settings#rules']);
      expect((await pages.get('/', { name: 'mia', role: 'maker' })).text).toMatch(
        /approval and limit rules are not set yet.*set them in Settings/,
      );
      expect((await pages.get('/settings', admin)).text).toMatch(
        /<details class="confirm" open>.*limit rules are not set yet/s,
      );

      await set(production, { 'approval.two': 'EUR=150.00' });
      expect((await pages.get('/', admin)).status).toBe(200);
      expect(await production.rules()).toMatchObject({
        version: 1,
        by: 'ines',
        rules: { environment: 'production', approval: { policy: 'manual', two: { EUR: '150.00' } } },
      });
      expect(await pay(production)).toMatchObject({ state: 'waiting_approval' });
      await createSheetRun(production, { file: sheet(), maker: person('mia'), dryRun: false, confirmed: true });
    });
    expect(await timesPaid()).toBe(0);
  });
});

describeDatabases('a ledger that paid in production before it had rules', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const { newProcess, using, pay, set } = installation(payroll, database);

  it('G7: is not a sandbox ledger for a process without configuration', async () => {
    const { db } = await database.open();
    await db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'production', 'US', '\\x00')`,
    );
    await using(await newProcess(), async (appContext) => {
      const refused = { code: 'ledger_environment' };
      await expect(pay(appContext)).rejects.toMatchObject(refused);
      await expect(set(appContext, { onInvalid: 'stop' })).rejects.toMatchObject(refused);
    });
    const { rows } = await db.query('select version from payrun.money_rules');
    expect(rows).toEqual([]);
  });
});
