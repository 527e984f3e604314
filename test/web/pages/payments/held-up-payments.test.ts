import { expect, it } from 'vitest';
import { describeDatabases } from '../../../support/database.ts';
import { listPayments } from '../../../support/list-payments.ts';
import { sheetOf, testPayroll } from '../../../support/payroll.ts';
import { setRunStatus } from '../../../support/set-run-status.ts';
import { openPages } from '../../../support/visited-pages.ts';

describeDatabases('payments that are not sent because their run requires action', (database) => {
  const payroll = testPayroll(database, { balance: '100.00' });

  it('G8: say why on every channel, beside what they are', async () => {
    const rows = [{ amount: '130.25' }, { amount: 'much' }];
    const sheet = sheetOf(rows.map((row, i) => ({ reference: `h-${i}`, email: `h${i}@example.com`, ...row })));
    const { run } = await payroll.pay(payroll.sheet('held-up.csv', sheet));
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const office = openPages(appContext);
    const shown = async () => {
      const { rows } = await db.query<{ id: string }>(
        `select id from payrun.payment where run_id = $1 and reference = 'h-0'`,
        [run],
      );
      const paths = [`/payments/${rows[0]!.id}`, `/runs/${run}?part=payments`, `/runs/${run}/payments.csv`];
      const pages = await Promise.all(paths.map(async (path) => [path, (await office.get(path)).text] as const));
      const listed = (await listPayments(db, { run })).map(({ reason }) => reason);
      return [...pages, ['command', listed.join()] as const];
    };
    const WHY = 'Its run requires action: A batch does not match its plan.';
    for (const [channel, text] of await shown()) expect(text, channel).not.toContain('requires action:');
    await setRunStatus(db, BigInt(run), 'action_required', 'A batch does not match its plan.');
    for (const [channel, text] of await shown()) expect(text.split(WHY), channel).toHaveLength(2);
  });
});
