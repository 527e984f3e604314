import { expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { runHere } from '../../support/run-here.ts';

const MANUAL = { PAYRUN_APPROVAL: 'manual' };

describeDatabases('`payrun reject`', (database) => {
  const payroll = testPayroll(database);

  it('ends with exit code 0: nothing is paid, which is what the command was to do', async () => {
    const { run } = await payroll.pay(payroll.sheet('reject.csv', sheetOf(people(2))), { env: MANUAL });
    const env = { ...payroll.env(), ...MANUAL, PAYRUN_LOG_LEVEL: 'silent' };
    const words = ['reject', run, '--as', 'anna', '--because', 'wrong month', '--json'];
    const { code, stdout } = await runHere(words, { cwd: payroll.folder, env });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, outcome: 'rejected', counts: { cancelled: 2 } });
  });
});
