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

  it('is held if the only account was given by a run that never paid anything', async () => {
    const { full, bare } = recipient('never');
    const { run } = await pay('ne1', [full('NE-1', 31)], MANUAL);
    await rejectRun(await payroll.appContext(MANUAL), run, {
      by: person('cleo'),
      because: 'not his account',
      ...carry,
    });
    expect(await heldFor((await pay('ne2', [bare('NE-2')])).run)).toMatchObject([
      { code: 'account_changed', reason: expect.stringMatching(/has never been paid/) },
    ]);
  });

  /** As if the database's clock had been set back by three hours after this run was paid. */
  const setBackAfter = async (run: string) => {
    const { ledger } = await payroll.appContext();
    const later = (column: string) => `${column} = ${column} + interval '3 hours'`;
    await ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      await db.query(`update payrun.run set ${later('intake_at')} where id = $1`, [run]);
      await db.query(`update payrun.batch set ${later('created_at')}, ${later('started_at')} where run_id = $1`, [run]);
      await db.query(`update payrun.payment set ${later('created_at')} where run_id = $1`, [run]);
    });
  };

  it('and one with bank details are held by the payments since their intake, even if the clock was set back', async () => {
    const { full } = recipient('since');
    expect((await pay('si1', [full('SI-1', 71)])).counts.processed).toBe(1);
    const moved = await pay('si2', [full('SI-2', 72)]);
    const file = payroll.sheet('si3.csv', `${[COLUMNS, full('SI-3', 71)].join('\n')}\n`);
    const { run } = await payroll.pay(file, {
      // While someone thinks about it, another run pays them elsewhere.
      confirm: async (plan) => {
        expect(plan.payable).toBe(1);
        await setBackAfter(plan.run);
        await releasePayments(await payroll.appContext(), ['SI-2'], person('bob'), null, VERIFIED);
        expect((await payroll.resume(moved.run))[0]!.counts.processed).toBe(1);
        return true;
      },
    });
    expect(await heldFor(run)).toMatchObject([
      { code: 'account_changed', reason: expect.stringContaining(`run ${moved.run}`) },
    ]);
    await holds();
  });

  it('and one with bank details are held by the last payment, not by a clock that was set back meanwhile', async () => {
    const { full, bare } = recipient('clock');
    const first = await pay('ck1', [full('CK-1', 61)]);
    await setBackAfter(first.run);
    const moved = await pay('ck2', [full('CK-2', 62)]);
    await releasePayments(await payroll.appContext(), ['CK-2'], person('bob'), null, VERIFIED);
    expect((await payroll.resume(moved.run))[0]!.counts.processed).toBe(1);

    const now = await pay('ck3', [bare('CK-3')]);
    expect(await heldFor(now.run)).toEqual([]);
    const before = await pay('ck4', [full('CK-4', 61)]);
    expect(await heldFor(before.run)).toMatchObject([
      {
        code: 'account_changed',
        reason: expect.stringMatching(
          `^Bank details changed from IBAN •••• ${germanIban(62).slice(-4)} to IBAN •••• ${germanIban(61).slice(-4)}\\. The last payment was sent on [-0-9]+ \\(row 2 of run ${now.run}\\)\\.`,
        ),
      },
    ]);
    await holds();
  });
});

describeDatabases('bank details', (database) => {
  const payroll = testPayroll(database);
  const line = (iban: number, reference = '') =>
    [
      COLUMNS,
      `${reference},,250.00,EUR,individual,Vera,Vogel,v@example.com,Street 1,Berlin,DE,${germanIban(iban)}`,
    ].join('\n');

  it('that changed cannot be released by the maker as a mere duplicate', async () => {
    expect((await payroll.pay(payroll.sheet('d1.csv', `${line(1)}\n`))).counts.processed).toBe(1);
    const second = await payroll.pay(payroll.sheet('d2.csv', `${line(2)}\n`));
    expect(second.problems.map(({ code }) => code)).toEqual(['duplicate_reference']);
    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query<{ reference: string }>(
      'select reference from payrun.payment where run_id = $1',
      [second.run],
    );
    await releasePayments(appContext, [rows[0]!.reference], person('mia'), null, VERIFIED);
    const [resumed] = await payroll.resume(second.run);
    expect(resumed!.counts).toMatchObject({ held: 1, processed: 0 });
    expect(resumed!.problems.map(({ code }) => code)).toEqual(['account_changed']);
  });
});
