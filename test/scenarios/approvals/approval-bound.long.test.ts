import { expect, it } from 'vitest';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

const MANUAL = { 'approval.policy': 'manual' };

// What is compared before a start: test/batches/start.test.ts and test/batches/prices/compare-listed.test.ts.
describeDatabases('G7: an approval is bound to what was approved:', (database) => {
  const payroll = testPayroll(database, { balance: '10.00' });

  it('an account that was changed in the service gets no payment; the sheet, dropped again, is paid as it says', async () => {
    const columns =
      'paymentReference,referenceId,amount,currency,type,firstName,lastName,email,street1,city,country,iban';
    const full = `EUR,individual,Vera,Vogel,theirs@example.com,Street 1,Berlin,DE,${germanIban(61)}`;
    const sheet = (reference: string, amount: string, rest: string) =>
      payroll.sheet(`${reference}.csv`, `${columns}\n${reference},theirs,${amount},${rest}\n`);
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    try {
      const first = await payroll.pay(sheet('theirs-1', '100.00', full));
      expect(first.counts).toMatchObject({ processed: 1 });
      const there = (await payroll.ledger()).payments.find(
        ({ recipientEmail }) => recipientEmail === 'theirs@example.com',
      )!;
      const accounts = `/v1/recipients/${there.recipientId}/accounts`;
      const other = { type: 'bank-transfer', iban: germanIban(62), currency: 'EUR', country: 'DE', primary: true };
      await call('POST', accounts, { ...other, accountHolderName: 'Somebody Else' });

      const again = sheet('theirs-2', '110.00', full);
      const stopped = await payroll.pay(again);
      expect(stopped).toMatchObject({
        state: 'needs_person',
        note: expect.stringContaining('row 2 goes to another account'),
      });
      // A row that names no account would be paid there.
      const bare = sheet('theirs-3', '120.00', 'EUR,,,,,,,,');
      expect((await payroll.pay(bare)).problems).toMatchObject([{ code: 'account_changed' }]);

      await rejectRun(await payroll.appContext(), stopped.run, {
        by: person('anna'),
        because: 'looked',
        progress: () => {},
      });
      expect((await payroll.pay(again)).counts).toMatchObject({ processed: 1 });
      const paid = (await call('GET', `/v1/payments?recipientId=${there.recipientId}`)).body as {
        payments: { amount: string; status: string; account: { iban: string } }[];
      };
      const ends = paid.payments.map(({ amount, account }) => [amount, account.iban.slice(-2)]).sort();
      expect(ends).toEqual([
        ['100.00', germanIban(61).slice(-2)],
        ['110.00', germanIban(61).slice(-2)],
      ]);
    } finally {
      await payroll.control('fund', { currency: 'EUR', amount: '-790.00' });
    }
  });

  it('G7: a rate that moved too far is shown before it is approved again, with the approved one', async () => {
    let factor = 1;
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!/\/payments\?/.test(String(input))) return answer;
      const moved = (_: string, amount: string) => `"targetAmount":"${(Number(amount) * factor).toFixed(2)}"`;
      const text = (await answer.text()).replace(/"targetAmount":"([\d.]+)"/g, moved);
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    const line = { reference: 'rate', email: 'rate@example.com', amount: '900.00', currency: 'USD' };
    const { run } = await payroll.pay(payroll.sheet('rate.csv', sheetOf([line])), { env: MANUAL, wire });
    const appContext = await payroll.appContext(MANUAL, wire);
    const approve = () => approveRun(appContext, run, { by: person('anna'), progress: () => {} });
    const arrives = async () => (await approvalSummary(appContext.ledger, run)).batches.map((batch) => batch.arrives);
    const priceAnew = async (by: number) => {
      factor = by;
      await appContext.ledger.db.query('update payrun.batch set quote_expires_at = now() where run_id = $1', [run]);
    };
    const resume = () => resumeRuns(appContext, { run, progress: () => {} });
    expect(await arrives()).toEqual([{ EUR: '805.79' }]);

    // No one has approved it yet: what arrives is shown by the price that there is now.
    await priceAnew(1.02);
    await resume();
    expect(await arrives()).toEqual([{ EUR: '821.91' }]);

    await priceAnew(1.05);
    expect(await approve()).toMatchObject({
      state: 'waiting_approval',
      note: expect.stringContaining('must be approved again'),
    });
    expect(await arrives()).toEqual([{ EUR: '846.08' }]);

    // Approved at the new rate, it does not begin: there is no money. A little each time, it moves too far in the end.
    expect((await approve()).note).toMatch(/^Needs /);
    await priceAnew(1.056);
    expect((await resume())[0]).toMatchObject({ state: 'waiting_funds' });
    await priceAnew(1.062);
    expect((await resume())[0]).toMatchObject({ state: 'waiting_approval' });
    expect(await arrives()).toEqual([{ EUR: '855.75' }]);
  });
});
