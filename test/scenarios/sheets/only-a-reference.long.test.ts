import { expect, it } from 'vitest';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';

const carry = { progress: () => {} };
const MANUAL = { 'approval.policy': 'manual' };
const COLUMNS = 'paymentReference,referenceId,amount,currency,type,firstName,lastName,email,street1,city,country,iban';

describeDatabases('a row with only a referenceId', (database) => {
  const payroll = testPayroll(database);
  let amounts = 100;

  const pay = (name: string, lines: readonly string[], env: Record<string, string> = {}) =>
    payroll.pay(payroll.sheet(`${name}.csv`, `${[COLUMNS, ...lines].join('\n')}\n`), { env });
  /** Rows of one person; every amount is another, so that none looks like a duplicate. */
  const recipient = (who: string) => ({
    full: (payment: string, iban: number) =>
      `${payment},${who},${amounts++}.00,EUR,individual,Vera,Vogel,${who}@example.com,Street 1,Berlin,DE,${germanIban(iban)}`,
    bare: (payment: string) => `${payment},${who},${amounts++}.00,EUR,,,,,,,,`,
  });
  const heldFor = async (run: string) => {
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query<{ reference: string; code: string; reason: string }>(
      `select reference, reason_code as code, reason from payrun.payment where run_id = $1 and state = 'held' order by row`,
      [run],
    );
    return rows;
  };
  const holds = async () => {
    const { ledger } = await payroll.appContext();
    expect((await verifyLedger({ ledger }, {})).findings).toEqual([]);
  };

  it('is held if a run that failed had changed the account, and paid once after a user other than the maker released it', async () => {
    const { full, bare } = recipient('changed');
    expect((await pay('ch1', [full('CH-1', 11)])).counts.processed).toBe(1);
    const changed = await pay('ch2', [full('CH-2', 12)]);
    expect(await heldFor(changed.run)).toMatchObject([{ code: 'account_changed' }]);
    await releasePayments(await payroll.appContext(), ['CH-2'], person('bob'), null, VERIFIED);
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'changed@example.com' }, outcome: 'failed', reason: 'Closed' },
    ]);
    expect((await payroll.resume(changed.run))[0]!.counts.failed).toBe(1);
    await payroll.control('outcomes', []);

    const { run, counts } = await pay('ch3', [bare('CH-3')]);
    expect(counts).toMatchObject({ held: 1, processed: 0 });
    expect(await heldFor(run)).toMatchObject([
      {
        code: 'account_changed',
        reason: expect.stringMatching(
          /^Bank details changed from IBAN •••• \d{4} to IBAN •••• \d{4}\. The last payment was sent on .* Someone other than the uploader must release this payment\.$/,
        ),
      },
    ]);
    const appContext = await payroll.appContext();
    await expect(releasePayments(appContext, ['CH-3'], person('mia'))).rejects.toMatchObject({
      code: 'maker_is_approver',
    });
    await releasePayments(appContext, ['CH-3'], person('bob'), null, VERIFIED);
    expect((await payroll.resume(run))[0]!.counts.processed).toBe(1);
    // From now on this is the account that they were last paid to.
    expect((await pay('ch4', [bare('CH-4')])).counts.processed).toBe(1);
    await holds();
  });

  it('G7: is held if a run that was rejected had changed the account, and again if it changed after the release', async () => {
    const { full, bare } = recipient('again');
    expect((await pay('ag1', [full('AG-1', 41)])).counts.processed).toBe(1);
    const change = async (reference: string, iban: number) => {
      const { run } = await pay(reference, [full(reference, iban)], MANUAL);
      const appContext = await payroll.appContext(MANUAL);
      await releasePayments(appContext, [reference], person('bob'), null, VERIFIED);
      await payroll.resume(run, MANUAL);
      await rejectRun(appContext, run, { by: person('cleo'), because: 'wrong account', ...carry });
    };
    await change('AG-2', 42);
    const { run } = await pay('ag3', [bare('AG-3')]);
    expect(await heldFor(run)).toMatchObject([{ code: 'account_changed' }]);
    await releasePayments(await payroll.appContext(), ['AG-3'], person('bob'), null, VERIFIED);
    await change('AG-4', 43);
    expect((await payroll.resume(run))[0]!.counts).toMatchObject({ held: 1, processed: 0 });
    await holds();
  });
});
