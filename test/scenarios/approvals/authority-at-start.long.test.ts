import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { approveRun } from '../../../src/engine/review/approvals.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { paySheet } from '../../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import { insertUser, setUserDisabled } from '../../../src/ledger/users/user.ts';
import type { MoneyRules } from '../../../src/money-rules.ts';
import { defaultRules } from '../../../src/money-rules.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';
import { setTestRules, textsOf } from '../../support/test-rules.ts';

type Approval = MoneyRules['approval'];

const ONE: Approval = { policy: 'manual', perPayment: {}, perRun: {}, two: {} };
const TWO: Approval = { ...ONE, two: { EUR: '100.00' } };
const POLICY: Approval = { ...ONE, policy: 'auto' };
const carry = { progress: () => {} };

describeDatabases('G7: what an approval rests on is judged when the payments are sent:', (database) => {
  const payroll = testPayroll(database, { balance: '10.00' });
  let appContext: AppContext;
  let db: Db;
  let n = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    db = appContext.ledger.db;
    for (const name of ['anna', 'ben', 'rita', 'carl', 'dora', 'ed', 'mia', 'ada'])
      await insertUser(
        db,
        { name, role: ROLES[name] ?? 'approver', merchants: null, limits: null, password: null },
        new Date(),
      );
  });
  const ROLES: Readonly<Record<string, 'maker' | 'admin'>> = { mia: 'maker', ada: 'admin' };
  afterEach(async () => {
    for (const name of ['anna', 'ben', 'rita', 'carl']) await setUserDisabled(db, name, null);
  });
  const setRules = async (approval: Approval) => {
    const rules = { ...defaultRules('sandbox'), approval };
    await setTestRules(appContext, textsOf(rules));
  };
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });
  const approve = (by: string, run: string, verified?: string) =>
    approveRun(appContext, run, { by: person(by), verified, ...carry });
  const resume = async (run: string) => (await resumeRuns(appContext, { run, ...carry }))[0]!;
  const startsOf = async (run: string) => {
    const { rows } = await db.query<{ tag: string }>('select tag from payrun.batch where run_id = $1', [run]);
    const { batches } = await payroll.ledger();
    return rows.map(({ tag }) => batches.find(({ tags }) => tags.includes(tag))?.startCalls);
  };
  const submit = async (given: { account?: number; reference?: string; amount?: string } = {}) => {
    const { reference = `p${++n}`, account = n, amount = '500.00' } = given;
    const row = { reference, email: `p${n}@example.com`, amount, iban: germanIban(account) };
    const { run } = await paySheet(appContext, {
      ...{ file: payroll.sheet(`${reference}.csv`, sheetOf([row])), maker: person('mia') },
      ...{ onInvalid: 'skip', dryRun: false, confirm: 'yes', ...carry },
    });
    return run;
  };
  const approvedBy = async (...names: readonly string[]) => {
    const run = await submit();
    for (const name of names) await approve(name, run);
    return run;
  };

  interface Situation {
    readonly rules: Approval;
    /** Brings a run to where only the last step before its start is left. */
    readonly bring: () => Promise<string>;
    /** That last step; by default money comes in. */
    readonly send?: (run: string) => Promise<RunOutcome>;
    /** On whose decisions its start rests. */
    readonly rests: readonly string[];
  }

  const SITUATIONS: Readonly<Record<string, Situation>> = {
    'approved by the policy, awaiting funds': { rules: POLICY, bring: () => submit(), rests: [] },
    'approved by anna, awaiting funds': { rules: ONE, bring: () => approvedBy('anna'), rests: ['anna'] },
    'approved by anna and ben, awaiting funds': {
      ...{ rules: TWO, rests: ['anna', 'ben'] },
      bring: () => approvedBy('anna', 'ben'),
    },
    'approved by anna, awaiting ben': {
      ...{ rules: TWO, rests: ['anna'] },
      bring: () => approvedBy('anna'),
      send: (run) => approve('ben', run),
    },
    'changed bank details released by rita, approved by carl, awaiting funds': {
      ...{ rules: ONE, rests: ['rita', 'carl'] },
      bring: async () => {
        const first = await submit({ amount: '5.00' });
        await approve('carl', first);
        const run = await submit({ account: 9_000 + n, reference: `p${n}-again` });
        await releasePayments(appContext, [`p${n}-again`], person('rita'), null, VERIFIED);
        await resume(run);
        await approve('carl', run);
        await fund('5.00');
        return run;
      },
    },
    'approved by anna, awaiting its pay date': {
      ...{ rules: ONE, rests: ['anna'] },
      bring: async () => {
        const run = await submit();
        await db.query(
          `update payrun.run set pay_on = '2050-01-03', starts_at = '2050-01-03', start_zone = 'UTC' where id = $1`,
          [run],
        );
        await approve('anna', run);
        return run;
      },
      send: async (run) => {
        await db.query(
          `update payrun.run set pay_on = '2020-01-03', starts_at = '2020-01-03', start_zone = 'UTC' where id = $1`,
          [run],
        );
        return resume(run);
      },
    },
    'approved by anna, awaiting funds at a new quote': {
      ...{ rules: ONE, rests: ['anna'] },
      bring: async () => {
        const run = await approvedBy('anna');
        await db.query('update payrun.batch set quote_expires_at = now() where run_id = $1', [run]);
        return run;
      },
    },
  };

  /** Makes the last step of a run, with money for it. Takes the money back if nothing was sent. */
  const send = async (run: string, situation: Situation): Promise<RunOutcome> => {
    await fund('505.00');
    const outcome = await (situation.send ?? resume)(run);
    if ((await startsOf(run))[0] === 0) await fund('-505.00');
    return outcome;
  };
  /** Others approve it, and it is paid. */
  const payByOthers = async (run: string) => {
    await fund('505.00');
    for (const name of ['dora', 'ed']) if ((await startsOf(run))[0] === 0) await approve(name, run, VERIFIED);
    expect(await startsOf(run)).toEqual([1]);
  };
  const voidEvents = async (run: string) => {
    const { rows } = await db.query<{ data: Record<string, unknown> }>(
      `select data from payrun.event where chain = 'run-' || $1 and kind = 'approval_void' order by seq`,
      [run],
    );
    return rows.map(({ data }) => data);
  };

  // Every change in every situation: test/batches/starts/approval-at-start.long.test.ts.
  it.each(
    Object.entries(SITUATIONS).flatMap(([where, situation]) =>
      situation.rests.map((name) => [where, name, situation] as const),
    ),
  )('%s: nothing is sent after %s was disabled', async (_, name, situation) => {
    await setRules(situation.rules);
    const run = await situation.bring();
    await setUserDisabled(db, name, new Date());
    const outcome = await send(run, situation);
    expect(await startsOf(run)).toEqual([0]);
    expect(outcome).toMatchObject({ state: 'waiting_approval', exitCode: 4 });
    const { why } = await approvalSummary(appContext.ledger, run);
    expect(why.join(' ')).toMatch(new RegExp(`\\b${name} (may not|cannot)`));
    expect(await voidEvents(run)).toEqual([
      expect.objectContaining({ void: [name], why: expect.stringContaining(name) }),
    ]);
    await payByOthers(run);
  });

  const RULES: readonly [where: string, what: string, rules: Approval, why: RegExp][] = [
    ['approved by the policy, awaiting funds', 'every run needs an approval', ONE, /every run/i],
    ['approved by anna, awaiting funds', 'two approvers are needed', TWO, /anna approved it/],
  ];
  it.each(RULES)('%s: nothing is sent once %s', async (where, _what, rules, why) => {
    const situation = SITUATIONS[where]!;
    await setRules(situation.rules);
    const run = await situation.bring();
    await setRules(rules);
    expect(await send(run, situation)).toMatchObject({ state: 'waiting_approval' });
    expect(await startsOf(run)).toEqual([0]);
    expect((await approvalSummary(appContext.ledger, run)).why.join(' ')).toMatch(why);
    expect(await voidEvents(run)).toHaveLength(1);
    if (situation.rests.length > 0) {
      // The approval that was given stays the first of two.
      await expect(approve('anna', run)).rejects.toMatchObject({ code: 'approver_is_same' });
      await fund('505.00');
      await approve('dora', run);
      expect(await startsOf(run)).toEqual([1]);
    } else await payByOthers(run);
  });

  it('the ledger agrees with the audit about all of it', async () => {
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });
});
