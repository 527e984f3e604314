import { beforeAll, describe, expect, it } from 'vitest';
import { showApproval } from '../../src/cli/terminal/show-approval.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { runNightly } from '../../src/engine/jobs/nightly.ts';
import type { NotificationContent } from '../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../src/engine/notifications/notification-templates.ts';
import { writeNotifications } from '../../src/engine/notifications/write-notifications.ts';
import { openQueue, QUEUE } from '../../src/engine/queue/open-queue.ts';
import { processRunTask } from '../../src/engine/queue/process-run-task.ts';
import { changePayDate } from '../../src/engine/review/change-pay-date.ts';
import { rejectRun } from '../../src/engine/review/take-back.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { rerunFailed } from '../../src/engine/runs/rerun.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { dueRuns } from '../../src/ledger/operations/queue-tasks.ts';
import { getRun } from '../../src/ledger/runs/run.ts';
import { insertUser, setUserNotifications } from '../../src/ledger/users/user.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import { approveRun } from '../support/approve-run.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { openPages } from '../support/visited-pages.ts';

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
const hour = (day: string, time: string) => Date.parse(`${day}T${time}:00Z`);

describeDatabases('a run with a pay date', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  /** The same installation at this moment. Its clock goes on from there. */
  const at = (moment: number): AppContext => {
    const later = moment - Date.now();
    return { ...appContext, clock: { ...appContext.clock, now: () => Date.now() + later } };
  };
  /** How far the clock of the service is ahead, so that its quotes are of that day. It never goes back. */
  let ahead = 0;
  const onDay = async (moment: number): Promise<AppContext> => {
    const short = moment - Date.now() - ahead;
    if (short > 0) await payroll.control('clock', { advanceMs: short });
    ahead += Math.max(short, 0);
    return at(moment);
  };
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
  /** Every channel by which a run is continued. */
  const CHANNELS: Readonly<Record<string, (context: AppContext, run: string) => Promise<unknown>>> = {
    'payrun resume RUN': (context, run) => resumeRuns(context, { run, ...quiet }),
    'payrun resume': (context) => resumeRuns(context, quiet),
    nightly: (context) => runNightly(context, { maker: mia, signal: undefined, ...quiet } as never),
    'a worker': (context, run) => processRunTask(context, { kind: 'run', run }, new AbortController().signal),
  };
  /** The runs that are due `ms` from now, by the clock of the database. */
  const toQueue = async (ms: number) => {
    const { db } = appContext.ledger;
    const move = (by: number) =>
      db.query(`update payrun.run set look_at = look_at - $1 * interval '1 millisecond'`, [by]);
    await move(ms);
    const due = await dueRuns(db, QUEUE);
    await move(-ms);
    return due.map(({ id }) => String(id));
  };

  beforeAll(async () => {
    appContext = await payroll.appContext({ PAYRUN_PAY_TIME: '09:00 UTC' });
    await openQueue(appContext);
  });

  it('is approved now and started on its day, whichever channel continues it', async () => {
    const { reference, file } = newSheet();
    const { run, outcome, exitCode, note } = await pay(file, ON);
    expect({ outcome, exitCode, note }).toEqual({
      outcome: 'scheduled',
      exitCode: 0,
      note: `It will be sent on ${ON} 09:00 UTC.`,
    });
    const before = await starts();
    for (const [channel, resume] of Object.entries(CHANNELS)) {
      await resume(at(hour(ON, '08:59')), run);
      expect(await starts(), channel).toBe(before);
    }
    // The last of them looked at 08:59.
    expect(await toQueue(0)).not.toContain(run);
    expect(await toQueue(60_000)).toContain(run);
    const context = await onDay(hour(ON, '09:00'));
    await processRunTask(context, { kind: 'run', run }, new AbortController().signal);
    await resumeRuns(context, { run, ...quiet });
    expect(await paidOf(reference)).toBe(1);
    expect((await getRun(appContext.ledger.db, run)).status).toBe('paid');
  });

  it.each(Object.keys(CHANNELS))('is started on its day by %s', async (channel) => {
    const { reference, file } = newSheet();
    const { run } = await pay(file, ON);
    const context = await onDay(hour(ON, '09:01'));
    await CHANNELS[channel]!(context, run);
    await resumeRuns(context, { run, ...quiet });
    expect(await paidOf(reference)).toBe(1);
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

  it('is not retried before its day', async () => {
    const { reference, file } = newSheet();
    const first = await payroll.pay(file, {
      payOn: ON,
      env: { 'approval.policy': 'manual', PAYRUN_PAY_TIME: '09:00 UTC' },
    });
    await rejectRun(appContext, first.run, { by: person('anna'), because: 'later', ...quiet });
    const again = await rerunFailed(await payroll.appContext({ PAYRUN_PAY_TIME: '09:00 UTC' }), {
      ...{ run: first.run, maker: mia, states: ['canceled'], references: [], dryRun: false, confirm: 'yes', ...quiet },
    });
    expect(again.outcome).toBe('scheduled');
    expect(await paidOf(reference)).toBe(0);
  });

  describe('in the sheet', () => {
    const withColumn = (name: string, days: readonly string[]) => {
      const lines = sheetOf(days.map((_, i) => ({ reference: `${name}-${i}`, email: `${name}${i}@example.com` })));
      const [header, ...rows] = lines.trim().split('\n');
      return payroll.sheet(`${name}.csv`, [`${header},payOn`, ...rows.map((row, i) => `${row},${days[i]}`)].join('\n'));
    };

    it('counts if every row has the same', async () => {
      const { run, outcome } = await pay(withColumn('same', [ON, ON]));
      expect(outcome).toBe('scheduled');
      expect(await getRun(appContext.ledger.db, run)).toMatchObject({
        pay_on: ON,
        start_zone: 'UTC',
        moved_because: null,
      });
    });

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

    it('is checked like any cell', async () => {
      const { problems } = await pay(withColumn('wrong', ['01.12.2026', '2026-02-30', '2031-01-01']));
      expect(problems.map(({ row, code, column }) => [row, code, column])).toEqual([
        [2, 'pay_on_form', 'payOn'],
        [3, 'pay_on_form', 'payOn'],
        [4, 'pay_on_far', 'payOn'],
      ]);
    });

    it('that is over is a warning, and the payment is made at once', async () => {
      const { problems, state } = await pay(withColumn('over', ['2026-01-15']));
      expect(problems).toMatchObject([{ code: 'pay_on_past', severity: 'warning' }]);
      expect(state).toBe('done');
    });
  });

  it.each(['2020-01-01', '2099-01-01', 'tomorrow'])('cannot be %s', async (day) => {
    await expect(pay(newSheet().file, day)).rejects.toMatchObject({ code: 'pay_day' });
  });

  describe('until it is sent', () => {
    const waiting = async () => {
      const { reference, file } = newSheet();
      const context = await payroll.appContext({ 'approval.policy': 'manual', PAYRUN_PAY_TIME: '09:00 UTC' });
      const { run } = await pay(file, ON, context);
      return { context, reference, id: BigInt(run), run };
    };

    it('can be changed, and an approval stays valid: it covers payments, accounts and a quote', async () => {
      const { context, id, run } = await waiting();
      await changePayDate(context, id, { on: dayAfter(ON, 1), by: mia });
      const { outcome } = await approveRun(context, run, { by: person('anna'), ...quiet });
      expect(outcome).toBe('scheduled');
      await changePayDate(context, id, { on: dayAfter(ON, 2), by: mia });
      const { rows } = await context.ledger.db.query('select state, approved_by from payrun.batch where run_id = $1', [
        run,
      ]);
      expect(rows).toEqual([{ state: 'approved', approved_by: 'anna' }]);
      const { rows: reported } = await context.ledger.db.query(
        `select actor, data->>'before' as before, data->>'on' as on from payrun.event where chain = $1 and kind = 'pay_date_changed' order by seq`,
        [`run-${run}`],
      );
      expect(reported).toEqual([
        { actor: 'mia', before: ON, on: dayAfter(ON, 1) },
        { actor: 'mia', before: dayAfter(ON, 1), on: dayAfter(ON, 2) },
      ]);
    });

    it('is shown to the approver, on the page and on the command line', async () => {
      const { context, id, run } = await waiting();
      const { text } = await openPages(context).get(`/runs/${run}/approve`);
      expect(text).toContain('The run will be sent on ');
      expect(text).toMatch(new RegExp(`<time datetime="${ON}T[^"]+"`));
      const lines = async () =>
        showApproval(await approvalSummary(context.ledger, run), context.clock.now()).join('\n');
      expect(await lines()).toContain(`Sent on ${ON} `);
      await changePayDate(context, id, { on: null, by: mia });
      expect(await lines()).not.toContain('Sent on');
    });

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

  it('notifies its maker and its approvers of a move, but not the user who moved it', async () => {
    const context = await payroll.appContext({
      ...{ 'approval.policy': 'manual', PAYRUN_PAY_TIME: '09:00 UTC', PAYRUN_SMTP_URL: 'smtp://127.0.0.1:9' },
    });
    const { db } = context.ledger;
    for (const [name, role] of [
      ['mia', 'maker'],
      ['other', 'maker'],
      ['anna', 'approver'],
      ['late', 'approver'],
    ] as const) {
      await insertUser(db, { name, role, merchants: null, limits: null, password: null }, new Date());
      await setUserNotifications(db, name, { email: `${name}@example.com`, kinds: null });
    }
    const written = async (run: string) => {
      await writeNotifications(context, new AbortController().signal);
      const { rows } = await db.query<{ content: NotificationContent; to: readonly string[] }>(
        `select n.content, array(select split_part(target, '@', 1) from payrun.notification_delivery d where d.notification_id = n.id order by 1) as to
         from payrun.notification n where n.run_id = $1 and n.kind = 'pay_date_moved' order by n.ordinal`,
        [run],
      );
      return rows.map(({ content, to }) => {
        const { subject, parts } = notificationText('pay_date_moved', content, null);
        return { to, subject: subject.replace(/: date-.*/, ''), text: parts.lines.join(' ') };
      });
    };
    const saturday = dayAfter(ON, 3);
    const monday = dayAfter(saturday, 2);
    const sent = `The run is sent on ${monday} 09:00 UTC, because ${saturday} is a Saturday.`;
    const { run } = await pay(newSheet().file, saturday, context);
    const first = {
      to: ['mia'],
      subject: `[Payrun SANDBOX] Pay date moved to ${monday}`,
      text: `The pay date ${saturday} was moved: the r${sent.slice(5)}`,
    };
    expect(await written(run)).toEqual([first]);
    expect(await written(run)).toEqual([first]);
    await approveRun(context, run, { by: person('anna'), ...quiet });
    await changePayDate(context, BigInt(run), { on: dayAfter(ON, 7), by: mia });
    const second = {
      to: ['anna'],
      subject: `[Payrun SANDBOX] Pay date moved to ${dayAfter(ON, 7)}`,
      text: `mia moved the pay date from ${saturday} to ${dayAfter(ON, 7)}. The run is sent on ${dayAfter(ON, 7)} 09:00 UTC.`,
    };
    expect(await written(run)).toEqual([first, second]);
    await changePayDate(context, BigInt(run), { on: null, by: person('anna') });
    const third = {
      to: ['mia'],
      subject: '[Payrun SANDBOX] Pay date removed',
      text: `anna removed the pay date ${dayAfter(ON, 7)}. The run is sent as soon as it is approved.`,
    };
    expect(await written(run)).toEqual([first, second, third]);
    // A day that is a business day is not moved, and not notified.
    expect(await written((await pay(newSheet().file, ON, context)).run)).toEqual([]);
  });
});
