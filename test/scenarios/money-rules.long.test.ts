import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_FILE, loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { applyRules, proposal, rulesInForce } from '../../src/engine/context/money-rules.ts';
import { processRunTask } from '../../src/engine/queue/process-run-task.ts';
import { approveRun } from '../../src/engine/review/approvals.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { createLog } from '../../src/platform/log.ts';
import { describeDatabases, type TestDatabase } from '../support/database.ts';
import { type Payroll, people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';

const FILE = { approval: { policy: 'manual', two: { EUR: '150.00' } }, onInvalid: '5%' };
const PRODUCTION = { PAYRUN_ENVIRONMENT: 'production' };
const carry = { progress: () => {} };

/** Folders of one installation: some have a configuration file, some have none. */
function installation(payroll: Payroll, database: TestDatabase) {
  const folderWith = (name: string, content: object | null) => {
    const folder = join(payroll.folder, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    if (content) writeFileSync(join(folder, CONFIG_FILE), JSON.stringify(content));
    return folder;
  };
  /** A process that was started in such a folder. */
  const processIn = async (content: object | null, env: Readonly<Record<string, string>> = {}, wire = fetch) =>
    openAppContext(loadConfig({ ...payroll.env(), ...env }, folderWith('process', content)), {
      log: createLog('silent'),
      fetch: wire,
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
  const apply = (appContext: AppContext) => {
    const { ledger, clock, proposed: config } = appContext;
    return proposal({ ledger, clock, config }).then((proposed) =>
      applyRules({ ledger, clock, config }, proposed, person('ines')),
    );
  };
  return { folderWith, processIn, using, timesPaid, sheet, pay, apply };
}

describeDatabases('the rules belong to the ledger:', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const { folderWith, processIn, using, timesPaid, sheet, pay, apply } = installation(payroll, database);

  it('G7: a worker and a command in a folder without the configuration file ask for two approvers, like everybody', async () => {
    const run = await using(await processIn(FILE), async (office) =>
      createSheetRun(office, { file: sheet(), maker: person('mia'), dryRun: false, confirmed: true }),
    );
    await using(await processIn(null), async (elsewhere) => {
      const signal = new AbortController().signal;
      const carried = await processRunTask(elsewhere, { kind: 'run', run: String(run) }, signal);
      expect(carried).toMatchObject({ state: 'waiting_approval', error: null });
      const command = await pay(elsewhere);
      expect(command.state).toBe('waiting_approval');
      expect(await timesPaid()).toBe(0);

      const first = await approveRun(elsewhere, command.run, { by: person('carla'), ...carry });
      expect(first).toMatchObject({
        state: 'waiting_approval',
        note: expect.stringContaining('Another approver must sign off'),
      });
      expect(await timesPaid()).toBe(0);
      expect(await approveRun(elsewhere, command.run, { by: person('dora'), ...carry })).toMatchObject({
        state: 'done',
      });
      expect(await timesPaid()).toBe(2);
    });
  });

  it('a process that proposes something else says so and obeys the ledger', async () => {
    const paidBefore = await timesPaid();
    await using(await processIn({ approval: 'auto' }), async (loose) => {
      let warnings: readonly string[] = [];
      const announce = (plan: { warnings: readonly string[] }) => {
        warnings = plan.warnings;
      };
      expect(await pay(loose, { announce })).toMatchObject({ state: 'waiting_approval' });
      expect(warnings).toEqual([
        'The configuration here says approval.policy: auto. The rules in force say manual, and they count.',
      ]);
    });
    expect(await timesPaid()).toBe(paidBefore);
  });

  it('G7: an option of a command may be stricter than the rules, never looser', async () => {
    await using(await processIn(null), async (appContext) => {
      for (const onInvalid of ['skip', '6%'])
        await expect(pay(appContext, { onInvalid })).rejects.toMatchObject({ code: 'rules_looser', exitCode: 2 });
      expect(await pay(appContext, { onInvalid: 'stop' })).toMatchObject({ state: 'waiting_approval' });
    });
  });

  it('`settings` shows what is in force and how the configuration differs; `settings apply` changes it, with who and when', async () => {
    const cwd = folderWith('command', { approval: { policy: 'auto', two: { EUR: '150.00' } } });
    const env = payroll.env();
    const shown = await runHere(['settings', '--json'], { cwd, env });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      inForce: true,
      version: 1,
      from: 'file',
      rules: { 'approval.policy': 'manual', 'approval.two': { EUR: '150.00' }, onInvalid: '5%' },
      differs: [{ rule: 'approval.policy', inForce: 'manual', proposed: 'auto' }],
      history: [{ version: 1, changed: [] }],
    });
    const doctor = await runHere(['doctor', '--local', '--json'], { cwd, env });
    expect(JSON.parse(doctor.stdout).checks).toContainEqual(
      expect.objectContaining({ check: 'rules', level: 'look', detail: expect.stringContaining('approval.policy') }),
    );
    // Nobody was asked.
    expect((await runHere(['settings', 'apply'], { cwd, env })).code).toBe(2);
    const applied = await runHere(['settings', 'apply', '--yes', '--as', 'ines', '--json'], { cwd, env });
    expect(JSON.parse(applied.stdout)).toMatchObject({
      applied: true,
      version: 2,
      changed: [{ rule: 'approval.policy' }],
    });
    const after = JSON.parse((await runHere(['settings', '--json'], { cwd, env })).stdout);
    // What the file does not set stays as it was.
    expect(after).toMatchObject({ version: 2, by: 'ines', differs: [], rules: { onInvalid: '5%' } });
    const { db } = await database.open();
    const { rows } = await db.query(
      `select actor, data from payrun.event where kind = 'rules_applied' order by seq desc limit 1`,
    );
    expect(rows).toEqual([
      {
        actor: 'ines',
        data: expect.objectContaining({ version: 2, door: 'cli', changed: after.history[0].changed }),
      },
    ]);
    const none = folderWith('nothing', null);
    expect(
      JSON.parse((await runHere(['settings', 'apply', '--yes', '--json'], { cwd: none, env })).stdout),
    ).toMatchObject({
      applied: false,
    });
  });

  it('G7: rules that become stricter between the approval by policy and the start apply: nothing is sent', async () => {
    const paidBefore = await timesPaid();
    await using(await processIn({ approval: { policy: 'auto', two: {} } }), apply);
    let stricter = false;
    const wire: typeof fetch = async (input, init) => {
      // The balances are asked for between the approval and the start.
      if (!stricter && String(input).includes('/balances')) {
        stricter = true;
        await using(await processIn({ approval: 'manual' }), apply);
      }
      return fetch(input, init);
    };
    await using(await processIn(null, {}, wire), async (appContext) => {
      expect(await pay(appContext)).toMatchObject({
        state: 'waiting_approval',
        outcome: 'awaiting_approval',
      });
    });
    expect(stricter).toBe(true);
    expect(await timesPaid()).toBe(paidBefore);
  });

  it('G7: a process of production pays nothing from a ledger of the sandbox, until an admin moves the ledger', async () => {
    const refused = { code: 'ledger_environment', exitCode: 2 };
    await using(await processIn({ approval: 'manual' }, PRODUCTION), async (production) => {
      await expect(pay(production)).rejects.toMatchObject(refused);
      await expect(production.checkRules()).rejects.toMatchObject(refused);
      await apply(production);
      const { ledger, clock, proposed: config } = production;
      // The rules of the sandbox do not reach production: what the file leaves out has the default of production.
      const inForce = await rulesInForce({ ledger, clock, config });
      expect(inForce?.rules).toMatchObject({
        environment: 'production',
        onInvalid: 'skip',
        approval: { policy: 'manual', two: {} },
      });
    });
    const unnamed = { PAYRUN_SERVICE_URL: '', PAYRUN_ENVIRONMENT: '' };
    await using(await processIn(null, unnamed), async (sandbox) => {
      await expect(pay(sandbox)).rejects.toMatchObject(refused);
      await expect(apply(sandbox)).resolves.toBeUndefined();
      await using(await processIn({ environment: 'sandbox' }), async (asks) => {
        await expect(apply(asks)).rejects.toMatchObject(refused);
      });
    });
  });
});

describeDatabases('a ledger of production without rules', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, provider: 'currencycloud' });
  const { processIn, using, timesPaid, pay } = installation(payroll, database);

  it('G7: takes them from a configuration file that sets approvals, and from nothing else', async () => {
    for (const env of [PRODUCTION, { ...PRODUCTION, PAYRUN_APPROVAL: 'auto' }])
      await using(await processIn(null, env), async (appContext) => {
        await expect(pay(appContext)).rejects.toMatchObject({ code: 'rules_missing', exitCode: 2 });
      });
    await using(await processIn(FILE, PRODUCTION), async (appContext) => {
      expect(await pay(appContext)).toMatchObject({ state: 'waiting_approval' });
      expect(await appContext.rules()).toMatchObject({
        version: 1,
        source: 'file',
        rules: { environment: 'production' },
      });
    });
    expect(await timesPaid()).toBe(0);
  });
});

describeDatabases('a ledger that paid in production before it had rules', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const { processIn, using, pay } = installation(payroll, database);

  it('G7: is not a sandbox ledger for a process without configuration', async () => {
    const { db } = await database.open();
    await db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'production', 'US', '\\x00')`,
    );
    await using(await processIn(null), async (appContext) => {
      await expect(pay(appContext)).rejects.toMatchObject({ code: 'ledger_environment' });
    });
    const { rows } = await db.query('select version from payrun.money_rules');
    expect(rows).toEqual([]);
  });
});
