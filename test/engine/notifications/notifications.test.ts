import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { signWebhook } from '../../../src/engine/deliveries/post-webhook.ts';
import type { Attempt } from '../../../src/engine/notifications/send-notifications.ts';
import { startNotifications } from '../../../src/engine/notifications/start-notifications.ts';
import { type Written, writeNotifications } from '../../../src/engine/notifications/write-notifications.ts';
import { appendEvent } from '../../../src/ledger/audit/audit-chain.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { confirmRun } from '../../../src/ledger/runs/run.ts';
import { insertUser, setUserNotifications } from '../../../src/ledger/users/user.ts';
import { selectFailedFiles } from '../../../src/ledger/views/failed-files.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { RunStatus } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { setRunStatus } from '../../support/set-run-status.ts';
import {
  addBatch,
  addPayments,
  moveThrough,
  startTestRun,
  type TestPayment,
  testDeps,
} from '../../support/test-run.ts';

const KEY = 'a key that signs notifications';

interface Received {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describeDatabases('notifications', (database) => {
  let ledger: Ledger;
  let mail: MailServer;
  let receiver: Server;
  let answer = 200;
  const received: Received[] = [];
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream);

  beforeAll(async () => {
    ledger = await database.open();
    mail = await startMailServer();
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        received.push({ url: request.url, headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
        response
          .writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {})
          .end('{"secret": "of the receiver"}');
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    await mail.close();
    await new Promise((done) => receiver.close(done));
  });
  beforeEach(async () => {
    mail.be('takes');
    answer = 200;
    mail.taken.length = 0;
    received.length = 0;
    await ledger.db.query('update payrun.run set unnotified_since = null');
    await ledger.db.query(`update payrun.notification_delivery set state = 'sent' where state <> 'sent'`);
  });

  type Reported = AppContext['config']['notifications'];
  const workplaceOf = (notifications: Partial<Reported> = {}, more: Partial<AppContext> = {}): AppContext => {
    const { config } = testDeps(ledger);
    const { port } = receiver.address() as AddressInfo;
    const reported: Reported = {
      ...config.notifications,
      from: 'Payrun <payrun@example.com>',
      to: { default: ['finance@example.com'] },
      webhook: `http://127.0.0.1:${port}/notifications`,
      ...notifications,
    };
    return {
      config: {
        ...config,
        environment: 'production',
        embeddedService: false,
        notifications: reported,
        smtpUrl: mail.url,
        notificationKey: KEY,
        publicUrl: 'https://pay.example.com',
      },
      ledger,
      clock: systemClock,
      log,
      ...more,
    } as AppContext;
  };

  /** A confirmed run with these rows, standing where it is said to. */
  const run = async (
    status: RunStatus | 'ended',
    payments: readonly TestPayment[],
    sheet = 'march.xlsx',
    merchant = 'acme',
  ) => {
    const active = await startTestRun(ledger, { merchant });
    const id = randomUUID();
    await ledger.db.query(`insert into payrun.sheet (id, name, content_hash, size) values ($1, $2, '\\x00', 1)`, [
      id,
      sheet,
    ]);
    await ledger.db.query('update payrun.run set sheet_id = $2, rows_in = $3 where id = $1', [
      active.id,
      id,
      payments.length,
    ]);
    await confirmRun(ledger.db, active.id);
    await addPayments(ledger, active, payments);
    await ledger.tx((db) => setRunStatus(db, active.id, status));
    return active;
  };
  const never = new AbortController().signal;
  const write = (appContext = workplaceOf()) => writeNotifications(appContext, never);
  const kinds = (written: readonly Written[]) => written.map(({ kind }) => kind);
  const until = async (condition: () => boolean | Promise<boolean>) => {
    while (!(await condition())) await systemClock.sleep(10);
  };
  /** Runs the part until the condition holds; returns what it told. */
  const during = async (
    appContext: AppContext,
    condition: (reported: readonly (Written | Attempt)[]) => boolean | Promise<boolean>,
  ) => {
    const told: (Written | Attempt)[] = [];
    const part = await startNotifications(appContext, { report: (happened) => told.push(happened), everyMs: 20 });
    try {
      await until(() => condition(told));
    } finally {
      await part.close();
    }
    return told;
  };
  const failed = (reported: readonly (Written | Attempt)[], channel: string) =>
    reported.find((one): one is Attempt => 'channel' in one && one.channel === channel && one.code !== null);
  /** Those that are not sent, newest first. */
  const openNotices = async () =>
    (
      await ledger.db.query(
        `select channel, state, attempts, last_code from payrun.notification_delivery where state <> 'sent' order by id desc`,
      )
    ).rows;
  const outOfPauses = () =>
    ledger.db.query(`update payrun.notification_delivery set next_at = now() where state = 'waiting'`);

  describe('the events of notifications', () => {
    it('a finished run is notified once, whoever checks and however often', async () => {
      await run('ended', [{ state: 'canceled' }]);
      const both = await Promise.all([write(), write(), write()]);
      expect(kinds(both.flat())).toEqual(['finished']);
      await ledger.db.query(`update payrun.run set status = status`);
      expect(await write()).toEqual([]);
    });

    it('G8: a rejected run names the user and the reason, without account numbers, and the next step', async () => {
      const active = await run('processing', [{ state: 'canceled' }]);
      await ledger.tx((db) =>
        appendEvent(db, {
          ...{ chain: `run-${active.id}`, at: new Date(), actor: 'carla', kind: 'rejected' },
          data: { because: 'wrong month, see DE89370400440532013000.' },
        }),
      );
      await ledger.db.query(
        `update payrun.payment set reason_code = 'rejected', reason = 'carla rejected it' where run_id = $1`,
        [active.id],
      );
      await ledger.db.query('update payrun.run set intake_at = now() where id = $1', [active.id]);
      await setRunStatus(ledger.db, active.id, 'ended', null);
      await during(workplaceOf({ webhook: undefined }), () => mail.taken.length > 0);
      // Without the line breaks of quoted-printable.
      const text = mail.taken[0]!.text.replace(/=\r\n/g, '');
      expect(text).toContain('Rejected by carla: wrong month, see ');
      expect(text).not.toContain('DE89');
      expect(text).toContain('correct the sheet, then upload it or drop it into the inbox');
    });

    it('invalid rows at once, failed ones when the run is done, and returned ones again later', async () => {
      const active = await run('processing', [{ state: 'invalid' }, { state: 'failed' }, { state: 'ready' }]);
      expect(kinds(await write())).toEqual(['rows_failed']);
      await setRunStatus(ledger.db, active.id, 'processing', null);
      expect(await write()).toEqual([]);
      await setRunStatus(ledger.db, active.id, 'ended', null);
      expect(kinds(await write())).toEqual(['finished', 'rows_failed']);
      await pastRules(
        ledger,
        `update payrun.payment set state = 'returned', batch_id = $2 where run_id = $1 and state = 'ready'`,
        [active.id, (await addBatch(ledger, active, [])).id],
      );
      await setRunStatus(ledger.db, active.id, 'ended', null);
      expect(kinds(await write())).toEqual(['rows_failed']);
      expect(await write()).toEqual([]);
    });

    it('rows on hold again only if there are more of them', async () => {
      const active = await run('processing', [{ state: 'held' }, { state: 'held' }]);
      expect(kinds(await write())).toEqual(['rows_held']);
      await pastRules(ledger, `update payrun.payment set state = 'canceled' where run_id = $1 and row = 2`, [
        active.id,
      ]);
      await setRunStatus(ledger.db, active.id, 'processing', null);
      expect(await write()).toEqual([]);
      await addPayments(ledger, active, [{ state: 'held' }, { state: 'held' }]);
      await setRunStatus(ledger.db, active.id, 'processing', null);
      expect(kinds(await write())).toEqual(['rows_held']);
    });

    it('a required approval, with the total debit; once more if an approval became void', async () => {
      const active = await run('preparing', []);
      const batch = await addBatch(ledger, active, [{ minor: 150_000n }, { minor: 50n }]);
      await moveThrough(ledger, batch, 'creating', 'open', 'quoted');
      await setRunStatus(ledger.db, active.id, 'awaiting_approval', null);
      expect(kinds(await write())).toEqual(['needs_approval']);
      await setRunStatus(ledger.db, active.id, 'awaiting_approval', null);
      expect(await write()).toEqual([]);
      await ledger.db.query(
        `insert into payrun.event (chain, seq, at, actor, kind, data, previous_hash, hash, mac)
         values ($1, 1, now(), 'payrun', 'approval_void', '{}', '', '', '')`,
        [`run-${active.id}`],
      );
      await setRunStatus(ledger.db, active.id, 'awaiting_approval', null);
      expect(kinds(await write())).toEqual(['needs_approval']);
      const { rows } = await ledger.db.query<{ content: { waiting: unknown } }>(
        `select content from payrun.notification where about = $1 order by id limit 1`,
        [`run-${active.id}`],
      );
      expect(rows[0]!.content.waiting).toEqual({ payments: 2, debits: { EUR: { rows: 2, minor: '150050' } } });
    });

    it('rows on hold, each with its recipient, amount and reason', async () => {
      const active = await run('ended', [
        { state: 'held', recipientKey: 'ada', name: 'Ada Lovelace', minor: 12_00n },
        { state: 'held', recipientKey: 'grace', name: 'Grace Hopper', minor: 7_50n },
      ]);
      await ledger.db.query(
        `update payrun.payment set reason = 'As DE89370400440532013000 before. If both are intended, an approver can release it.' where state = 'held'`,
      );
      await write();
      const { rows } = await ledger.db.query<{ content: { affected?: readonly string[] } }>(
        `select content from payrun.notification where kind = 'rows_held' and about = $1`,
        [`run-${active.id}`],
      );
      expect(rows.flatMap(({ content }) => content.affected ?? [])).toEqual([
        expect.stringMatching(
          /^Row \d+, Ada Lovelace, 12\.00 EUR: As (?!DE89370400440532013000).+ before\. If both are intended, an approver can release it\.$/,
        ),
        expect.stringMatching(/^Row \d+, Grace Hopper, 7\.50 EUR: As /),
      ]);
    });

    it('missing funds, and an outcome that only a user can confirm', async () => {
      const active = await run('preparing', []);
      const batch = await addBatch(ledger, active, [{}]);
      await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'waiting_funds');
      await setRunStatus(ledger.db, active.id, 'insufficient_funds', null);
      expect(kinds(await write())).toEqual(['needs_funds']);
      await moveThrough(ledger, batch, 'unknown');
      await setRunStatus(ledger.db, active.id, 'action_required', 'IBAN DE89370400440532013000 of Ada Lovelace');
      expect(kinds(await write())).toEqual(['needs_person']);
      const { rows } = await ledger.db.query<{ content: unknown }>(
        'select content from payrun.notification where about = $1',
        [`run-${active.id}`],
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toMatch(/DE89|Lovelace/);
    });

    it('an approval that is missing in the service, and where to give it', async () => {
      const active = await run('preparing', []);
      const batch = await addBatch(ledger, active, [{}]);
      const way = ['creating', 'open', 'quoted', 'approved', 'starting', 'awaiting_service_approval'] as const;
      await moveThrough(ledger, batch, ...way);
      await setRunStatus(ledger.db, active.id, 'awaiting_service_approval', null);
      expect(kinds(await write())).toEqual(['needs_service_approval']);
      expect(kinds(await write())).toEqual([]);
    });

    it('the merchants of one sheet together, finished when the last one is', async () => {
      const lead = await run('ended', [{ state: 'canceled' }], 'all.xlsx', 'acme');
      const other = await run('preparing', [{ state: 'canceled' }], 'all.xlsx', 'other');
      await ledger.db.query('update payrun.run set lead_run = $1 where id in ($1, $2)', [lead.id, other.id]);
      expect(await write()).toEqual([]);
      await setRunStatus(ledger.db, other.id, 'ended', null);
      expect(await write()).toEqual([{ kind: 'finished', run: String(lead.id) }]);
    });

    it('G5: a sheet of several merchants to each user only with those that they see, linked to a run that they may open', async () => {
      const lead = await run('insufficient_funds', [{ state: 'held' }, { state: 'held' }], 'both.xlsx', 'acme');
      const other = await run('insufficient_funds', [{ state: 'held' }], 'both.xlsx', 'other');
      await ledger.db.query('update payrun.run set lead_run = $1 where id in ($1, $2)', [lead.id, other.id]);
      const of = { role: 'approver', limits: null, password: null } as const;
      for (const [name, merchants] of [
        ['olga', ['other']],
        ['all', null],
      ] as const) {
        await insertUser(ledger.db, { name, merchants, ...of }, new Date());
        await setUserNotifications(ledger.db, name, { email: `${name}@example.com`, kinds: null });
      }
      const to = { to: { default: [] }, webhook: undefined };
      expect(kinds(await write(workplaceOf(to)))).toEqual(['rows_held', 'rows_held']);
      const { rows } = await ledger.db.query(
        `select d.target, n.run_id as run, n.content->'counts'->'held' as held, n.content->'merchants' as merchants
         from payrun.notification n join payrun.notification_delivery d on d.notification_id = n.id where n.about like $1 order by 1`,
        [`run-${lead.id}%`],
      );
      expect(rows).toEqual([
        { target: 'all@example.com', run: lead.id, held: 3, merchants: ['acme', 'other'] },
        { target: 'olga@example.com', run: other.id, held: 1, merchants: ['other'] },
      ]);
      await ledger.db.query('update payrun.user_account set email = null');
      expect(await write(workplaceOf(to))).toEqual([]);
    });

    it.each([
      ['acme', null, ['acme']],
      ['acme/mia', 'mia', ['acme']],
      ['mia', 'mia', []],
    ])('G8: a rejected file in folder %s of user %s is one of merchant %s', async (folder, user, merchants) => {
      await ledger.db.query(
        `insert into payrun.inbox_file (id, inbox, folder, user_folder, source, name, size, stamp, state, ends_in, end_name, note)
         values ($1, $1, $2, $3, 'x.csv', 'x.csv', 1, '', 'failed', 'failed', 'x', 'x.csv is empty.')`,
        [randomUUID(), folder, user],
      );
      expect(await write()).toEqual([{ kind: 'sheet_refused', run: null }]);
      const { rows } = await ledger.db.query<{ merchants: unknown }>(
        `select content->'merchants' as merchants from payrun.notification where kind = 'sheet_refused' order by id desc limit 1`,
      );
      expect(rows).toEqual([{ merchants }]);
      await ledger.db.query('delete from payrun.inbox_file');
    });

    it('an inbox file that was rejected, once', async () => {
      const add = (state: string, more: string) =>
        ledger.db.query(
          `insert into payrun.inbox_file (id, inbox, folder, source, name, size, stamp, state, ends_in, end_name, note, updated_at)
           values ($1, $1, 'acme', 'x.csv', '2026-03-02 x.csv', 1, '', $2, 'failed', 'x', 'Nothing in this sheet was paid. x.csv is empty.',
             now() - interval '${more}')`,
          [randomUUID(), state],
        );
      await add('failed', '1 hour');
      await add('failed', '25 hours');
      // The page has them too, for who sees the folder, until a file of that name is taken in.
      const shown = async (scope: readonly string[] | null) =>
        (await selectFailedFiles(ledger.db, scope, { reader: 'mia', days: 2, most: 9 })).map(({ note }) => note);
      const note = 'Nothing in this sheet was paid. x.csv is empty.';
      expect(await shown(null)).toEqual([note, note]);
      expect(await shown(['acme'])).toEqual([note, note]);
      expect(await shown(['north'])).toEqual([]);
      await add('done', '1 hour');
      expect(await shown(null)).toEqual([]);
      expect(await write()).toEqual([{ kind: 'sheet_refused', run: null }]);
      expect(await write()).toEqual([]);
      await during(workplaceOf(), () => mail.taken.length > 0);
      expect(mail.taken[0]!.text).toMatch(/^Subject: \[Payrun\] A file could not be read: 2026-03-02 x\.csv/m);
      expect(mail.taken[0]!.text).toContain('x.csv is empty.');
    });

    it('nothing about a dry run, an unsubmitted sheet, old events, or if no one wants notifications', async () => {
      const dry = await run('ended', []);
      await ledger.db.query(`update payrun.run set options = '{"dryRun": true}' where id = $1`, [dry.id]);
      const refused = await run('ended', []);
      await ledger.db.query('update payrun.run set confirmed_at = null where id = $1', [refused.id]);
      const old = await run('ended', []);
      await ledger.db.query(`update payrun.run set unnotified_since = now() - interval '25 hours' where id = $1`, [
        old.id,
      ]);
      expect(await write()).toEqual([]);
      await run('ended', []);
      expect(await write(workplaceOf({ to: { finished: [] }, webhook: undefined }))).toEqual([]);
      const { rows } = await ledger.db.query('select id from payrun.run where unnotified_since is not null');
      expect(rows).toEqual([]);
    });

    it('changes during a check are checked again', async () => {
      const active = await run('processing', [{ state: 'held' }]);
      const slow: Ledger = {
        ...ledger,
        db: {
          async query(sql, params) {
            const result = await ledger.db.query(sql, params);
            // Between the look and the note that it was looked at.
            if (sql.includes('insert into payrun.notification '))
              await setRunStatus(ledger.db, active.id, 'ended', null);
            return result as never;
          },
        },
      };
      expect(kinds(await write(workplaceOf({}, { ledger: slow })))).toEqual(['rows_held']);
      expect(kinds(await write())).toEqual(['finished']);
    });

    it('a missing sheet, once a day, and not if one arrived', async () => {
      // Noon of a Wednesday; the database's clock does not matter.
      let now = Date.parse('2026-03-04T12:00:00Z');
      const clock = { ...systemClock, now: () => now };
      const by = { time: '09:00', zone: 'Europe/Berlin' };
      const expecting = workplaceOf(
        {
          expect: [
            { by, merchant: 'late' },
            { by, merchant: 'early' },
          ],
        },
        { clock },
      );
      const came = await run('preparing', [], 'early.csv', 'early');
      await ledger.db.query(`update payrun.run set created_at = '2026-03-04T06:00:00Z' where id = $1`, [came.id]);
      await run('preparing', [], 'late.csv', 'late');
      await ledger.db.query(`update payrun.run set created_at = '2026-03-03T06:00:00Z' where merchant_id = 'late'`);
      await ledger.db.query('update payrun.run set unnotified_since = null');
      expect(kinds(await write(expecting))).toEqual(['nothing_arrived']);
      expect(await write(expecting)).toEqual([]);
      now += 24 * 3_600_000;
      expect(kinds(await write(expecting))).toEqual(['nothing_arrived', 'nothing_arrived']);
      const { rows } = await ledger.db.query<{ about: string; stages: string[] }>(
        `select about, stages from payrun.notification where kind = 'nothing_arrived' order by id`,
      );
      expect(rows.map(({ about, stages }) => [about, stages[0]])).toEqual([
        ['expected-late-09:00-Europe/Berlin', '2026-03-04'],
        ['expected-late-09:00-Europe/Berlin', '2026-03-05'],
        ['expected-early-09:00-Europe/Berlin', '2026-03-05'],
      ]);
    });
  });

  describe('the delivery of notifications', () => {
    it('by e-mail to each address and by a signed webhook, with a link and a safe subject', async () => {
      const trap = 'march.csv\r\nBcc: thief@example.com\r\nX: ';
      const active = await run('ended', [{ state: 'invalid' }], trap);
      const to = { default: ['finance@example.com', 'boss@example.com'], rows_failed: [] };
      const reported = await during(workplaceOf({ to }), () => mail.taken.length >= 2 && received.length >= 2);
      expect(reported.filter((one) => 'channel' in one).every((one) => (one as Attempt).state === 'sent')).toBe(true);
      expect(mail.taken.map((one) => one.to).sort()).toEqual([['boss@example.com'], ['finance@example.com']]);
      const [{ text, from } = { text: '', from: '' }] = mail.taken;
      expect(from).toBe('payrun@example.com');
      const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/);
      expect(head).toMatch(/^Subject: \[Payrun\] Nothing paid: march\.csv Bcc:/m);
      expect(head).not.toMatch(/^(Bcc|X):/m);
      expect(head).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
      expect(head).toMatch(/^Message-ID: <notification-\d+-\d+@payrun>\r?$/m);
      expect(body).toContain(`https://pay.example.com/runs/${active.id}`);

      const one = received.find(({ body: text }) => JSON.parse(text).kind === 'rows_failed')!;
      const timestamp = Number(one.headers['webhook-timestamp']);
      const signed = (key: string) => signWebhook(key, String(one.headers['webhook-id']), timestamp, one.body);
      expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(300);
      expect(one.headers['webhook-signature']).toBe(signed(KEY));
      const verify = (key: string) => new Webhook(key, { format: 'raw' }).verify(one.body, one.headers as never);
      expect(verify(KEY)).toMatchObject({ kind: 'rows_failed' });
      expect(() => verify('another key that signs')).toThrow('No matching signature found');
      expect(one.headers['webhook-signature']).not.toBe(signed('another key'));
      expect(JSON.parse(one.body)).toMatchObject({
        id: one.headers['webhook-id'],
        run: String(active.id),
        counts: { invalid: 1 },
        url: `https://pay.example.com/runs/${active.id}`,
      });
    });

    it('to Slack as text, unsigned and once', async () => {
      const { port } = receiver.address() as AddressInfo;
      const active = await run('processing', [{ state: 'held' }], '<march> of the office.xlsx');
      const chats = { to: {}, webhook: undefined, slack: `http://127.0.0.1:${port}/slack` };
      const reported = await during(workplaceOf(chats), () => received.length >= 1);
      expect(reported.filter((one) => 'channel' in one)).toMatchObject([{ state: 'sent' }]);
      const [{ headers, body }] = received as [(typeof received)[number]];
      expect(headers['content-type']).toBe('application/json');
      expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
      const { text } = JSON.parse(body) as { text: string };
      expect(text).toContain('on hold');
      expect(text).toContain('&lt;march&gt;');
      expect(text).toContain(`https://pay.example.com/runs/${active.id}#problems`);
      expect(received).toHaveLength(1);
    });

    const MOODS = [
      ['refuses', 'SMTP_421'],
      ['refuses address', 'SMTP_550'],
      ['drops in DATA', 'ECONNECTION'],
    ] as const;
    it.each(MOODS)('a mail server that %s is retried, and the webhook does not wait for it', async (mood, code) => {
      mail.be(mood);
      await run('ended', []);
      const reported = await during(workplaceOf(), (all) => failed(all, 'email') !== undefined && received.length > 0);
      expect(failed(reported, 'email')).toMatchObject({
        state: 'waiting',
        code: expect.stringMatching(new RegExp(`^(${code}|E[A-Z]+)$`)),
      });
      expect(await openNotices()).toMatchObject([{ channel: 'email', state: 'waiting', attempts: 1 }]);
      // Its pause: no one tries meanwhile.
      const before = mail.connections();
      await during(workplaceOf(), async () => {
        await systemClock.sleep(60);
        return true;
      });
      expect(mail.connections()).toBe(before);
      mail.be('takes');
      await outOfPauses();
      await during(workplaceOf(), () => mail.taken.length > 0);
      expect(await openNotices()).toEqual([]);
      expect(mail.taken).toHaveLength(1);
    });

    it('a mail server that hangs delays neither the webhook nor new notifications, and stopping aborts it', async () => {
      mail.be('hangs');
      await run('ended', []);
      // Time passes faster, so that the grace of a stop does not.
      const clock = { ...systemClock, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 50, signal) };
      const before = mail.connections();
      const reported: (Written | Attempt)[] = [];
      const part = await startNotifications(workplaceOf({}, { clock }), {
        report: (one) => reported.push(one),
        everyMs: 500,
      });
      await until(() => mail.connections() > before && received.length > 0);
      await run('ended', []);
      await until(() => received.length > 1);
      await part.close();
      mail.be('takes');
      await during(workplaceOf(), () => mail.taken.length > 1);
      expect(await openNotices()).toEqual([]);
    });

    it.each([500, 302, 404])('a webhook that answers %d is retried, and a redirect is not followed', async (status) => {
      answer = status;
      await run('ended', []);
      const reported = await during(workplaceOf({ to: {} }), (all) => failed(all, 'webhook') !== undefined);
      expect(failed(reported, 'webhook')).toMatchObject({ state: 'waiting', code: `HTTP_${status}` });
      expect(received).toHaveLength(1);
      answer = 204;
      await outOfPauses();
      await during(workplaceOf({ to: {} }), () => received.length > 1);
      expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
        Array(2).fill(received[0]!.headers['webhook-id']),
      );
    });

    it('pauses grow, and after a day it is given up and shown', async () => {
      answer = 503;
      await run('ended', []);
      const pauses: number[] = [];
      const appContext = workplaceOf({ to: {} });
      for (let n = 0; n < 4; n++) {
        await outOfPauses();
        await during(appContext, (all) => failed(all, 'webhook') !== undefined);
        const { rows } = await ledger.db.query<{ ms: number }>(
          `select extract(epoch from next_at - now()) * 1000 as ms from payrun.notification_delivery where state = 'waiting'`,
        );
        pauses.push(Math.round(Number(rows[0]!.ms) / 30_000));
      }
      expect(pauses).toEqual([1, 2, 4, 8]);
      await outOfPauses();
      await ledger.db.query(`update payrun.notification set created_at = created_at - interval '24 hours'`);
      const reported = await during(appContext, (all) => failed(all, 'webhook') !== undefined);
      expect(failed(reported, 'webhook')).toMatchObject({ state: 'given_up' });
      expect(await openNotices()).toMatchObject([{ state: 'given_up', attempts: 5, last_code: 'HTTP_503' }]);
      await outOfPauses();
      received.length = 0;
      await during(appContext, async () => {
        await systemClock.sleep(60);
        return true;
      });
      expect(received).toEqual([]);
    });

    it('a notification whose process ended while sending is sent again by another, and by no one meanwhile', async () => {
      await run('ended', []);
      const appContext = workplaceOf({ to: {} });
      await write(appContext);
      // Taken, and then the process is gone.
      await ledger.db.query(
        `update payrun.notification_delivery set attempts = 1, next_at = now() + interval '60 s' where state = 'waiting'`,
      );
      await during(appContext, async () => {
        await systemClock.sleep(60);
        return true;
      });
      expect(received).toEqual([]);
      await outOfPauses();
      await during(appContext, () => received.length > 0);
    });

    it('two processes send each notification once', async () => {
      for (let n = 0; n < 5; n++) await run('ended', []);
      const appContext = workplaceOf({ to: {} });
      const parts = await Promise.all([0, 1, 2].map(() => startNotifications(appContext, { everyMs: 5 })));
      await until(async () => received.length >= 5 && (await openNotices()).length === 0);
      for (const part of parts) await part.close();
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(received.length);
    });

    it('reports at its start what is not configured', async () => {
      const { config } = workplaceOf();
      const start = (more: object) => startNotifications(workplaceOf({}, { config: { ...config, ...more } }));
      await expect(start({ smtpUrl: undefined })).rejects.toMatchObject({ code: 'config_invalid' });
      await expect(start({ notificationKey: undefined })).rejects.toMatchObject({ code: 'config_invalid' });
    });
  });

  it('logs no address, no key and nothing that a server said', () => {
    expect(logged.join('')).not.toMatch(/example\.com|secret|a key that signs/);
  });
});
