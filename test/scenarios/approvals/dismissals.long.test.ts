import { expect, it } from 'vitest';
import { dismissHolds } from '../../../src/engine/review/dismiss.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

describeDatabases('a dismissed payment', (database) => {
  const payroll = testPayroll(database);
  let sheets = 0;
  const drop = (...lines: readonly SheetLine[]) =>
    payroll.pay(payroll.sheet(`dismiss-${++sheets}.csv`, sheetOf(lines)));
  const timesPaid = async () => (await payroll.ledger()).payments.map((payment) => payment.timesPaid);
  const ann: SheetLine = {
    reference: 'DIS-1',
    email: 'ann@example.com',
    first: 'Ann',
    last: 'Ash',
    amount: '100',
    iban: germanIban(1),
  };
  const bob: SheetLine = {
    reference: 'DIS-B',
    email: 'bob@example.com',
    first: 'Bob',
    last: 'Birch',
    amount: '200',
    iban: germanIban(7),
  };
  const moved: SheetLine = { ...ann, reference: 'DIS-2', amount: '101', iban: germanIban(2) };

  it('G1: requires no action, is paid by nothing, and is on hold again if its row changes', async () => {
    expect((await drop(ann, bob)).counts.processed).toBe(2);
    const held = await drop(moved, { ...bob, amount: '202' });
    expect(held).toMatchObject({ exitCode: 4, counts: { held: 2 } });
    expect(held.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Bank details changed from IBAN •••• \d{4} to IBAN •••• \d{4}\. The last payment was sent on .* \(row 2 of run 1\)\./,
      ),
      expect.stringMatching(/^Reference DIS-B was paid on .* with a different amount\. It is not paid again/),
    ]);
    const appContext = await payroll.appContext();
    const dismiss = (references: readonly string[], because = 'Asked Ann on the phone.') =>
      dismissHolds(appContext, { references, run: held.run }, because, person('cleo'));
    await expect(dismiss(['DIS-2'], ' ')).rejects.toMatchObject({ code: 'because_missing' });
    // All or none.
    await expect(dismiss(['DIS-2', 'DIS-9'])).rejects.toMatchObject({ code: 'not_held' });
    expect((await dismiss(['DIS-2', 'DIS-B'])).map(String)).toEqual([held.run]);
    await expect(dismiss(['DIS-2'])).rejects.toMatchObject({ code: 'not_held' });
    const [after] = await payroll.resume(held.run);
    expect(after).toMatchObject({ state: 'done', exitCode: 0, problems: [], counts: { held: 0, dismissed: 2 } });

    expect(await drop(moved, { ...bob, amount: '202' }, bob)).toMatchObject({
      exitCode: 0,
      counts: { dismissed: 2, already_paid: 1, held: 0 },
    });
    expect(await drop({ ...bob, amount: '203' })).toMatchObject({
      exitCode: 4,
      problems: [{ code: 'paid_differently' }],
    });
    expect(await drop({ ...moved, amount: '103' })).toMatchObject({ exitCode: 4, counts: { held: 1 } });
    expect(await drop({ ...moved, iban: germanIban(3) })).toMatchObject({ exitCode: 4, counts: { held: 1 } });
    expect(await timesPaid()).toEqual([1, 1]);
  });

  it('G1: is on hold again, and not paid, even if no rule holds its row any more', async () => {
    const once: SheetLine = {
      ...ann,
      reference: 'DIS-X',
      email: 'dis-x@example.com',
      amount: '41',
      iban: germanIban(21),
    };
    const again = { ...once, reference: 'DIS-Y' };
    const first = await drop(once, again);
    expect(first).toMatchObject({ counts: { processed: 1, held: 1 }, problems: [{ code: 'possible_duplicate' }] });
    const appContext = await payroll.appContext();
    const dismiss = (run: string) =>
      dismissHolds(appContext, { references: ['DIS-Y'], run }, 'Sent twice.', person('cleo'));
    await dismiss(first.run);

    // The same sheet says the same, and no one has to dismiss it again; another first row is another question.
    expect(await drop(once, again)).toMatchObject({ exitCode: 0, counts: { already_paid: 1, dismissed: 1, held: 0 } });
    expect(await drop({ ...once, reference: 'DIS-Z' }, again)).toMatchObject({ counts: { held: 2, dismissed: 0 } });

    // With another amount it is no duplicate.
    const back = await drop({ ...again, amount: '42' });
    expect(back).toMatchObject({ counts: { held: 1, processed: 0 }, problems: [{ code: 'dismissed_before' }] });
    expect(back.problems[0]!.message).toMatch(/^Reference DIS-Y was dismissed by cleo on .* \(row 3 of run \d+\)\./);
    // An approver can release it, and then the dismissal is past.
    const last = await drop({ ...again, amount: '43' });
    await releasePayments(appContext, ['DIS-Y'], person('cleo'), last.run);
    const [paid] = await payroll.resume(last.run);
    expect(paid).toMatchObject({ counts: { processed: 1 } });
  });
});
