import { expect, it } from 'vitest';
import { showRowWarnings } from '../../../src/cli/terminal/show-row-warnings.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, testPayroll } from '../../support/payroll.ts';

describeDatabases('what a user is told before they submit a run', (database) => {
  const payroll = testPayroll(database);

  it('names the warnings on rows that are paid, and none of rows that are not', async () => {
    const appContext = await payroll.appContext();
    let lines: readonly string[] = [];
    const sheet = `reference,amount,currency,type,firstName,lastName,email,street,city,postalCode,country,iban
W-1,10.00,EUR,individual,Ada,Lovelace,ada@example.com,Weg 1,Berlin,ABC,DE,${germanIban(1)}
W-2,20.00,EUR,individual,Bo,Diddley,bo@example.com,Weg 2,Berlin,10115,DE,${germanIban(2)}
W-3,a lot,EUR,individual,Cy,Twombly,cy@example.com,Weg 3,Berlin,ABC,DE,${germanIban(3)}
`;
    await payroll.pay(payroll.sheet('doubtful.csv', sheet), {
      confirm: async (plan) => {
        lines = await showRowWarnings(appContext, plan);
        return false;
      },
    });
    expect(lines.map((line) => line.slice(0, 40))).toEqual([
      '',
      'Warnings, which do not stop a payment:',
      expect.stringMatching(/^ {2}row 2 .*postalCode/),
    ]);
  });
});
