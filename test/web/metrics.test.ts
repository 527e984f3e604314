import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayrunError } from '../../src/errors.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createRateLimitSlots } from '../../src/ledger/operations/rate-limit-slots.ts';
import { selectPayments } from '../../src/ledger/runs/payment-status.ts';
import { recordIntake } from '../../src/ledger/runs/run.ts';
import { markReported, outdateReport } from '../../src/ledger/runs/run-looks.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import { metrics } from '../../src/web/metrics.ts';
import { createMetrics, type Metrics } from '../../src/web/metrics-registry.ts';
import { serveApp, type WebServer } from '../../src/web/serve-app.ts';
import { describeDatabases } from '../support/database.ts';
import { parseExposition } from '../support/exposition.ts';
import { pastRules } from '../support/past-rules.ts';
import { setRunStatus } from '../support/set-run-status.ts';
import { addBatch, addPayments, moveThrough, startTestRun, testDeps } from '../support/test-run.ts';

const TOKEN = 'a token of sixteen or more';

describeDatabases('/metrics', (database) => {
  let ledger: Ledger;
  const servers: WebServer[] = [];
  let now = 0;
  const clock: Clock = { ...systemClock, now: () => Date.now() + now };
  const log = createLog('silent');

  beforeAll(async () => {
    ledger = await database.open();
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  const open = async (more: { metricsToken?: string; db?: Ledger['db']; host?: string } = {}) => {
    const figures = createMetrics();
    const { config } = testDeps(ledger);
    const { db = ledger.db, host = '127.0.0.1', ...settings } = more;
    const appContext = { config: { ...config, ...settings }, ledger: { ...ledger, db }, clock, log };
    const feature = metrics({ appContext: appContext as never, figures });
    const server = await serveApp(createApp([feature], log), { host, port: 0 });
    servers.push(server);
    return {
      figures,
      url: `${server.url}/metrics`,
      ask: (headers: Record<string, string> = {}) => fetch(`${server.url}/metrics`, { headers }),
    };
  };
  type Opened = Awaited<ReturnType<typeof open>>;
  /** Looks again, whatever was kept. */
  const figuresOf = async ({ ask }: Pick<Opened, 'ask'>) => {
    now += 3_600_000;
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return parseExposition(await answer.text());
  };

  it('is not read under a name of another site, unless with the right token', async () => {
    const plain = await open();
    const status = (at: string, Host: string, more = {}) =>
      new Promise((resolve, reject) => {
        get(at, { headers: { Host, ...more } }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      });
    expect(await status(plain.url, 'evil.example')).toBe(400);
    expect(await status(plain.url, 'localhost:4080')).toBe(200);
    const { url } = await open({ metricsToken: TOKEN });
    expect(await status(url, 'payrun.monitoring', { Authorization: `Bearer ${TOKEN}` })).toBe(200);
    // Without proof of the token it is as with every page.
    expect(await status(url, 'payrun.monitoring')).toBe(400);
    expect(await status(url, 'payrun.monitoring', { Authorization: 'Bearer a guess of sixteen' })).toBe(400);
    expect(await status(url, 'localhost:4080')).toBe(401);
  });

  describe('the metrics', () => {
    it('agree with the ledger: runs, payments, batches, quota, jobs and notifications', async () => {
      const opened = await open();
      const active = await startTestRun(ledger);
      await addPayments(ledger, active, [
        { state: 'held' },
        { state: 'held' },
        { state: 'invalid' },
        { state: 'ready' },
      ]);
      const funds = await addBatch(ledger, active, [{}, {}, {}]);
      await moveThrough(ledger, funds, 'creating', 'open', 'quoted', 'approved', 'starting', 'waiting_funds');
      const sent = await addBatch(ledger, active, [{}]);
      await moveThrough(ledger, sent, 'creating', 'open', 'quoted', 'approved', 'starting', 'started');
      const lost = await addBatch(ledger, active, [{}, {}]);
      await moveThrough(ledger, lost, 'creating', 'open', 'quoted', 'approved', 'starting', 'unknown');
      await setRunStatus(ledger.db, active.id, 'action_required', null);
      const done = await startTestRun(ledger);
      for (const one of [active, done]) await recordIntake(ledger.db, one.id, 10, {});
      await addPayments(ledger, done, [{ state: 'canceled' }, { state: 'failed' }]);
      await setRunStatus(ledger.db, done.id, 'ended', null);
      await createRateLimitSlots(ledger.db, clock).take('merchant:abc', 50, clock.now() + 60_000, 3);
      await createRateLimitSlots(ledger.db, clock).take('merchant:def', 4, clock.now() + 60_000, 2);
      await ledger.db.query(
        `insert into payrun.job_run (job, maker, began_at, ended_at, exit_code) values
           ('nightly', 'x', now(), '2026-03-01T02:10:00Z', 0), ('nightly', 'x', now(), '2026-03-02T02:10:00Z', 4), ('nightly', 'x', now(), null, null)`,
      );
      await ledger.db.query(
        `with made as (insert into payrun.notification (kind, about, ordinal, stages, content) values ('finished', 'x', 1, '{}', '{}') returning id)
         insert into payrun.notification_delivery (notification_id, channel, target, state)
         select id, 'email', t, s from made, (values ('a', 'waiting'), ('b', 'given_up'), ('c', 'sent')) v (t, s)`,
      );

      const figures = await figuresOf(opened);
      const { rows } = await ledger.db.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from payrun.payment_status group by state',
      );
      expect(rows.length).toBeGreaterThan(5);
      for (const { state, n } of rows)
        expect([state, figures.get(`payrun_payments{state="${state}"}`)]).toEqual([state, n]);
      const all = [...figures].filter(([name]) => name.startsWith('payrun_payments{'));
      expect(all.reduce((sum, [, n]) => sum + n, 0)).toBe(rows.reduce((sum, { n }) => sum + n, 0));
      expect(
        Object.fromEntries(
          [...figures].filter(
            ([name, n]) => n !== 0 && /payrun_run|batch(es|_pay)|quota|job|notifications|_up/.test(name),
          ),
        ),
      ).toEqual({
        payrun_database_up: 1,
        'payrun_run_outcomes{outcome="action_required"}': 1,
        'payrun_run_outcomes{outcome="nothing_paid"}': 1,
        'payrun_batches{state="waiting_funds"}': 1,
        'payrun_batches{state="started"}': 1,
        'payrun_batches{state="unknown"}': 1,
        'payrun_batch_payments{state="waiting_funds"}': 3,
        'payrun_batch_payments{state="started"}': 1,
        'payrun_batch_payments{state="unknown"}': 2,
        'payrun_quota_slots{level="merchant",state="used"}': 5,
        'payrun_quota_slots{level="merchant",state="free"}': 49,
        'payrun_quota_used_ratio{level="merchant"}': 0.5,
        'payrun_job_last_end_timestamp_seconds{job="nightly"}': Date.parse('2026-03-02T02:10:00Z') / 1000,
        'payrun_job_last_exit_code{job="nightly"}': 4,
        'payrun_notifications{channel="email",state="waiting"}': 1,
        'payrun_notifications{channel="email",state="given_up"}': 1,
      });
      // What no one waits for is a 0, not missing: an alert can be made of it.
      expect(figures.get('payrun_batches{state="quoted"}')).toBe(0);
      expect(figures.get('payrun_queue_tasks{state="failed"}')).toBe(0);
      expect(figures.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    });

    it('count no dry run, whose holds require no action', async () => {
      const opened = await open();
      const count = async () => {
        const figures = await figuresOf(opened);
        return [
          figures.get('payrun_payments{state="held"}'),
          figures.get('payrun_run_outcomes{outcome="action_required"}'),
        ];
      };
      const before = await count();
      for (const status of ['preparing', 'ended'] as const) {
        const dry = await startTestRun(ledger, { options: { dryRun: true } });
        await recordIntake(ledger.db, dry.id, 1, {});
        await addPayments(ledger, dry, [{ state: 'held', reference: `DRY-${status}` }]);
        await setRunStatus(ledger.db, dry.id, status, null);
        expect(
          (
            await selectPayments(ledger.db, null, {
              run: null,
              state: 'held',
              reference: `DRY-${status}`,
              after: null,
              limit: 9,
            })
          ).length,
        ).toBe(0);
        expect(
          (
            await selectPayments(ledger.db, null, {
              run: String(dry.id),
              state: 'held',
              reference: null,
              after: null,
              limit: 9,
            })
          ).length,
        ).toBe(1);
      }
      expect(await count()).toEqual(before);
    });

    it('recount a done run if its results changed, and are right if it continues', async () => {
      const opened = await open();
      const run = await startTestRun(ledger);
      const [id] = await addPayments(ledger, run, [{ state: 'canceled' }, { state: 'canceled' }]);
      const before = (await figuresOf(opened)).get('payrun_payments{state="failed"}')!;
      await setRunStatus(ledger.db, run.id, 'ended', null);
      await markReported(ledger.db, run.id);
      expect((await figuresOf(opened)).get('payrun_payments{state="failed"}')).toBe(before);
      await pastRules(ledger, `update payrun.payment set state = 'failed' where id = $1`, [id]);
      await outdateReport(ledger.db, run.id);
      expect((await figuresOf(opened)).get('payrun_payments{state="failed"}')).toBe(before + 1);
      await setRunStatus(ledger.db, run.id, 'preparing', null);
      await pastRules(ledger, `update payrun.payment set state = 'failed' where run_id = $1`, [run.id]);
      expect((await figuresOf(opened)).get('payrun_payments{state="failed"}')).toBe(before + 2);
      await setRunStatus(ledger.db, run.id, 'ended', null);
      expect((await figuresOf(opened)).get('payrun_payments{state="failed"}')).toBe(before + 2);
    });

    it('count the calls of this process by endpoint, and those refused by the rate limit', async () => {
      const opened = await open();
      const saw = (figures: Metrics, status: number | null, outcome: 'ok' | 'timeout' | 'rate_limited') =>
        figures.saw({ endpoint: 'createBatch', status, outcome, ms: 300 });
      for (const [status, outcome] of [
        [200, 'ok'],
        [200, 'ok'],
        [429, 'rate_limited'],
        [null, 'timeout'],
      ] as const)
        saw(opened.figures, status, outcome);
      opened.figures.countSend('email', 'sent');
      opened.figures.part('inbox', false);
      const figures = await figuresOf(opened);
      expect(figures.get('payrun_service_calls_total{endpoint="createBatch",outcome="ok",status="200"}')).toBe(2);
      expect(figures.get('payrun_service_calls_total{endpoint="createBatch",outcome="timeout",status="none"}')).toBe(1);
      expect(figures.get('payrun_service_rate_limited_total')).toBe(1);
      expect(figures.get('payrun_service_call_duration_seconds_bucket{le="0.25"}')).toBe(0);
      expect(figures.get('payrun_service_call_duration_seconds_bucket{le="0.5"}')).toBe(3);
      expect(figures.get('payrun_notification_attempts_total{channel="email",state="sent"}')).toBe(1);
      expect(figures.get('payrun_part_up{part="inbox"}')).toBe(0);
    });

    it('name nobody: no merchant, no sheet, no key of a quota', async () => {
      const run = await startTestRun(ledger, { merchant: 'confidential-merchant' });
      await ledger.db.query(
        `insert into payrun.sheet (id, name, content_hash, size) values ($1, 'bonus of Ada.xlsx', '\\x00', 1)`,
        [randomUUID()],
      );
      await addPayments(ledger, run, [{ state: 'held', recipientKey: 'Ada Lovelace' }]);
      now += 3_600_000;
      const text = await (await (await open()).ask()).text();
      expect(text).toContain('payrun_payments{state="held"}');
      expect(text).not.toMatch(/confidential|Lovelace|bonus|merchant:|abc|def"/);
    });

    it('without a database say so, with the facts of this process, and no old values', async () => {
      let away = false;
      const db: Ledger['db'] = {
        query: (sql, params) =>
          away
            ? Promise.reject(new PayrunError('database_unreachable', { detail: 'x' }))
            : ledger.db.query(sql, params),
      };
      const opened = await open({ db });
      expect((await figuresOf(opened)).get('payrun_run_outcomes{outcome="nothing_paid"}')).toBeGreaterThan(0);
      away = true;
      const figures = await figuresOf(opened);
      expect(figures.get('payrun_database_up')).toBe(0);
      expect(
        [...figures.keys()].filter((name) =>
          /^payrun_(run_|payments|batch|quota|queue|webhook|inbox|notifications|job)/.test(name),
        ),
      ).toEqual([]);
      expect(figures.get('payrun_service_rate_limited_total')).toBe(0);
      away = false;
      expect((await figuresOf(opened)).get('payrun_database_up')).toBe(1);
    });

    it('query the database once for many concurrent requests, and not again within seconds', async () => {
      let asked = 0;
      const db: Ledger['db'] = {
        query: (sql, params) => {
          if (sql.startsWith('select r.status, count(*)')) asked++;
          return ledger.db.query(sql, params);
        },
      };
      const opened = await open({ db });
      await Promise.all(Array.from({ length: 8 }, () => opened.ask()));
      expect(asked).toBe(1);
    });
  });

  describe('access to the metrics', () => {
    it('is for programs of this machine if no token is set, but for no one through a proxy', async () => {
      const { ask } = await open();
      expect((await ask()).status).toBe(200);
      for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) {
        const answer = await ask({ [header]: '127.0.0.1' });
        expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('payrun_')]);
      }
    });

    it('is only for senders of the token if one is set', async () => {
      const { ask } = await open({ metricsToken: TOKEN });
      const given = ['', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `bearer ${TOKEN}`];
      for (const authorization of given) expect((await ask({ authorization })).status).toBe(401);
      expect((await ask()).status).toBe(401);
      expect((await ask({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '10.0.0.1' })).status).toBe(200);
    });
  });
});
