import { beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { type CutOff, cutOffOf } from '../../../src/engine/plan/cut-off.ts';
import type { RunPlan } from '../../../src/engine/plan/run-plan.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { confirmRun, recordIntake } from '../../../src/ledger/runs/run.ts';
import { defaultRules } from '../../../src/money-rules.ts';
import type { RunStatus } from '../../../src/states.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { setRunStatus } from '../../support/set-run-status.ts';
import { addPayments, startTestRun } from '../../support/test-run.ts';

const BERLIN = '16:00 Europe/Berlin';

describeDatabases('the cut-off of a run', (database) => {
  let ledger: Ledger;
  let run: ActiveRun;
  /** At this time of a day in winter, UTC; Berlin is an hour ahead. 10 calls a minute. */
  const asked = async (time: string, cutOff: Record<string, unknown>, { calls = 40, of = run } = {}) => {
    const config = { ...loadConfig({ PAYRUN_HOME: database.home }, database.home), cutOff: cutOffs(cutOff) };
    const clock = { now: () => Date.parse(`2026-01-15T${time}:00Z`), sleep: async () => {} };
    const rules = async () => ({ rules: defaultRules('sandbox') });
    const appContext = { ledger, config, clock, rules, perWindow: 10 } as unknown as AppContext;
    return (await cutOffOf(appContext, of.id, of.merchant, calls)) as CutOff;
  };
  const cutOffs = ({ all, ...more }: Record<string, unknown>) => {
    const of = (text: unknown) => {
      const [time, zone] = String(text).split(' ') as [string, string];
      return { time, zone };
    };
    const each = (named: unknown = {}) =>
      Object.fromEntries(Object.entries(named as object).map(([name, text]) => [name, of(text)]));
    return {
      ...(all === undefined ? {} : { all: of(all) }),
      merchants: each(more.merchants),
      currencies: each(more.currencies),
    };
  };
  /** A run of two new recipients that is not started. */
  const waiting = async (
    merchant: string,
    { confirmed = true, known = true, status = 'preparing' as RunStatus } = {},
  ) => {
    const one = await startTestRun(ledger, { merchant });
    if (known) {
      await addPayments(ledger, one, [{ state: 'ready' }, { state: 'ready' }]);
      await recordIntake(ledger.db, one.id, 2, {});
    }
    if (confirmed) await confirmRun(ledger.db, one.id);
    await setRunStatus(ledger.db, one.id, status);
    return one;
  };

  beforeAll(async () => {
    ledger = await database.open();
    run = await waiting('acme', { confirmed: false });
  });

  it('does not apply if not configured, to other runs, or if nothing is left to start', async () => {
    expect(await asked('12:00', {})).toBeNull();
    expect(await asked('12:00', { merchants: { other: BERLIN }, currencies: { USD: BERLIN } })).toBeNull();
    expect(await asked('12:00', { all: BERLIN }, { calls: 0 })).toBeNull();
  });

  it('is met if its calls are done before it', async () => {
    expect(await asked('12:00', { all: BERLIN })).toMatchObject({
      by: BERLIN,
      at: '2026-01-15T15:00:00.000Z',
      calls: 40,
      inTime: true,
      warning: null,
    });
    // Three rounds of a minute and a second each follow the first.
    expect(await asked('14:56', { all: BERLIN })).toMatchObject({
      startsAt: '2026-01-15T14:59:03.000Z',
      inTime: true,
    });
  });

  it('causes a warning otherwise, with the earliest possible start', async () => {
    expect(await asked('14:58', { all: BERLIN })).toMatchObject({
      inTime: false,
      startsAt: '2026-01-15T15:01:03.000Z',
      warning:
        'The cut-off is 16:00 Europe/Berlin. With about 4 min of API calls, this run will be sent at 16:02 at the earliest.',
    });
    expect((await asked('15:30', { all: BERLIN })).warning).toBe(
      'Today’s cut-off, 16:00 Europe/Berlin, has passed: anything sent now is treated as sent tomorrow.',
    );
    expect((await asked('22:59', { all: '23:59 Europe/Berlin' }, { calls: 11 })).warning).toMatch(
      /, this run will be sent at 2026-01-16 00:01 at the earliest\.$/,
    );
  });

  it('is the earliest of those for all, for the merchant and for the balances', async () => {
    const output = { all: BERLIN, merchants: { acme: '15:00 Europe/Berlin' }, currencies: { EUR: '13:00 UTC' } };
    expect((await asked('12:00', output)).by).toBe('13:00 UTC');
    expect((await asked('12:00', { ...output, currencies: {} })).by).toBe('15:00 Europe/Berlin');
    expect((await asked('12:00', { all: BERLIN, merchants: { acme: '18:00 Europe/Berlin' } })).by).toBe(BERLIN);
    // New York's morning of the same day.
    expect((await asked('12:00', { currencies: { EUR: '09:00 America/New_York' } })).at).toBe(
      '2026-01-15T14:00:00.000Z',
    );
  });

  it('counts the calls of earlier runs of the same merchant, and of no others', async () => {
    const first = await waiting('queue');
    const alone = await asked('14:58', { all: BERLIN }, { calls: 1, of: first });
    expect(alone).toMatchObject({ ahead: { runs: 0, calls: 0, unknown: 0 }, inTime: true });
    await waiting('another');
    await waiting('queue', { confirmed: false });
    await waiting('queue', { status: 'awaiting_approval' });
    await waiting('queue', { known: false });
    const last = await waiting('queue');
    const { ahead, calls, warning } = await asked('14:59', { all: BERLIN }, { calls: 10, of: last });
    // Two new recipients, their list, a batch, the balance, and the batches that the service has already.
    expect(ahead).toEqual({ runs: 2, calls: 12, unknown: 1 });
    expect(calls).toBe(22);
    expect(warning).toBe(
      'The cut-off is 16:00 Europe/Berlin. With about 3 min of API calls and 2 runs ahead (1 still being read), this run will be sent at 16:02 at the earliest.',
    );
  });
});

describeDatabases('a sheet that arrives too late', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  it('is paid, and its plan and history say that it is late', async () => {
    const plans: RunPlan[] = [];
    const file = payroll.sheet('late.csv', sheetOf(people(2)));
    // It is over for today in one of these places, whatever the time is.
    const env = { PAYRUN_CUT_OFF: `00:00 ${new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'UTC'}` };
    const outcome = await payroll.pay(file, { env, announce: (plan) => plans.push(plan) });
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 2 } });
    expect(plans).toMatchObject([{ cutOff: { inTime: false }, warnings: [expect.stringContaining('has passed')] }]);
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query(`select chain, data from payrun.event where kind = 'late_for_cut_off'`);
    expect(rows).toMatchObject([{ chain: `run-${outcome.run}`, data: { by: env.PAYRUN_CUT_OFF, runsAhead: 0 } }]);
    const early = { reference: 'EARLY', amount: '7.77', email: 'early@example.com', iban: germanIban(9) };
    const inTime = await payroll.pay(payroll.sheet('early.csv', sheetOf([early])), {
      env: { PAYRUN_CUT_OFF: `23:59 ${new Date().getUTCHours() < 12 ? 'UTC' : 'America/Los_Angeles'}` },
      announce: (plan) => plans.push(plan),
    });
    expect(plans[1]).toMatchObject({ run: inTime.run, cutOff: { inTime: true, warning: null }, warnings: [] });
  });
});
