import { beforeAll, expect, it } from 'vitest';
import { stopRun } from '../../../src/engine/review/take-back.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants, withMerchants } from '../../support/merchants.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

describeDatabases('a run that is stopped before its sheet is read', (database) => {
  const payroll = testPayroll(database);
  beforeAll(() => addSubMerchants(payroll, database, ['acme', 'beta']));

  it.each([
    ['one merchant', (sheet: string) => sheet],
    ['several merchants', (sheet: string) => withMerchants(sheet, ['acme', 'beta', 'acme'])],
  ])('G7: pays nothing of %s, and its references can be used again', async (merchants, of) => {
    const [which] = merchants.split(' ');
    const lines = people(3, (n) => ({ reference: `${which}-${n}`, email: `${which}${n}@example.com` }));
    const file = payroll.sheet(`${which}.csv`, of(sheetOf(lines)));
    const appContext = await payroll.appContext();
    const how = { file, maker: person('mia'), dryRun: false, confirmed: true };
    const run = String(await createSheetRun(appContext, how));
    const stop = { by: person('moe'), because: 'wrong month', progress: () => {} };
    expect(await stopRun(appContext, run, stop)).toEqual({ isDone: false, left: [] });
    expect(await payroll.resume()).toMatchObject([{ state: 'done', outcome: 'canceled', counts: { canceled: 3 } }]);
    const paid = async () =>
      (await payroll.ledger()).payments.filter(({ recipientEmail }) => recipientEmail.startsWith(which!)).length;
    expect(await paid()).toBe(0);
    expect(await payroll.pay(file)).toMatchObject({ counts: { processed: 3 } });
    expect(await paid()).toBe(3);
  });
});
