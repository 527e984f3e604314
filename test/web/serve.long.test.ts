import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ServeEvent } from '../../src/engine/activities/serve-event.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { gracefulFetch } from '../../src/engine/context/graceful-fetch.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type ServeOptions, type Serving, serve } from '../../src/web/serve.ts';
import { describeDatabases } from '../support/database.ts';
import { parseExposition } from '../support/exposition.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { runPayrun } from '../support/run-payrun.ts';
import { layWire } from '../support/servers/cut-wire.ts';
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts';

describeDatabases('payrun serve', (database) => {
  const payroll = testPayroll(database);
  const inbox = () => join(payroll.folder, 'inbox');
  const reported: ServeEvent[] = [];
  const running: Serving[] = [];
  let mail: MailServer;

  beforeAll(async () => {
    mail = await startMailServer();
    mkdirSync(inbox());
  });
  afterEach(async () => {
    for (const serving of running.splice(0)) await serving.close(60_000);
    reported.length = 0;
  });
  afterAll(() => mail.close());

  const until = async <T>(what: () => T | Promise<T>): Promise<NonNullable<Exclude<T, false>>> => {
    for (;;) {
      const found = await what();
      if (found) return found as NonNullable<Exclude<T, false>>;
      await systemClock.sleep(20);
    }
  };
  const workplaceWith = (env: Readonly<Record<string, string>> = {}) =>
    payroll.appContext(
      {
        PAYRUN_INBOX: inbox(),
        PAYRUN_INBOX_POLL_MS: '50',
        PAYRUN_INBOX_SETTLE_MS: '100',
        PAYRUN_METRICS_TOKEN: 'a token of sixteen or more',
        ...env,
      },
      // As the command has it.
      gracefulFetch(fetch, systemClock, 30_000),
    );
  const start = async (appContext: AppContext, options: Partial<ServeOptions> = {}) => {
    const serving = await serve(appContext, {
      host: '127.0.0.1',
      port: 0,
      report: (happened) => reported.push(happened),
      ...options,
    });
    running.push(serving);
    return serving;
  };
  const ask = async ({ url }: Serving, path: string) => {
    const answer = await fetch(`${url}${path}`, {
      redirect: 'manual',
      headers: { authorization: 'Bearer a token of sixteen or more' },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const output = (event: string) => reported.filter((happened) => happened.event === event);
  /** A sheet of these many people, each of whom the service learns to know. */
  const drop = (name: string, count: number) => {
    const lines = people(count, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com` }));
    writeFileSync(join(inbox(), `${name}.csv`), sheetOf(lines));
  };
  const done = (name: string) => {
    const folder = join(inbox(), 'done');
    return readdirSync(inbox()).includes('done') && readdirSync(folder).some((file) => file.endsWith(`${name}.csv`));
  };
  const paid = async (name: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(name))
      .map(({ timesPaid }) => timesPaid);

  it('a dropped sheet is paid, reported line by line and by e-mail, and visible in the metrics', async () => {
    const opened = await workplaceWith({ PAYRUN_SMTP_URL: mail.url });
    const notifications = { ...opened.config.notifications, to: { default: ['finance@example.com'] } };
    const serving = await start({ ...opened, config: { ...opened.config, notifications } });
    expect(serving.parts()).toEqual(
      ['inbox', 'schedule', 'workers', 'webhooks', 'notifications'].map((name) => ({ name, on: true })),
    );
    drop('good', 3);
    await until(() => done('good'));
    const { to, text } = await until(() => mail.taken.find((one) => one.text.includes('good.csv')));
    expect(to).toEqual(['finance@example.com']);
    expect(text).toContain('Subject: [Payrun SANDBOX] Paid: ');
    expect(text).toMatch(/^ {2}3 paid\r?$/m);
    await until(() => output('file').some(({ state }) => state === 'done'));
    await until(() => output('run').some(({ state }) => state === 'done'));
    expect(output('file').map(({ state }) => state)).toEqual(expect.arrayContaining(['taken', 'running', 'done']));
    expect(output('run').at(-1)).toMatchObject({ state: 'done', error: null });
    await until(() => output('notification').some(({ state }) => state === 'sent'));
    expect(output('notification').map(({ state }) => state)).toContain('written');
    for (const { text: line } of reported) expect(line).toMatch(/^[^\n]+$/);
    expect(JSON.stringify(reported)).not.toMatch(/DE\d{20}|example\.com/);

    const { status, text: exposition } = await ask(serving, '/metrics');
    const figures = parseExposition(exposition);
    expect(status).toBe(200);
    expect(figures.get('payrun_payments{state="processed"}')).toBe(3);
    expect(figures.get('payrun_service_calls_total{endpoint="startProcessing",outcome="ok",status="200"}')).toBe(1);
    expect(figures.get('payrun_part_up{part="inbox"}')).toBe(1);
    expect(figures.get('payrun_notification_attempts_total{channel="email",state="sent"}')).toBeGreaterThan(0);

    // Pages are behind the login; what says itself who may is not.
    expect([(await ask(serving, '/healthz')).status, (await ask(serving, '/readyz')).status]).toEqual([200, 200]);
    const home = await ask(serving, '/');
    expect([home.status, home.headers.get('location')]).toEqual([303, '/login']);
    expect((await ask(serving, '/login')).status).toBe(200);
    expect((await fetch(`${serving.url}/webhooks/default`, { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('ends a response in progress, and accepts no new request', async () => {
    const serving = await start(await workplaceWith(), { without: ['inbox', 'schedule', 'workers'] });
    const { port } = new URL(serving.url);
    const answered = new Promise<number>((resolve, reject) => {
      const sent = request({ port, method: 'POST', path: '/webhooks/default', headers: { 'content-length': 2 } });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      sent.on('error', reject);
      sent.flushHeaders();
      sent.write('{', async () => {
        await until(() => ask(serving, '/healthz').then(({ status }) => status === 200));
        const closing = serving.close(60_000);
        // Refused from now on, while the one before still is under way.
        await until(() =>
          fetch(`${serving.url}/healthz`).then(
            () => false,
            () => true,
          ),
        );
        sent.end('}');
        await closing;
      });
    });
    expect(await answered).toBe(200);
  });

  it.runIf(database.kind === 'postgres')(
    'survives a database that disappears, and continues when it is back',
    async () => {
      const { hostname: host, port } = new URL(database.env.DATABASE_URL!);
      const wire = await layWire({ host, port: Number(port || 5432) });
      const databaseUrl = Object.assign(new URL(database.env.DATABASE_URL!), { host: `127.0.0.1:${wire.port}` }).href;
      try {
        await payroll.control('faults', [
          {
            match: { method: 'POST', path: '^/v1/recipients/?$' },
            skip: 2,
            times: 1,
            do: 'hang',
            ms: 500,
            effect: 'after',
          },
        ]);
        const serving = await start(await workplaceWith({ DATABASE_URL: databaseUrl }), { without: ['schedule'] });
        const known = async () => (await payroll.ledger()).recipients;
        const before = await known();
        drop('outage', 6);
        await until(async () => (await known()) >= before + 3);
        await wire.cut();
        const notReady = await until(async () => {
          const answer = await ask(serving, '/readyz');
          return answer.status === 503 ? answer.text : null;
        });
        expect(JSON.parse(notReady)).toEqual({
          ok: false,
          reason: 'database_unreachable',
          message: expect.stringContaining('database does not respond'),
        });
        expect((await ask(serving, '/healthz')).status).toBe(200);
        expect((await ask(serving, '/login')).status).toBeLessThan(504);
        await systemClock.sleep(300);
        await wire.mend();
        await until(async () => (await ask(serving, '/readyz')).status === 200);
        await until(() => done('outage'));
        expect(await paid('outage')).toEqual([1, 1, 1, 1, 1, 1]);
      } finally {
        for (const serving of running.splice(0)) await serving.close(60_000);
        await wire.close();
      }
    },
  );

  it('as a command that no one watches logs each event once as JSON, and prints nothing on standard output', async () => {
    const ended = await runPayrun(['serve', '--port', '0', '--no-inbox'], {
      cwd: payroll.folder,
      env: payroll.env(),
      onStderr: (text, child) => text.includes('"event":"serving"') && child.kill('SIGTERM'),
    });
    expect([ended.code, ended.stdout]).toEqual([0, '']);
    expect(ended.stderr).not.toContain('sandboxUrl');
    const lines = ended.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const event of ['serving', 'stopped']) expect(lines.filter((line) => line.event === event)).toHaveLength(1);
    expect(lines.every(({ level, time, msg }) => level && Date.parse(time) && msg)).toBe(true);
    const refused = await runPayrun(['serve', '--port', '70000'], { cwd: payroll.folder, env: payroll.env() });
    expect(JSON.parse(refused.stderr)).toMatchObject({ level: 60, code: 'usage' });
    expect([refused.code, refused.stdout]).toEqual([2, '']);
  });
});
