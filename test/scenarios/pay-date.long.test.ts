import { beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { changePayDate } from '../../src/engine/review/change-pay-date.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { getRun } from '../../src/ledger/runs/run.ts';
import { approveRun } from '../support/approve-run.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

const DAY_MS = 86_400_000;
/** A Wednesday some weeks ahead, so that no bank holiday of the euro is near. */
const wednesday = () => {
  const at = new Date(Date.now() + 21 * DAY_MS);
  at.setUTCDate(at.getUTCDate() + ((3 - at.getUTCDay() + 7) % 7));
  const day = at.toISOString().slice(0, 10);
  return /-(12-2[3-9]|12-3.|01-01|05-01)$/.test(day) ? dayAfter(day, 14) : day;
};
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const quiet = { progress: () => {} };
const mia = person('mia');
const ON = wednesday();

// Nothing is started before it: the simulator's step "a pay date".
describeDatabases('a run with a pay date', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  let n = 0;
  const newSheet = (more: Record<string, string> = {}) => {
    const reference = `DATE-${++n}`;
    return {
      reference,
      file: payroll.sheet(`date-${n}.csv`, sheetOf([{ reference, email: `d${n}@example.com`, ...more }])),
    };
  };
  const pay = async (file: string, payOn?: string, context = appContext) =>
    paySheet(context, { file, maker: mia, onInvalid: 'skip', dryRun: false, confirm: 'yes', payOn, ...quiet });
  const paidOf = async (reference: string) => {
    const { rows } = await appContext.ledger.db.query<{ id: string }>(
      'select id from payrun.payment where reference = $1',
      [reference],
    );
    const ids = new Set(rows.map(({ id }) => id));
    return (await payroll.ledger()).payments
      .filter(({ externalId }) => ids.has(externalId))
      .reduce((sum, { timesPaid }) => sum + timesPaid, 0);
  };
  const starts = async () => (await payroll.ledger()).batches.reduce((sum, { startCalls }) => sum + startCalls, 0);
  beforeAll(async () => {
    appContext = await payroll.appContext({ PAYRUN_PAY_TIME: '09:00 UTC' });
  });

  it('is moved to the next business day, and says so before it is submitted and in its activity', async () => {
    const saturday = dayAfter(ON, 3);
    const { file } = newSheet();
    let warnings: readonly string[] = [];
    const { run, note } = await paySheet(appContext, {
      ...{ file, maker: mia, onInvalid: 'skip', dryRun: false, payOn: saturday, ...quiet },
      announce: (plan) => {
        warnings = plan.warnings;
      },
      confirm: async () => true,
    });
    const sent = `${dayAfter(saturday, 2)} 09:00 UTC, because ${saturday} is a Saturday`;
    expect(warnings).toContain(`The pay date ${saturday} was moved: it is sent on ${sent}.`);
    expect(note).toBe(`It will be sent on ${sent}.`);
    const { rows } = await appContext.ledger.db.query(
      `select data->>'on' as on, data->>'because' as because from payrun.event where chain = $1 and kind = 'pay_date_set'`,
      [`run-${run}`],
    );
    expect(rows).toEqual([{ on: saturday, because: `${saturday} is a Saturday` }]);
  });

  describe('in the sheet', () => {
    const withColumn = (name: string, days: readonly string[]) => {
      const lines = sheetOf(days.map((_, i) => ({ reference: `${name}-${i}`, email: `${name}${i}@example.com` })));
      const [header, ...rows] = lines.trim().split('\n');
      return payroll.sheet(`${name}.csv`, [`${header},payOn`, ...rows.map((row, i) => `${row},${days[i]}`)].join('\n'));
    };

    it.each([
      ['differs', [ON, dayAfter(ON, 1)], undefined, `${ON} in 1 row, ${dayAfter(ON, 1)} in 1 row.`],
      ['lacks', [ON, ''], undefined, `none in 1 row, ${ON} in 1 row.`],
      ['other', [ON], dayAfter(ON, 1), `${ON} in 1 row, and ${dayAfter(ON, 1)} was requested.`],
    ])('stops the sheet if a row %s', async (name, days, asked, output) => {
      const before = await starts();
      const { outcome, reasons, run } = await pay(withColumn(name, days), asked);
      expect(outcome).toBe('nothing_paid');
      expect(reasons).toMatchObject([{ state: 'canceled', reason: 'several pay dates' }]);
      const { rows } = await appContext.ledger.db.query(
        'select distinct reason from payrun.payment where run_id = $1',
        [run],
      );
      expect(rows).toEqual([
        {
          reason: `A run has one pay date, but the column "pay on" has ${output} Give every row the same day, or pay a sheet for each. Nothing is paid.`,
        },
      ]);
      expect(await starts()).toBe(before);
    });
  });

  describe('until it is sent', () => {
    const waiting = async () => {
      const { reference, file } = newSheet();
      const context = await payroll.appContext({ 'approval.policy': 'manual', PAYRUN_PAY_TIME: '09:00 UTC' });
      const { run } = await pay(file, ON, context);
      return { context, reference, id: BigInt(run), run };
    };

    it('can be moved forward after an approval only by a user who may approve it', async () => {
      const { context, id, run, reference } = await waiting();
      await approveRun(context, run, { by: person('anna'), ...quiet });
      for (const on of [null, dayAfter(ON, -1)])
        await expect(changePayDate(context, id, { on, by: mia })).rejects.toMatchObject({ code: 'maker_is_approver' });
      expect((await getRun(context.ledger.db, id)).pay_on).toBe(ON);
      await changePayDate(context, id, { on: null, by: person('anna') });
      await resumeRuns(context, { run, ...quiet });
      expect(await paidOf(reference)).toBe(1);
      await expect(changePayDate(context, id, { on: ON, by: mia })).rejects.toMatchObject({ code: 'pay_day_fixed' });
    });
  });
});
