import { expect, it } from 'vitest';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

describeDatabases('a sheet that was paid, and was edited or saved again', (database) => {
  const payroll = testPayroll(database);
  let sheets = 0;
  const drop = (content: string, ending = 'csv') => payroll.pay(payroll.sheet(`sheet-${++sheets}.${ending}`, content));
  /** Lines of people whom no one else in this file pays. */
  const team = (count: number, line: SheetLine = {}): SheetLine[] => {
    const one = ++sheets;
    return Array.from({ length: count }, (_, i) => ({
      reference: '',
      email: `p${one}-${i}@example.com`,
      iban: germanIban(one * 100 + i),
      amount: `${200 + i}.50`,
      ...line,
    }));
  };
  const age = async (run: string, days: number) => {
    const { ledger } = await payroll.appContext();
    await ledger.db.query(
      `update payrun.payment set created_at = created_at - $2 * interval '1 day', final_at = final_at - $2 * interval '1 day' where run_id = $1`,
      [run, days],
    );
  };
  const holds = async () =>
    expect((await verifyLedger({ ledger: (await payroll.appContext()).ledger })).findings).toEqual([]);

  it('G1: without references pays no one again by PayPal for a corrected e-mail, which is their account too', async () => {
    const byPayPal = (people: readonly string[]) =>
      [
        'payoutMethod,country,email,type,firstName,lastName,amount,currency',
        ...people.map((who) => `paypal,DE,${who},81.50,EUR`),
        '',
      ].join('\n');
    expect((await drop(byPayPal(['ada@exmple.com,individual,Ada,Löwe']))).counts.processed).toBe(1);
    const again = await drop(byPayPal(['ada@example.com,individual,ada ,Lowe', 'bea@example.com,individual,Bea,Löwe']));
    expect(again).toMatchObject({ exitCode: 4, counts: { held: 1, processed: 1 } });
    expect(again.problems).toMatchObject([
      {
        row: 2,
        code: 'possible_duplicate',
        message: expect.stringContaining('by PayPal, same name or account'),
      },
    ]);
  });

  // The last one: from here on the installation has users.
  it('G7: is released as a whole only by a user who may release all of its amounts', async () => {
    const lines = team(3);
    await age((await drop(sheetOf(lines))).run, 8);
    const again = await drop(sheetOf(lines));
    expect(again.counts.held).toBe(3);
    const appContext = await payroll.appContext();
    const { ledger, clock } = appContext;
    for (const [name, role, limits] of [
      ['ines', 'admin', null],
      ['bob', 'approver', { EUR: '300.00' }],
      ['carla', 'approver', { EUR: '700.00' }],
    ] as const)
      await addUser({ ledger, clock, passwords: cheapPasswords }, person('ines'), {
        name,
        role,
        limits,
        merchants: null,
        password: null,
      });
    const [{ reference }] = (
      await ledger.db.query<{ reference: string }>('select reference from payrun.payment where run_id = $1 limit 1', [
        again.run,
      ])
    ).rows as [{ reference: string }];
    // 200.50 + 201.50 + 202.50
    await expect(releasePayments(appContext, [reference], person('bob'), again.run)).rejects.toMatchObject({
      code: 'may_not_decide',
      message: expect.stringContaining('604.50 EUR is above the limit'),
    });
    await releasePayments(appContext, [reference], person('carla'), again.run);
    await holds();
  });
});
