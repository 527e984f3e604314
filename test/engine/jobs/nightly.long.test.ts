import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { JobReport } from '../../../src/engine/job.ts';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import type { NightlyLine } from '../../../src/engine/jobs/nightly-report.ts';
import { planToSubmit, shownPlan, submitRun } from '../../../src/engine/review/submit-run.ts';
import { createRerun } from '../../../src/engine/runs/rerun.ts';
import { approveRun } from '../../support/approve-run.ts';
import { correctRun } from '../../support/correct-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

const POLICY = { reasons: ['Bank is closed'], times: 1, days: 7 };

/** One night in an app context. */
async function nightIn(appContext: AppContext, nightlyRerun = POLICY) {
  const inForce = await appContext.rules();
  const place = { ...appContext, rules: async () => ({ ...inForce, rules: { ...inForce.rules, nightlyRerun } }) };
  const reported = await runNightly(place, { maker: person('schedule'), progress: () => {} });
  return reported as JobReport & { document: { lines: NightlyLine[]; open: { run: string; state: string }[] } };
}

const fails = (reason: string, ...emails: string[]) =>
  emails.map((recipientEmail) => ({ match: { recipientEmail }, outcome: 'failed', reason }));

describeDatabases('the nightly job', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00' });
  let appContext: AppContext;
  const night = (nightlyRerun = POLICY) => nightIn(appContext, nightlyRerun);
  /** How often everybody was paid, by e-mail; who never was is not in it. */
  const paid = async () => {
    const times: Record<string, number> = {};
    for (const { recipientEmail, timesPaid } of (await payroll.ledger()).payments)
      if (timesPaid > 0) times[recipientEmail] = (times[recipientEmail] ?? 0) + timesPaid;
    return times;
  };

  beforeAll(async () => {
    await payroll.control('outcomes', [
      ...fails('Bank is closed for a holiday', 'closed@example.com', 'moved@example.com'),
      ...fails('Account closed', 'gone@example.com'),
    ]);
    const people = ['closed', 'moved', 'gone', 'fine'].map((name, i) => ({
      reference: name,
      amount: '50.00',
      email: `${name}@example.com`,
      iban: germanIban(i + 1),
    }));
    const first = await payroll.pay(payroll.sheet('first.csv', sheetOf(people)));
    expect(first).toMatchObject({ state: 'done', counts: { processed: 1, failed: 3 } });
    // One of them has another account by now, that someone has agreed to: a matter for a person.
    appContext = await payroll.appContext();
    await appContext.ledger.db.query(
      `update payrun.recipient set account_fp = '\\x01' where id = (select recipient_id from payrun.payment where reference = 'moved')`,
    );
    const second = await payroll.pay(payroll.sheet('second.csv', sheetOf([{ reference: 'FUNDS', amount: '990.00' }])));
    expect(second).toMatchObject({ state: 'waiting_funds' });
    // A run of someone whose keys are not there any more, in the midst of it all.
    await appContext.ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('keyless', 'sandbox', 'US', '\\x02')`,
    );
    await appContext.ledger.db.query(
      `insert into payrun.run (job, merchant_id, maker, options, status, confirmed_at, intake_at)
       values ('pay-sheet', 'keyless', 'mia', '{"onInvalid": "skip", "dryRun": false}', 'processing', now(), now())`,
    );
  });

  it('retries nothing unless configured, and reports the error of one run with its run', async () => {
    const { document, lines, exitCode } = await night({ ...POLICY, reasons: [] });
    expect(document.lines.filter(({ step }) => step === 'retry')).toEqual([]);
    expect(document.lines.filter(({ error }) => error !== null)).toMatchObject([
      { step: 'settle', what: 'run 3', error: { code: 'keys_required' } },
    ]);
    // The others were carried on nevertheless.
    expect(document.lines).toContainEqual(expect.objectContaining({ step: 'resume', what: 'run 2', error: null }));
    expect(document.open).toMatchObject([{ run: '2', state: 'waiting_funds', outcome: 'insufficient_funds' }]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}resume, run 2: Insufficient funds\. 1 queued\./));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}open, run 2 for default: Insufficient funds\./));
    expect(lines[0]).toMatch(/^Nightly job: 1 run resumed; 1 run still open; 1 error\.$/);
    expect(lines.join('\n')).toContain('Merchant keyless has no API keys.');
    expect(exitCode).toBe(2);
    expect(await paid()).toEqual({ 'fine@example.com': 1 });
  });

  it('continues runs that awaited funds, and retries only what the policy names, to the same account', async () => {
    await payroll.control('outcomes', []);
    await payroll.control('fund', { currency: 'EUR', amount: '500.00' });
    const { document, lines } = await night();
    expect(document.lines.filter(({ step }) => step === 'retry')).toMatchObject([
      { what: 'run 4', state: 'done', outcome: 'paid', counts: { processed: 1 }, error: null },
    ]);
    expect(lines).toContain('  retry, run 4: Paid. 1 paid.');
    expect(await paid()).toEqual({ 'fine@example.com': 1, 'closed@example.com': 1, 'person1@example.com': 1 });
    expect(document.open).toEqual([]);
  });

  it('does nothing a second time', async () => {
    const { document } = await night();
    expect(document.lines.filter(({ step }) => step !== 'settle')).toEqual([]);
    expect(Object.values(await paid())).toEqual([1, 1, 1]);
  });

  it('never retries payments that are unconfirmed, decided by a user, or failed too often or too long ago', async () => {
    const paidAgain = async () =>
      (await night()).document.lines.filter(({ step }) => step === 'retry').map(({ what }) => what);
    await payroll.control('outcomes', fails('Bank is closed for a holiday', 'again@example.com'));
    const again = { reference: 'again', amount: '20.00', email: 'again@example.com' };
    const { run } = await payroll.pay(payroll.sheet('third.csv', sheetOf([again])));
    const change = (set: string) =>
      pastRules(appContext.ledger, `update payrun.payment set ${set} where reference = 'again'`);
    const CASES: readonly [set: string, back: string][] = [
      [`state = 'unknown'`, `state = 'failed'`],
      [`state = 'returned'`, `state = 'failed'`],
      [`reason_code = 'resolved'`, `reason_code = 'failed'`],
      [`final_at = now() - interval '8 days'`, 'final_at = now()'],
      ['generation = 2', 'generation = 1'],
      [`reason = 'Bank was closed down'`, `reason = 'Bank is closed for a holiday'`],
    ];
    for (const [set, back] of CASES) {
      await change(set);
      expect([set, await paidAgain()]).toEqual([set, []]);
      await change(back);
    }
    // And but for those it does: once, as a new run, which fails again; then it has had its one time.
    expect(await paidAgain()).toHaveLength(1);
    expect(await paidAgain()).toEqual([]);
    expect(await paid()).not.toHaveProperty('again@example.com');
    expect(run).toBe('5');
  });
});

describeDatabases('the nightly job after a correction', (database) => {
  const payroll = testPayroll(database);

  it('G1: never pays a row to the account that someone just corrected, and neither does a rerun', async () => {
    await payroll.control('outcomes', fails('Bank is closed for ever', 'typed@example.com'));
    const line = { reference: 'typed', amount: '20.00', email: 'typed@example.com', iban: germanIban(31) };
    const { run } = await payroll.pay(payroll.sheet('typed.csv', sheetOf([line])));
    await payroll.control('outcomes', []);
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const made = await correctRun(appContext, run, { iban: germanIban(32) }, person('moe'));
    // Its sheet is not read yet, so nothing of it is among the payments.
    expect((await nightIn(appContext)).document.lines.filter(({ step }) => step === 'retry')).toEqual([]);
    const rerun = { run, maker: person('mia'), states: ['failed'], references: [], dryRun: false, confirmed: true };
    await expect(createRerun(appContext, rerun)).rejects.toMatchObject({
      code: 'rerun_nothing',
      message: expect.stringContaining('were corrected'),
    });
    await payroll.resume(String(made));
    await submitRun(appContext, String(made), {
      ...{ by: person('moe'), businesses: false, shown: shownPlan((await planToSubmit(appContext, made))!) },
    });
    // The account differs from the one that the money did not arrive at, so someone verifies it.
    expect((await payroll.resume(String(made)))[0]).toMatchObject({
      state: 'waiting_approval',
      counts: { batched: 1 },
    });
    const verified = 'Called Typed on the number in the contract';
    await approveRun(appContext, String(made), { by: person('anna'), verified, progress: () => {} });
    const { rows: paidTo } = await db.query(
      `select account_hint, state from payrun.payment where reference = 'typed' order by run_id`,
    );
    expect(paidTo).toEqual([
      { account_hint: 'IBAN ***0031', state: 'failed' },
      { account_hint: 'IBAN ***0032', state: 'processed' },
    ]);
  });
});
