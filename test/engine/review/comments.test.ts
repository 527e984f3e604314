import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { addComment } from '../../../src/engine/review/comments.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

const SHEET = `paymentReference,amount,currency,type,firstName,lastName,email,dob,street1,city,region,postalCode,country,accountNum,branchId
US-1,10.00,USD,individual,Ada,Byron,ada@example.com,1990-04-17,1 Main St,Austin,TX,73301,US,88776655,111000025
`;

describeDatabases('a comment on a payment', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let payment: { id: string; run: string };

  beforeAll(async () => {
    appContext = await payroll.appContext();
    const { run } = await payroll.pay(payroll.sheet('us.csv', SHEET), { dryRun: true });
    const { rows } = await appContext.ledger.db.query<{ id: string }>('select id from payrun.payment');
    payment = { id: rows[0]!.id, run: String(run) };
  });
  const comment = (text: string) =>
    addComment(appContext, { run: payment.run, payment: payment.id }, text, person('mia'));

  it('has no bank detail or ID of its row, however it is written', async () => {
    for (const text of [
      'Her account is 88776655',
      'acct 8877-6655?',
      '8877 6655',
      'routing 111000025',
      'born 1990-04-17',
    ])
      await expect(comment(text), text).rejects.toMatchObject({ code: 'usage' });
    const { rows } = await appContext.ledger.db.query(`select from payrun.event where kind = 'commented'`);
    expect(rows).toHaveLength(0);
    await comment('Called her about invoice 20260417: 10.00 USD is right.');
  });

  it('is not empty or too long, whoever adds it', async () => {
    for (const text of ['', ' \n\t', '\u202E ', 'x'.repeat(301)])
      await expect(comment(text), text).rejects.toMatchObject({ code: 'usage' });
  });
});
