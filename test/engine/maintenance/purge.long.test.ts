import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { duePurges, type PurgeDeps, purge } from '../../../src/engine/maintenance/purge.ts';
import { reportRun } from '../../../src/engine/runs/report-run.ts';
import { rerunFailed } from '../../../src/engine/runs/rerun.ts';
import { knownRecipients } from '../../../src/ledger/known-recipients.ts';
import { getNotifiedKinds } from '../../../src/ledger/notifications/notification.ts';
import { runOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { writeReport } from '../../../src/reports/write-report.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, people, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { startTestRun } from '../../support/test-run.ts';

type Retention = AppContext['config']['retention'];
const ALL: Retention = {
  ...{ sheets: 30, payloads: 30, calls: 30, deliveries: 30 },
  ...{ messages: 30, inbox: 30, notifications: 30 },
};
/** Of what there is nothing of in these sheets. */
const NONE = { messages: 0, inbox: 0, notifications: 0 };

/** Rows that name their recipients by a number. */
function numberedSheetOf(lines: readonly SheetLine[]): string {
  const [header, ...rows] = sheetOf(lines).trimEnd().split('\n');
  return `${[`${header},referenceId`, ...rows.map((row, i) => `${row},V-${lines[i]!.reference}`)].join('\n')}\n`;
}

describeDatabases('a purge', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const A = people(4, (n) => ({ reference: `A-${n}`, ...(n === 4 ? { iban: 'DE00' } : {}) }));

  const sql = (text: string, params: readonly unknown[] = []) => appContext.ledger.db.query(text, params);
  const count = async (text: string) => Number((await sql(`select count(*) as n from ${text}`)).rows[0]!.n);
  const deps = (retention: Retention = ALL, returnDays = 30): PurgeDeps => ({
    ...appContext,
    config: { ...appContext.config, retention, returnDays },
  });
  const due = async (retention?: Retention, returnDays?: number) =>
    Object.fromEntries((await duePurges(deps(retention, returnDays))).map(({ kind, items }) => [kind, items]));
  const found = async () => (await verifyLedger(appContext)).findings.map(({ what }) => what);
  /** Changes the tables past every trigger, as someone with the database's password could. */
  const asSuperuser = (...statements: readonly string[]) =>
    appContext.ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      for (const statement of statements) await db.query(statement);
    });
  /** So many days pass for a run. */
  const age = (run: string, days: number) => {
    const before = `- interval '${days} days'`;
    return asSuperuser(
      `update payrun.payment set created_at = created_at ${before}, final_at = final_at ${before} where run_id = ${run}`,
      `update payrun.batch set settled_at = settled_at ${before} where run_id = ${run}`,
      `update payrun.call set at = at ${before} where run_id = ${run}`,
      `update payrun.recipient set synced_at = synced_at ${before} where id in (select recipient_id from payrun.payment where run_id = ${run})`,
      `update payrun.run set created_at = created_at ${before}, finished_at = finished_at ${before} where id = ${run}`,
    );
  };

  beforeAll(async () => {
    appContext = await payroll.appContext();
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'person3@example.com' }, outcome: 'failed', reason: 'closed' },
    ]);
    await payroll.pay(payroll.sheet('a.csv', numberedSheetOf(A)));
    await payroll.pay(
      payroll.sheet('b.csv', numberedSheetOf([{ reference: 'B-1', email: 'b@example.com', amount: '7.10' }])),
    );
    // The same reference with another amount: on hold, for a person.
    await payroll.pay(
      payroll.sheet(
        'c.csv',
        numberedSheetOf([
          { ...A[0]!, amount: '77.70' },
          { reference: 'C-2', email: 'c@example.com', amount: '8.10' },
        ]),
      ),
    );
    for (const [id, state] of [
      ['D-1', 'read'],
      ['D-2', 'ignored'],
      ['D-3', 'new'],
    ])
      await sql(
        `insert into payrun.webhook_delivery (merchant_id, delivery_id, model, action, signature_hash, state, received_at)
         values ('default', $1, 'payment', 'updated', $1::text::bytea, $2, now() - interval '40 days')`,
        [id, state],
      );
  });

  /** Makes an ended run require action. Returns what ends it as it was. */
  const requireAction = async (run: number) => {
    const { db } = appContext.ledger;
    const { rows } = await db.query<{ status: string; finished_at: Date }>(
      'select status, finished_at from payrun.run where id = $1',
      [run],
    );
    await db.query(`update payrun.run set status = 'action_required', finished_at = null where id = $1`, [run]);
    return () =>
      db.query('update payrun.run set status = $2, finished_at = $3 where id = $1', [
        run,
        rows[0]!.status,
        rows[0]!.finished_at,
      ]);
  };

  it('removes nothing without a policy, or while payments may still be returned', async () => {
    expect(appContext.config.retention).toEqual({});
    expect(await due({})).toEqual({ sheets: 0, payloads: 0, calls: 0, deliveries: 0, ...NONE });
    expect(await purge(deps({}), { by: person('olga') })).toMatchObject([{ days: null }, {}, {}, {}, {}, {}, {}]);
    await age('1', 20);
    expect(await due({ sheets: 10, payloads: 10 }, 30)).toMatchObject({ sheets: 0, payloads: 0 });
    expect(await due({ sheets: 10, payloads: 10 }, 5)).toMatchObject({ sheets: 1, payloads: 4 });
    expect(await due({ sheets: 25, payloads: 25 }, 5)).toMatchObject({ sheets: 0, payloads: 0 });
  });

  it('shows what it would remove: what is due, and not what is on hold, waiting, or read by a rerun', async () => {
    await age('1', 80);
    await age('3', 100);
    const calls = await count(`payrun.call where run_id in (1, 3)`);
    expect(await due()).toEqual({ sheets: 1, payloads: 4, calls, deliveries: 2, ...NONE });
    await sql(`update payrun.run set reported_at = null where id = 1`);
    expect(await due()).toMatchObject({ sheets: 0, payloads: 4 });
    await sql(`update payrun.run set reported_at = now() where id = 1`);
    const endAgain = await requireAction(1);
    expect(await due()).toMatchObject({ sheets: 0, payloads: 0 });
    await endAgain();
    await startTestRun(appContext.ledger, { parent: 1n });
    expect(await due()).toMatchObject({ sheets: 0, payloads: 0 });
    await asSuperuser(`delete from payrun.run where parent_run = 1`);
    expect(await due()).toMatchObject({ sheets: 1, payloads: 4 });
  });

  it('continues where it was stopped, records what was removed, and leaves no name of a row in a notification', async () => {
    const named = {
      rows: 4,
      affected: ['Row 4, Ada Byron, 1.00 EUR: closed'],
      changed: ['Row 2, Ada Byron, 2.00 EUR: moved'],
      reasons: [{ state: 'failed', reason: 'name mismatch: Ada Byron', payments: 1 }],
    };
    for (const about of ['run-1', 'run-1 of default', 'run-10', 'run-3'])
      await sql(
        `insert into payrun.notification (kind, about, ordinal, stages, content) values ('rows_failed', $1, 1, '{refused}', $2)`,
        [about, JSON.stringify(named)],
      );
    const stop = new AbortController();
    const progress = () => stop.abort(new Error('stopped'));
    await expect(purge(deps(), { by: person('olga'), signal: stop.signal, progress })).rejects.toThrow('stopped');
    const before = await runOutcome(appContext.ledger.db, 1n);
    const gone = await purge(deps(), { by: person('olga') });
    expect(gone.map(({ kind, items }) => [kind, items])).toEqual([
      ['sheets', 0],
      ['payloads', 4],
      ['calls', expect.any(Number)],
      ['deliveries', 2],
      ['messages', 0],
      ['inbox', 0],
      ['notifications', 0],
    ]);
    expect(gone[2]!.items).toBeGreaterThan(0);
    expect(await count(`payrun.sheet_part t join payrun.run r using (sheet_id) where r.id = 1`)).toBe(0);
    expect(await count(`payrun.payment where run_id = 1 and row_sealed <> ''`)).toBe(0);
    expect(await count(`payrun.payment where run_id <> 1 and row_sealed = ''`)).toBe(0);
    expect((await sql(`select about, content from payrun.notification order by id`)).rows).toEqual([
      { about: 'run-1', content: { rows: 4 } },
      { about: 'run-1 of default', content: { rows: 4 } },
      { about: 'run-10', content: named },
      { about: 'run-3', content: named },
    ]);
    await sql(`delete from payrun.notification`);
    expect((await sql(`select delivery_id from payrun.webhook_delivery`)).rows).toEqual([{ delivery_id: 'D-3' }]);
    expect(await runOutcome(appContext.ledger.db, 1n)).toEqual({
      ...before,
      problems: before.problems.map(({ value: _, ...problem }) => ({ ...problem, recipient: 'Name removed' })),
    });
    const reported = async (chain: string) =>
      (
        await sql(
          `select actor, kind, data from payrun.event where kind in ('purge_begun', 'purged', 'sheet_purged', 'payloads_purged')
             and chain = $1 order by seq`,
          [chain],
        )
      ).rows as { actor: string; kind: string; data: unknown }[];
    const kinds = (events: Awaited<ReturnType<typeof reported>>) => events.map(({ actor, kind }) => `${actor} ${kind}`);
    expect(kinds(await reported('run-1'))).toEqual(['olga sheet_purged', 'olga payloads_purged']);
    const ofSystem = await reported('system');
    expect(kinds(ofSystem)).toEqual(['olga purge_begun', 'olga purged', 'olga purge_begun', 'olga purged']);
    expect(ofSystem.at(-1)!.data).toMatchObject({ gone: { payloads: 4, deliveries: 2 } });
    expect(await due()).toEqual({ sheets: 0, payloads: 0, calls: 0, deliveries: 0, ...NONE });
  });

  it('leaves what is verified, and says in a sentence what is no longer possible', async () => {
    expect(await found()).toEqual([]);
    await expect(writeReport(appContext, 1n)).rejects.toMatchObject({ code: 'purged_sheet' });
    expect(await reportRun(appContext, 1n)).toMatchObject({
      results: null,
      counts: { processed: 2, failed: 1, invalid: 1 },
    });
    const again = {
      run: '1',
      maker: person('mia'),
      states: ['failed'],
      references: [],
      dryRun: false,
      confirm: 'yes' as const,
    };
    await expect(rerunFailed(appContext, { ...again, progress: () => {} })).rejects.toThrow(
      /The row contents of run \d+ were purged on /,
    );
    expect(await count('payrun.run where parent_run = 1')).toBe(0);
    expect((await knownRecipients(appContext.ledger, 'default')).map(({ country }) => country).sort()).toEqual([
      '',
      '',
      'DE',
      'DE',
    ]);
    // A payment that came back afterwards outdates results that cannot be written again: no one is to try for ever.
    await sql('update payrun.run set reported_at = null where id = 1');
    expect(await payroll.resume()).toEqual([]);
    await sql('update payrun.run set reported_at = now() where id = 1');
  });

  it('removes inbox files and notifications when due, and notifies no one of the same again', async () => {
    const days = (n: number) => `now() - interval '${n} days'`;
    const file = (name: string, state: string, age: number, run = 'null', end = `'done', '${name}'`) =>
      sql(`insert into payrun.inbox_file (id, inbox, folder, source, name, size, stamp, state, run_id, ends_in, end_name, updated_at)
        values (gen_random_uuid(), gen_random_uuid(), '', '${name}', '${name}', 1, 'x', '${state}', ${run}, ${end}, ${days(age)})`);
    await file('salaries of ada byron.csv', 'done', 40, '1');
    await file('not-read.csv', 'failed', 40);
    await file('young.csv', 'done', 20);
    await file('at-work.csv', 'taking', 40, 'null', 'null, null');
    const endAgain = await requireAction(2);
    await file('its-run-waits.csv', 'done', 40, '2');
    const notice = async (about: string, age: number, deliveries: readonly string[]) => {
      await sql(
        `insert into payrun.notification (kind, about, ordinal, stages, content, created_at)
         values ('finished', $1, 1, '{done}', '{"sheet": "salaries of ada byron.csv"}', ${days(age)})`,
        [about],
      );
      for (const state of deliveries)
        await sql(
          `insert into payrun.notification_delivery (notification_id, channel, target, state, ended_at)
           select id, 'email', $2::text || '@example.com', $2::text, case when $2 = 'waiting' then null else ${days(age)} end
           from payrun.notification where about = $1`,
          [about, state],
        );
    };
    await notice('run-1', 40, ['sent', 'given_up']);
    await notice('run-2', 40, ['sent', 'waiting']);
    await notice('run-3', 20, ['sent']);

    await sql(
      `insert into payrun.endpoint (name, url, types, secrets_sealed, made_by, made_at) values ('erp', 'https://x', '{run.*}', '', 'olga', now())`,
    );
    for (const [state, at] of [
      ['sent', 40],
      ['given_up', 40],
      ['waiting', 40],
      ['sent', 20],
    ] as const)
      await sql(
        `insert into payrun.endpoint_message (endpoint, type, run_id, state, at) values ('erp', 'run.paid', 1, $1, ${days(at)})`,
        [state],
      );

    expect(await due()).toMatchObject({ messages: 2, inbox: 2, notifications: 1 });
    const gone = await purge(deps(), { by: person('olga') });
    expect(gone.slice(-3).map(({ kind, items }) => [kind, items])).toEqual([
      ['messages', 2],
      ['inbox', 2],
      ['notifications', 1],
    ]);
    expect((await sql('select name from payrun.inbox_file order by name')).rows.map(({ name }) => name)).toEqual([
      'at-work.csv',
      'its-run-waits.csv',
      'young.csv',
    ]);
    const kept = await sql(
      `select about, content = '{}' as empty, (select count(*)::int from payrun.notification_delivery d where d.notification_id = n.id) as to
       from payrun.notification n order by about`,
    );
    expect(kept.rows).toEqual([
      { about: 'run-1', empty: true, to: 0 },
      { about: 'run-2', empty: false, to: 2 },
      { about: 'run-3', empty: false, to: 1 },
    ]);
    expect((await getNotifiedKinds(appContext.ledger.db, 'run-1')).get('finished')).toMatchObject({ stages: ['done'] });
    expect(await due()).toMatchObject({ inbox: 0, notifications: 0 });
    await endAgain();
    expect(await due()).toMatchObject({ inbox: 1 });
    expect(await found()).toEqual([]);
  });

  it('lets no one be paid twice: references are known forever', async () => {
    const once = (await payroll.ledger()).payments.filter(
      ({ recipientEmail }) => recipientEmail === 'person1@example.com',
    );
    const { counts } = await payroll.pay(payroll.sheet('a-again.csv', sheetOf(A.slice(0, 2))));
    expect(counts).toMatchObject({ already_paid: 2, processed: 0 });
    expect(
      (await payroll.ledger()).payments.filter(({ recipientEmail }) => recipientEmail === 'person1@example.com'),
    ).toEqual(once);
  });

  it('still recognizes a person by name and account, and the account of another person', async () => {
    const of = (n: number, reference: string, amount: string, named: { first?: string; last?: string } = {}) => ({
      ...{ reference, amount, email: `${reference.toLowerCase()}@example.com`, iban: germanIban(n) },
      ...{ first: `First${'-bcd'[n]}`, last: `Last${'-bcd'[n]}`, ...named },
    });
    const problemsOf = async (...lines: readonly SheetLine[]) => {
      const { problems } = await payroll.pay(payroll.sheet(`${lines[0]!.reference}.csv`, sheetOf(lines)), {
        env: { duplicateDays: '3650' },
      });
      return problems.map(({ row, code }) => [row, code]);
    };
    expect(await problemsOf(of(1, 'SAME-MONEY', '101.25'), of(2, 'OTHER-MONEY', '55.55'))).toEqual([
      [2, 'possible_duplicate'],
    ]);
    expect(await problemsOf(of(2, 'OTHER-NAME', '66.66', { first: 'Zoe', last: 'Zorn' }))).toEqual([
      [2, 'shared_account'],
    ]);
  });

  it('hides no tampering: verify finds a changed purged row, and rows that are gone without a purge', async () => {
    await asSuperuser('update payrun.payment set minor = minor + 1 where run_id = 1 and row = 2');
    expect(await found()).toContain(
      'Run 1: one of the rows 2 to 5 differs from the imported sheet. Payrun cannot tell which one.',
    );
    await asSuperuser(
      'update payrun.payment set minor = minor - 1 where run_id = 1 and row = 2',
      `update payrun.payment set row_sealed = '' where run_id = 2`,
    );
    expect(await found()).toEqual(['Run 2: the contents of some of its rows are missing, but were not purged.']);
    await asSuperuser('update payrun.run set payloads_purged_at = now() where id = 2');
    expect(await found()).toEqual(['Run 2: its rows are marked as purged, but the audit log records no purge.']);
    await asSuperuser(
      'update payrun.run set payloads_purged_at = null where id = 2',
      'delete from payrun.sheet_part where sheet_id = (select sheet_id from payrun.run where id = 2)',
    );
    expect(await found()).toContain('Run 2: its sheet is missing, but was not purged.');
  });
});
