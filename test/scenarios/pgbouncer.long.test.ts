import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { testDatabase } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { documentOf, runPayrun } from '../support/run-payrun.ts';
import { type PgBouncer, startPgBouncer } from '../support/servers/pgbouncer.ts';
import { describeWith } from '../support/tools.ts';

describeWith(['PostgreSQL', 'pgbouncer'], 'PgBouncer in transaction mode', () => {
  const database = testDatabase('postgres', { empty: true });
  const payroll = testPayroll(database);
  let pooler: PgBouncer;
  beforeAll(async () => {
    pooler = await startPgBouncer(database.env.DATABASE_URL!, 3);
  });
  afterAll(() => pooler.stop());
  const env = () => ({ ...payroll.env(), DATABASE_URL: pooler.url });
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(20, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );

  it('migrates an empty database, pays sheets in parallel, each row once, and verifies', async () => {
    const cwd = payroll.folder;
    expect(await runPayrun(['migrate'], { cwd, env: env() })).toMatchObject({ code: 0 });
    const open = () => openAppContext(loadConfig(env(), cwd), { log: createLog('silent') });
    const [one, other] = [await open(), await open()];
    try {
      const paying = {
        maker: person('mia'),
        onInvalid: 'skip',
        dryRun: false,
        confirm: 'yes',
        progress: () => {},
      } as const;
      // A merchant's runs are carried out one at a time: the one that finds the other is carried on below.
      await Promise.allSettled([
        paySheet(one, { ...paying, file: sheet('first') }),
        paySheet(other, { ...paying, file: sheet('second') }),
      ]);
      await runPayrun(['resume', '--json'], { cwd, env: env() });
      expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual(Array(40).fill(1));
      expect((await verifyLedger({ ledger: one.ledger, clock: systemClock })).findings).toEqual([]);
    } finally {
      await one.close();
      await other.close();
    }
    const again = await runPayrun(['pay', sheet('first'), '--yes', '--json'], { cwd, env: env() });
    expect(documentOf(again)).toMatchObject({ counts: { already_paid: 20 } });
  });
});
