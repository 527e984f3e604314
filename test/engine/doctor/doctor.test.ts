import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/installations/doctor.ts';
import { loadConfig } from '../../../src/config.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import {
  checkFolder,
  checkLedger,
  checkLogin,
  failedCheck,
  passedCheck,
  warningCheck,
  worstCheck,
} from '../../../src/engine/doctor/checks.ts';
import { checkInbox, checkJobs, checkMail, checkTimeZone } from '../../../src/engine/doctor/part-checks.ts';
import { few, queueStatusLines } from '../../../src/engine/doctor/queue-checks.ts';
import { enqueue } from '../../../src/engine/queue/enqueue.ts';
import { queueState } from '../../../src/engine/queue/queue-state.ts';
import { PayrunError } from '../../../src/errors.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { recordingTerminal } from '../../support/recording-terminal.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const HOUR = 3_600_000;

describeDatabases('the doctor', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const now = Date.now();

  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  it('reports an empty queue as such', async () => {
    expect(queueStatusLines(await queueState(appContext), now)).toEqual([passedCheck('queue', 'empty')]);
  });

  it('finds tasks that no worker takes, and tasks that block those behind them', async () => {
    await enqueue(appContext, { kind: 'job', job: 'nightly', input: {}, maker: 'mia' });
    const queue = await queueState(appContext);
    expect(queueStatusLines(queue, now)).toEqual([passedCheck('queue', '1 waiting, 0 in progress, 0 scheduled')]);
    expect(queueStatusLines(queue, Date.now() + HOUR)).toEqual([
      expect.objectContaining({
        ok: false,
        detail: expect.stringMatching(/^1 task has been waiting for 1 h, and no worker is running/),
      }),
    ]);
    const failed = { ...queue, failed: 1, keys: queue.keys.map((key) => ({ ...key, failed: 1 })) };
    expect(queueStatusLines(failed, now)[0]).toMatchObject({
      ok: false,
      detail: expect.stringContaining('job nightly'),
    });
  });

  it('finds merchants that the roles of the identity provider name and that do not exist', async () => {
    const { config, ledger } = appContext;
    const login = (...merchants: string[]) => {
      const leads = { role: 'approver', merchants, limits: null };
      return checkLogin({ ...config, oidc: { roles: { leads } } } as never, ledger);
    };
    expect(await login('default')).toEqual([]);
    expect(await login('default', 'gamma')).toEqual([
      expect.objectContaining({ ok: false, detail: expect.stringMatching(/do not exist: gamma$/) }),
    ]);
  });

  it('reports version, schema, size and key', async () => {
    const { config, ledger } = appContext;
    const trips = (...ms: number[]) => ({ now: () => ms.shift()! });
    const checked = await checkLedger(config, ledger, trips(0, 70, 100, 103, 200, 251));
    expect(checked.map(({ check, ok, detail }) => [check, ok, detail])).toEqual([
      ['database', true, expect.stringMatching(/version \d+.*schema (\d+) of \1, .*[GM]B, 3\.0 ms a round trip$/)],
      ...(ledger.kind === 'postgres' ? [['database role', true, expect.stringMatching(/can (switch|change)/)]] : []),
      ['vault key', true, expect.stringContaining('from the configuration')],
    ]);
    if (ledger.kind === 'postgres')
      expect((await checkLedger(config, ledger, trips(0, 70, 100, 160, 200, 251)))[0]).toMatchObject({
        ok: false,
        detail: expect.stringContaining('51.0 ms a round trip: the connection to the database is slow.'),
      });
    const { db } = ledger;
    const inC = Object.create(db, {
      query: {
        value: (text: string, values?: unknown[]) =>
          text.includes('as lowers') ? { rows: [{ lowers: false }] } : db.query(text, values),
      },
    });
    expect((await checkLedger(config, { ...ledger, db: inC }))[1]).toMatchObject({
      ok: false,
      next: expect.stringContaining('UTF-8 locale'),
    });
  });

  it('checks the inbox', async () => {
    expect(await checkInbox(appContext)).toEqual([]);
    const of = (inbox: string) => checkInbox({ ...appContext, config: { ...appContext.config, inbox } });
    expect(await of(join(folder, 'nowhere'))).toEqual([
      expect.objectContaining({ ok: false, exit: 2, detail: expect.stringContaining('cannot be read') }),
    ]);
    expect((await of(folder)).at(-1)).toMatchObject({ check: 'inbox', ok: true });
  });

  it('prints its findings on a terminal and as JSON, and ends with the worst exit code', async () => {
    const asked = async (json: boolean) => {
      const { terminal, output } = recordingTerminal({ json });
      const code = await doctor({ args: [], options: { local: true }, terminal, signal: new AbortController().signal });
      return { code, said: output.stdout };
    };
    const env = { ...payroll.env(), NO_COLOR: '1' };
    const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
    Object.assign(process.env, env);
    try {
      const plain = await asked(false);
      expect(plain.code).toBe(0);
      expect(plain.said).toMatch(/^ok {4}node {11}\d/);
      expect(plain.said).not.toContain('\u001b');
      const { ok, checks } = JSON.parse((await asked(true)).said) as {
        ok: boolean;
        checks: { level: string; next: string | null }[];
      };
      expect(ok).toBe(true);
      for (const { level, next } of checks) expect(next === null).toBe(level === 'ok');
    } finally {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });
});

describe('a check of the doctor', () => {
  it('tests the mail server, and shows nothing of its password', async () => {
    const server = new SMTPServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _, done) => done(password === 'right' ? null : new Error('no'), { user: 'u' }),
    });
    const { port } = await new Promise<{ port: number }>((listening) => {
      server.listen(0, '127.0.0.1', () => listening(server.server.address() as { port: number }));
    });
    const check = (password: string) =>
      checkMail(loadConfig({ PAYRUN_SMTP_URL: `smtp://u:${password}@127.0.0.1:${port}` }, folder));
    expect(await check('right')).toEqual([passedCheck('mail', `127.0.0.1:${port} accepts the login`)]);
    const [wrong] = await check('geheim');
    expect(wrong).toMatchObject({ ok: false, exit: 2, next: expect.stringContaining('PAYRUN_SMTP_URL') });
    expect(JSON.stringify(wrong)).not.toContain('geheim');
    await new Promise<void>((closed) => void server.close(closed));
    expect(await check('right')).toMatchObject([
      { ok: false, exit: 5, detail: expect.stringMatching(/does not accept email \(E/) },
    ]);
    expect(await checkMail(loadConfig({}, folder))).toEqual([]);
  });

  it('names a job that does not load, and when the next one runs', async () => {
    const jobs = mkdtempSync(join(folder, 'jobs-'));
    writeFileSync(join(jobs, 'broken.ts'), 'export default {');
    const config = { ...loadConfig({}, folder), jobsFolder: jobs };
    expect(await checkJobs(config, null, 0)).toContainEqual(
      expect.objectContaining({ ok: false, exit: 2, detail: expect.stringContaining('Job broken does not load') }),
    );
    const schedule = [{ job: 'settle-open', cron: '0 2 * * *', timeZone: 'Europe/Berlin', input: {}, catchUp: false }];
    const lines = await checkJobs({ ...loadConfig({}, folder), schedule }, null, Date.UTC(2026, 6, 1));
    expect(lines.find(({ check }) => check === 'schedule')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('settle-open at 2026-07-02 02:00 Europe/Berlin'),
    });
  });

  it('reports the time zone of schedules', () => {
    const { detail } = checkTimeZone({ timeZone: 'Asia/Tokyo' }, Date.UTC(2026, 0, 1, 20));
    expect(detail).toContain('Asia/Tokyo, now 2026-01-02 05:00');
  });

  it('finds a folder that is not writable', () => {
    expect(checkFolder('home', folder)).toMatchObject({ ok: true, detail: expect.stringMatching(/ [GM]B free$/) });
    expect(checkFolder('home', join(folder, 'none'))).toMatchObject({ ok: false, exit: 2 });
    const file = join(folder, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    expect(checkFolder('home', file)).toMatchObject({ ok: false });
  });

  it('ranks a configuration error above an outage, and an outage above a decision', () => {
    const config = failedCheck('a', new PayrunError('config_invalid', { detail: '' }));
    const away = failedCheck('b', new PayrunError('service_unreachable', { detail: '' }));
    expect(
      [
        [passedCheck('c', ''), warningCheck('d', '', ''), away, config],
        [warningCheck('d', '', ''), away],
        [warningCheck('d', '', '')],
        [passedCheck('c', '')],
      ].map((checks) => [worstCheck(checks), worstCheck(checks, { strict: true })]),
    ).toEqual([
      [2, 2],
      [5, 5],
      [0, 4],
      [0, 0],
    ]);
    expect(few(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });
});
