import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { doctor } from '../../../../src/cli/commands/installations/doctor.ts';
import { checkFolder, checkLedger, look, unwell, well, worstCheck } from '../../../../src/cli/doctor/doctor-checks.ts';
import { checkInbox, checkJobs, checkMail, checkTimeZone } from '../../../../src/cli/doctor/doctor-parts.ts';
import { few, queueStatusLines, stuckLines } from '../../../../src/cli/doctor/doctor-work.ts';
import { loadConfig } from '../../../../src/config.ts';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { enqueue } from '../../../../src/engine/queue/enqueue.ts';
import { queueState } from '../../../../src/engine/queue/queue-state.ts';
import { PayrunError } from '../../../../src/errors.ts';
import { findBacklog } from '../../../../src/ledger/runs/backlog.ts';
import type { BatchState } from '../../../../src/states.ts';
import { describeDatabases } from '../../../support/database.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { recordingTerminal } from '../../../support/recording-terminal.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { addBatch, moveThrough, startTestRun } from '../../../support/test-run.ts';

const folder = testFolder();
const HOUR = 3_600_000;
const QUOTED = ['creating', 'open', 'quoted'] as const;

describeDatabases('the doctor', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const sql = (text: string, params: readonly unknown[] = []) => appContext.ledger.db.query(text, params);
  const now = Date.now();
  const lines = async () =>
    stuckLines(await findBacklog(appContext.ledger.db), now)
      .filter(({ ok }) => !ok)
      .map(({ check, detail, next, exit }) => `${check} ${exit}: ${detail} ${next}`);
  const ago = (hours: number) => new Date(now - hours * HOUR);

  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  it('reports nothing as stuck if nothing is', async () => {
    expect(await lines()).toEqual([]);
    expect(
      stuckLines(await findBacklog(appContext.ledger.db), now).map(({ check, detail }) => [check, detail]),
    ).toEqual(
      ['runs', 'payments', 'results', 'webhooks', 'notifications', 'merchants'].map((check) => [
        check,
        'nothing is stuck',
      ]),
    );
    expect(queueStatusLines(await queueState(appContext), now)).toEqual([well('queue', 'empty')]);
  });

  it('names each item that is stuck, since when, and what to do', async () => {
    const run = async (state: string, hours: number, batch: readonly BatchState[] = [], confirmed = true) => {
      const started = await startTestRun(appContext.ledger);
      if (batch.length > 0)
        await moveThrough(appContext.ledger, await addBatch(appContext.ledger, started, [{ daysAgo: 1 }]), ...batch);
      await sql(
        `update payrun.run set state = $2, created_at = $3, confirmed_at = $4, intake_at = $3, lease_until = null, rows_in = 1 where id = $1`,
        [started.id, state, ago(hours), confirmed ? ago(hours) : null],
      );
      return started.id;
    };
    const id = await run('working', 3);
    await run('working', 300, [], false);
    await run('waiting_approval', 50, QUOTED);
    await run('waiting_approval', 1, QUOTED);
    await run('waiting_funds', 2, [...QUOTED, 'approved', 'starting', 'waiting_funds']);
    await run('needs_person', 0);
    await run('needs_person', 0, ['creating', 'unknown']);
    await run('on_the_way', 24);
    await sql(
      `insert into payrun.payment (id, run_id, merchant_id, row, state, row_sealed, created_at)
       select gen_random_uuid(), $1, 'acme', 1 + extract(hour from now() - at)::int, 'held', '', at from unnest($2::timestamptz[]) at`,
      [id, [ago(2), ago(30)]],
    );
    const other = await startTestRun(appContext.ledger);
    await addBatch(appContext.ledger, other, [{ state: 'discrepancy', daysAgo: 2 }]);
    await sql(`update payrun.run set state = 'done', intake_at = now(), rows_in = 1 where id = $1`, [other.id]);
    await sql(
      `insert into payrun.webhook_delivery (merchant_id, delivery_id, model, action, body_sealed, state, received_at)
       values ('acme', 'D-1', 'payment', 'updated', '\\x03', 'new', $1), ('acme', 'D-2', 'payment', 'updated', '\\x03', 'refused', $1)`,
      [ago(1)],
    );
    await sql(
      `insert into payrun.sub_merchant (name, parent_id, run_id, state, asked, intended_at) values ('sub', 'acme', $1, 'lost', '{}', $2)`,
      [id, ago(200)],
    );
    expect(await lines()).toEqual([
      expect.stringMatching(/^runs 4: 1 run is not finished, and no process has it, since 3 h\. Run `payrun resume`/),
      expect.stringMatching(/^runs 4: Awaiting approval: 2 runs, since 2 days\. .*payrun approve RUN/),
      expect.stringMatching(/^runs 4: Insufficient funds: 1 run, since 2 h\. Fund the balance/),
      expect.stringMatching(/^runs 4: Action required: 2 runs, since 0 min\./),
      expect.stringMatching(
        /^payments 4: 1 payment is unconfirmed, since 2[34] h\. See `payrun payments --state unknown`/,
      ),
      expect.stringMatching(
        /^payments 4: 1 payment was made otherwise than the sheet says, since (?:4[78] h|2 days)\./,
      ),
      expect.stringMatching(
        /^payments 4: 2 payments of the last 7 days are on hold, since 30 h\. See `payrun payments --state held`/,
      ),
      expect.stringMatching(/^webhooks 4: 1 delivery waits to be worked on, since 1 h\./),
      expect.stringMatching(/^webhooks 4: 1 delivery did not agree with the ledger/),
      expect.stringMatching(/^merchants 4: the creation of 1 sub-merchant is unconfirmed/i),
    ]);
  });

  it('finds tasks that no worker takes, and tasks that block those behind them', async () => {
    await enqueue(appContext, { kind: 'job', job: 'nightly', input: {}, maker: 'mia' });
    const queue = await queueState(appContext);
    expect(queueStatusLines(queue, now)).toEqual([well('queue', '1 wait, 0 under way, 0 for later')]);
    expect(queueStatusLines(queue, Date.now() + HOUR)).toEqual([
      expect.objectContaining({
        ok: false,
        detail: expect.stringMatching(/^1 task waits, since 1 h, and nobody works/),
      }),
    ]);
    const failed = { ...queue, failed: 1, keys: queue.keys.map((key) => ({ ...key, failed: 1 })) };
    expect(queueStatusLines(failed, now)[0]).toMatchObject({
      ok: false,
      detail: expect.stringContaining('job nightly'),
    });
  });

  it('reports version, schema, size and key', async () => {
    const { proposed: config, ledger } = appContext;
    const trips = (...ms: number[]) => ({ now: () => ms.shift()! });
    const checked = await checkLedger(config, ledger, trips(0, 70, 100, 103, 200, 251));
    expect(checked.map(({ check, ok, detail }) => [check, ok, detail])).toEqual([
      ['database', true, expect.stringMatching(/version \d+.*schema (\d+) of \1, .*[GM]B, 3\.0 ms a round trip$/)],
      ...(ledger.kind === 'postgres' ? [['database role', true, expect.stringMatching(/can (switch|change)/)]] : []),
      ['vault key', true, expect.stringContaining('PAYRUN_VAULT_KEY')],
    ]);
    if (ledger.kind === 'postgres')
      expect((await checkLedger(config, ledger, trips(0, 70, 100, 160, 200, 251)))[0]).toMatchObject({
        ok: false,
        detail: expect.stringContaining('51.0 ms a round trip: that is far.'),
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
      expect(plain.code).toBe(4);
      expect(plain.said).toMatch(/^ok {4}node {11}\d/);
      expect(plain.said).toMatch(/\nLOOK {2}runs {11}1 run is not finished.*\n {21}Run `payrun resume`/);
      expect(plain.said).not.toContain('\u001b');
      const { ok, checks } = JSON.parse((await asked(true)).said) as {
        ok: boolean;
        checks: { level: string; next: string | null }[];
      };
      expect(ok).toBe(false);
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
    expect(await check('right')).toEqual([well('mail', `127.0.0.1:${port} answers, and takes our e-mail`)]);
    const [wrong] = await check('geheim');
    expect(wrong).toMatchObject({ ok: false, exit: 2, next: expect.stringContaining('PAYRUN_SMTP_URL') });
    expect(JSON.stringify(wrong)).not.toContain('geheim');
    await new Promise<void>((closed) => void server.close(closed));
    expect(await check('right')).toMatchObject([
      { ok: false, exit: 5, detail: expect.stringMatching(/does not take e-mail \(E/) },
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
    expect(detail).toContain('Asia/Tokyo, where it is 2026-01-02 05:00');
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
    const config = unwell('a', new PayrunError('config_invalid', { detail: '' }));
    const away = unwell('b', new PayrunError('service_unreachable', { detail: '' }));
    expect(
      [
        [well('c', ''), look('d', '', ''), away, config],
        [look('d', '', ''), away],
        [look('d', '', '')],
        [well('c', '')],
      ].map(worstCheck),
    ).toEqual([2, 5, 4, 0]);
    expect(few(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });
});
