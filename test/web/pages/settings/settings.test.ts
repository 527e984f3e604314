import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import { type AppContext, openAppContext } from '../../../../src/engine/context/app-context.ts';
import { createPasswords } from '../../../../src/engine/users/password.ts';
import { appendEvent } from '../../../../src/ledger/audit/audit-chain.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { takeAttempt } from '../../../../src/ledger/users/login-attempts.ts';
import { findUser, insertUser } from '../../../../src/ledger/users/user.ts';
import { totpPlace } from '../../../../src/ledger/vault/sealed-place.ts';
import { MONEY_RULES, type RuleName } from '../../../../src/money-rules.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { createLog } from '../../../../src/platform/log.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { describeDatabases } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { setTestRules } from '../../../support/test-rules.ts';
import { addTestMerchant, startTestRun } from '../../../support/test-run.ts';
import { openPages, PASSWORD, type VisitedPages } from '../../../support/visited-pages.ts';

const SCRIPT = '<script>alert(1)</script>';
const ADMIN: Partial<CurrentUser> = { name: 'root', role: 'admin' };
const ADMIN_RIGHTS = { role: 'admin' as const, merchants: null, limits: null, password: null };
const LIMITED: Partial<CurrentUser> = { ...ADMIN, merchants: ['acme'] };
const PAGES = ['/settings', '/settings/users', '/settings/operation', '/settings/batches', '/settings/audit'];
const ACTIONS = ['/settings/users/add', '/settings/users/role', '/settings/audit/verify', '/settings/audit/accept'];
const RIGHTS = { role: 'maker', merchants: 'all', limit: 'none' };

describeDatabases('the settings', (database) => {
  let ledger: Ledger;
  let pages: VisitedPages;
  let appContext: AppContext;
  let acme = 0n;

  beforeAll(async () => {
    ledger = await database.open();
    const folder = join(database.home, 'project');
    const inbox = join(folder, 'inbox');
    mkdirSync(join(inbox, SCRIPT.replaceAll('/', '')), { recursive: true });
    writeFileSync(join(inbox, SCRIPT.replaceAll('/', ''), 'a.csv'), 'x');
    writeFileSync(
      join(folder, 'payrun.config.json'),
      JSON.stringify({
        schedule: [
          { job: 'nightly', cron: '0 2 * * *', timeZone: 'Europe/Berlin' },
          { job: `no${SCRIPT}`, cron: '0 3 * * *' },
        ],
        decimal: 'comma',
      }),
    );
    const config = loadConfig(
      {
        ...database.env,
        PAYRUN_INBOX: inbox,
        PAYRUN_RETURN_DAYS: '20',
        PAYRUN_SECRET_KEY: 'sk-secret',
        PAYRUN_SMTP_URL: 'smtps://u:hunter2@mail.example.com',
      },
      folder,
    );
    appContext = await openAppContext(config, {
      log: createLog('silent'),
      openLedger: (asked) => database.open(asked),
    });
    pages = openPages(appContext);
    acme = (await startTestRun(ledger, { merchant: 'acme' })).id;
    const other = (await startTestRun(ledger, { merchant: 'secret-merchant' })).id;
    const at = new Date('2026-06-01T00:00:00Z');
    const events = Array.from({ length: 130 }, (_, n) => [
      `run-${acme}`,
      n % 2 ? 'quoted' : 'started',
      n === 3 ? `eve ${SCRIPT}` : 'mia',
    ]);
    await insertUser(ledger.db, { ...ADMIN_RIGHTS, name: 'root' }, at);
    await ledger.tx(async (db) => {
      for (const [chain, kind, actor] of [
        ...events,
        [`run-${other}`, 'quoted', 'secret-actor'],
        ['users', 'login', 'secret-root'],
      ] as [string, string, string][])
        await appendEvent(db, { chain, at, actor, kind, data: { file: SCRIPT } });
    });
  });
  afterAll(() => appContext.close());

  const text = async (path: string, visitor: Partial<CurrentUser> = ADMIN) => {
    const answer = await pages.get(path, visitor);
    expect(answer.status, path).toBe(200);
    return answer.text;
  };
  const epochOf = async (name: string) => String((await findUser(ledger.db, name))!.epoch);
  const change = async (user: string, action: string, more: Record<string, string> = {}, visitor = ADMIN) =>
    pages.post(`/settings/users/${action}`, { user, epoch: await epochOf(user), password: PASSWORD, ...more }, visitor);
  const add = (name: string, more: Record<string, string> = {}, visitor = ADMIN) =>
    pages.post(
      '/settings/users/add',
      { name, ...RIGHTS, password: PASSWORD, new: `tall ${name} ships sail`, ...more },
      visitor,
    );
  const kinds = async (name: string) =>
    (
      await ledger.db.query<{ kind: string }>(
        `select kind from payrun.event where chain = 'users' and data->>'user' = $1 order by seq`,
        [name],
      )
    ).rows.map(({ kind }) => kind);

  it('say first which payout service it is', async () => {
    const { text } = await pages.get('/settings', ADMIN);
    expect(text).toMatch(/<p>Payout service: .* Trolley \(formerly Payment Rails\)/);
  });

  it('add a user with the address of their notifications, and refuse one that is no address', async () => {
    expect((await add('nora', { email: ' nora@example.com ' })).status).toBe(303);
    expect((await findUser(ledger.db, 'nora'))?.email).toBe('nora@example.com');
    expect(await kinds('nora')).toEqual(['user_added', 'user_notices_changed']);
    const refused = await add('nils', { email: 'nils' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('&quot;nils&quot; is not an email address.');
    expect(refused.text).toMatch(/name="email"[^>]*value="nils"/);
    expect(await findUser(ledger.db, 'nils')).toBeNull();
    expect((await add('nils', { email: '' })).status).toBe(303);
    expect((await findUser(ledger.db, 'nils'))?.email).toBeNull();
  });

  it('take from a form only what the page asks for', async () => {
    expect((await add('otto', { osUser: 'root', provider: 'yes' })).status).toBe(303);
    expect(await findUser(ledger.db, 'otto')).toMatchObject({ os_user: null, password: expect.any(String) });
  });

  it('are for admins, and those of all merchants for admins who see all', async () => {
    for (const role of ['viewer', 'maker', 'approver'] as const) {
      for (const path of PAGES) expect((await pages.get(path, { role })).status, `${role} ${path}`).toBe(403);
      for (const path of ACTIONS)
        expect((await pages.post(path, {}, { role })).status, `${role} ${path}`).toBeOneOf([403, 404]);
      expect((await pages.get('/runs', { role })).text).not.toContain('href="/settings"');
    }
    for (const path of PAGES) {
      const page = await text(path);
      expect(page).toContain('href="/settings"');
      expect(page, path).not.toMatch(/<script>|\sstyle=/);
    }
    for (const path of ['/settings/users', '/settings/operation', '/settings/batches']) {
      const refused = await pages.get(path, LIMITED);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain(
        `you have access to ${LIMITED.merchants!.join(', ')} only. Ask an admin of all merchants.`,
      );
    }
    const { text: why } = await pages.get('/settings/users', { role: 'viewer' });
    expect(why, 'with the frame, to go on from').toContain('<nav aria-label="Pages">');
    expect(why).toContain('This page requires the Admin role; yours is Viewer. Ask an admin.');
    expect(why).not.toMatch(/secret-/);
    for (const path of ACTIONS)
      expect((await pages.post(path, { name: 'x', ...RIGHTS, password: PASSWORD }, LIMITED)).status, path).toBe(404);
    expect(await findUser(ledger.db, 'x')).toBeNull();
    for (const path of [
      '/settings',
      '/settings/audit',
      '/settings/audit?who=secret-actor',
      '/settings/audit?kind=login',
    ])
      expect((await text(path, LIMITED)).replaceAll(/(value|href)="[^"]*"/g, ''), path).not.toContain('secret-');
  });

  it('let an auditor read the audit log, export and verify it, and nothing else', async () => {
    const auditor = { name: 'ada', role: 'auditor' } as const;
    const page = await text('/settings/audit', auditor);
    expect(page).toContain('Audit integrity');
    expect(page).toMatch(/href="\/settings\/audit" aria-current="page">(?:<svg.*?<\/svg>)?Audit log/);
    expect(page).not.toMatch(/Compare with payout service|href="\/settings"/);
    expect((await pages.get('/settings/audit.csv', auditor)).text).toContain('secret-root');
    for (const path of PAGES.filter((one) => one !== '/settings/audit'))
      expect((await pages.get(path, auditor)).status, path).toBe(403);
    for (const path of ACTIONS.filter((one) => one !== '/settings/audit/verify'))
      expect((await pages.post(path, { password: PASSWORD }, auditor)).status, path).toBe(403);
    expect((await pages.post('/settings/audit/verify', { with: 'service' }, auditor)).status).toBe(404);
    expect((await pages.post('/settings/audit/verify', {}, auditor)).status).toBe(303);
    await eventually(async () =>
      expect(await text('/settings/audit', auditor)).toMatch(/(by ada, in|started .* by ada)/),
    );
    expect(await text('/settings/audit', { ...auditor, merchants: ['acme'] })).not.toMatch(/secret-|Audit integrity/);
    for (const path of ['/upload', '/templates'])
      expect((await pages.get('/runs', auditor)).text.includes(`href="${path}"`), path).toBe(false);
  });

  it('show effective values and their sources, and no secret', async () => {
    const page = await text('/settings');
    expect(page).toMatch(/Rate limits: [\d,]+ API calls per merchant and [\d,]+ for this machine every [\d.]+ s\./);
    const value = (name: string) =>
      new RegExp(`<code[^>]*>${name}</code></span></th><td[^>]*>([^<]*)</td><td[^>]*>(.*?)</td>`).exec(page)?.slice(1);
    expect(value('returnDays')).toEqual(['20', '<code>PAYRUN_RETURN_DAYS</code>']);
    expect(value('decimal')).toEqual(['Comma', '<code>payrun.config.json</code>']);
    expect(value('quotaPerMinute')).toEqual(['50', '<span class="quiet">default</span>']);
    expect(page).toContain(`***${Buffer.from('acme').toString('hex').slice(-8)}`);
    for (const path of PAGES) expect(await text(path), path).not.toMatch(/sk-secret|hunter2/);
  });

  /** The fields of the form that changes the rules; null where there is none. */
  const rulesForm = (page: string) => {
    const form = /<form method="post" action="\/settings\/rules".*?<\/form>/s.exec(page)?.[0];
    if (form === undefined) return null;
    const inputs = [...form.matchAll(/<input [^>]*name="([\w.]+)"[^>]* value="([^"]*)"/g)];
    const chosen = [...form.matchAll(/<select [^>]*name="([\w.]+)">.*?value="(\w+)" selected/gs)];
    return Object.fromEntries([...inputs, ...chosen].map(([, name, text]) => [name!, text!]));
  };
  const rule = (page: string, name: RuleName) =>
    new RegExp(`<th scope="row"[^>]*>${MONEY_RULES[name].label}<br>.*?</th><td[^>]*>(.*?)</td>`)
      .exec(page)?.[1]
      ?.replaceAll(/<[^>]+>/g, '');

  it('G7: show the rules for payments, and change them with the password of an admin', async () => {
    await setTestRules(appContext, {
      'approval.policy': 'manual',
      'approval.perRun': 'EUR=5000.00',
      duplicateDays: '30',
    });
    const before = await text('/settings');
    expect(before).toContain('by root, for every process');
    expect(rule(before, 'approval.policy')).toBe('Every run requires approval');
    expect(rule(before, 'approval.perRun')).toBe('5,000.00 EUR');
    expect(rule(before, 'duplicateDays')).toBe('30 days');
    const form = rulesForm(before)!;
    expect(form).toMatchObject({ 'approval.policy': 'manual', 'approval.perRun': 'EUR 5000.00', duplicateDays: '30' });
    const send = (more: Record<string, string> = {}, visitor = ADMIN) =>
      pages.post('/settings/rules', { ...form, password: PASSWORD, ...more }, visitor);
    const changed = { duplicateDays: '9' };

    // An approver, an admin of some merchants, a wrong password, a value that is not valid.
    expect((await send(changed, { name: 'carla', role: 'approver' })).status).toBe(403);
    expect((await send(changed, LIMITED)).status).toBe(404);
    expect(rulesForm(await text('/settings', LIMITED))).toBeNull();
    const unproven = await send({ ...changed, password: 'wrong' });
    expect([unproven.status, rulesForm(unproven.text)]).toEqual([422, expect.objectContaining(changed)]);
    const invalid = await send({ ...changed, 'approval.two': '5,000 euros' });
    expect([invalid.status, rulesForm(invalid.text)?.['approval.two']]).toEqual([422, '5,000 euros']);
    expect(invalid.text).toMatch(/id="rules-approval.two-error">Enter amounts such as EUR=5000\.00/);
    for (const replaces of ['', 'x', '-1', '0']) expect((await send({ ...changed, replaces })).status).toBe(409);
    expect((await send({ ...changed, environment: 'production' })).status).toBe(422);
    expect(rule(await text('/settings'), 'duplicateDays')).toBe('30 days');

    expect((await send(changed)).status).toBe(303);
    const after = await text('/settings');
    expect(rule(after, 'duplicateDays')).toBe('9 days');
    expect(after).toContain('Duplicate check window: 30 days → 9 days');
    // The same form once more: it shows older rules.
    expect((await send({ rateTolerance: '2' })).text).toContain('has changed the payment rules in the meantime');
    const { rows } = await ledger.db.query(
      `select actor, data->'changed' as changed from payrun.event where kind = 'rules_changed' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ actor: 'root', changed: [{ rule: 'duplicateDays', before: '30', after: '9' }] }]);
  });

  it('show the schedule, the inbox and the queue, with names that are code as text', async () => {
    const told = 'The ledger has no rules.\nRun `payrun rules set`.\nSet them on the page of settings.';
    await ledger.db.query(
      `insert into payrun.job_run (job, maker, began_at, ended_at, exit_code, told) values ('purge', 'mia', now(), now(), 2, $1)`,
      [told],
    );
    const page = await text('/settings/operation');
    expect(page).toContain('Every day at 02:00 <span class="quiet">Europe/Berlin</span>');
    expect(page).toContain('there is no job called no&lt;script&gt;');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;script&gt; does not belong to a user or');
    expect(page).toContain('The ledger has no rules. Set them on the page of settings.');
    expect(page).not.toContain('payrun rules set');
    expect(page).toContain('The queue is empty.');
    expect(page).toContain('No notifications sent.');
  });

  it('add a user once, with their rights, and with the password of the admin', async () => {
    expect((await add('ann', { password: 'wrong' })).status).toBe(422);
    expect(await findUser(ledger.db, 'ann')).toBeNull();
    await addTestMerchant(ledger, 'beta');
    const added = await add('ann', { role: 'approver', merchants: 'acme, beta', limit: 'EUR=5000.00, JPY=100' });
    expect([added.status, added.headers.get('Location')]).toEqual([
      303,
      expect.stringMatching(/^\/settings\/users\?user=ann&notice=They\+can\+log\+in/),
    ]);
    expect(await findUser(ledger.db, 'ann')).toMatchObject({
      role: 'approver',
      merchants: ['acme', 'beta'],
      limits: { EUR: '5000.00', JPY: '100' },
    });
    const again = await add('ANN', { role: 'admin' });
    expect(again.status).toBe(422);
    expect(again.text).toContain('A user called ANN already exists.');
    expect((await findUser(ledger.db, 'ann'))!.role).toBe('approver');
    expect(await kinds('ann')).toEqual(['user_added']);
    for (const wrong of [
      { merchants: '' },
      { merchants: 'acme, gamma' },
      { limit: '' },
      { limit: 'EUR' },
      { limit: 'EUR=1, EUR=2' },
      { role: 'root' },
      { new: 'short' },
      { name: SCRIPT },
    ]) {
      const refused = await add('bob', wrong);
      expect(refused.status, JSON.stringify(wrong)).toBe(422);
      expect(refused.text).toContain('role="alert"');
      expect(refused.text).not.toContain('<script>');
    }
    const { merchants: _, ...some } = { name: 'bob', ...RIGHTS, password: PASSWORD, new: 'tall bob ships sail' };
    expect((await pages.post('/settings/users/add', some, ADMIN)).status, 'no merchants are not all').toBe(422);
    expect(await findUser(ledger.db, 'bob')).toBeNull();
    expect(await text('/settings/users')).toContain('EUR=5000.00, JPY=100');
  });

  it('G7: generate a password that is shown once and opens the account', async () => {
    const { status, text: page, headers } = await add('cleo', { new: '' });
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
    const password = /<strong class="code">([a-z2-9-]{24})<\/strong>/.exec(page)![1]!;
    expect(await createPasswords().check(password, (await findUser(ledger.db, 'cleo'))!.password)).toMatchObject({
      right: true,
    });
    expect((await findUser(ledger.db, 'cleo'))!.password_to_change, 'the admin has seen it').toBe(true);
    expect(await text('/settings/users?user=cleo')).not.toContain(password);
    const { rows } = await ledger.db.query('select 1 from payrun.event where data::text like $1', [`%${password}%`]);
    expect(rows).toEqual([]);
  });

  it('G7: change a user once: a form that was sent twice, or is outdated, changes nothing', async () => {
    const epoch = await epochOf('ann');
    const rights = { ...RIGHTS, role: 'viewer', merchants: 'acme', limit: 'EUR=1' };
    expect((await change('ann', 'role', { ...rights, password: 'wrong' })).status).toBe(422);
    expect((await change('ann', 'role', rights)).status).toBe(303);
    expect(await findUser(ledger.db, 'ann')).toMatchObject({
      role: 'viewer',
      merchants: ['acme'],
      limits: { EUR: '1' },
    });
    const twice = await change('ann', 'role', { ...rights, role: 'admin', epoch });
    expect(twice.status).toBe(422);
    expect(twice.text).toContain('Another admin has changed this user in the meantime.');
    expect((await findUser(ledger.db, 'ann'))!.role).toBe('viewer');
    expect((await change('ann', 'disable')).status).toBe(303);
    expect((await findUser(ledger.db, 'ann'))!.disabled_at).not.toBeNull();
    expect((await change('ann', 'enable')).status).toBe(303);
    expect((await findUser(ledger.db, 'ann'))!.disabled_at).toBeNull();
    await ledger.db.query(
      `update payrun.user_account set totp_sealed = $1, totp_confirmed_at = now(), password_to_change = false where name = 'ann'`,
      [ledger.vault.seal('x', totpPlace('ann'))],
    );
    expect((await change('ann', 'reset-totp')).status).toBe(303);
    expect((await findUser(ledger.db, 'ann'))!.totp_confirmed_at).toBeNull();
    const before = (await findUser(ledger.db, 'ann'))!.password;
    expect((await change('ann', 'password', { new: 'other green hats float' })).status).toBe(303);
    const after = (await findUser(ledger.db, 'ann'))!;
    expect(after.password).not.toBe(before);
    expect(after.password_to_change, 'the admin typed it').toBe(true);
    expect(await kinds('ann')).toEqual([
      'user_added',
      'user_rights_changed',
      'user_disabled',
      'user_enabled',
      'user_codes_removed',
      'user_password_changed',
    ]);
    expect((await change('ann', 'toString')).status).toBe(404);
    expect((await pages.post('/settings/users/disable', { user: 'nobody', password: PASSWORD }, ADMIN)).status).toBe(
      404,
    );
    const audit = await text('/settings/audit?about=ann');
    expect(audit).toContain('User permissions changed');
    expect(audit).toContain(`machine ${hostname()}`);
  });

  it('end a lockout, and record that', async () => {
    for (let n = 0; n < 6; n++)
      await takeAttempt(ledger.db, ledger.vault, { kind: 'name', text: 'cleo' }, new Date(systemClock.now()));
    expect(await text('/settings/users')).toContain('Locked');
    expect((await change('cleo', 'enable')).status).toBe(303);
    expect(await text('/settings/users')).not.toContain('Locked');
    expect(await kinds('cleo')).toEqual(['user_added', 'user_lockout_ended']);
  });

  it('let no one change their own rights, and no one who is no admin of the installation', async () => {
    for (const action of ['role', 'disable', 'password', 'reset-totp', 'enable']) {
      const { status, text: page } = await change(
        'root',
        action,
        { ...RIGHTS, new: 'many words in a row' },
        { ...ADMIN, name: 'ROOT' },
      );
      expect(status, action).toBe(422);
      expect(page).toContain('Another admin must change your role and limits.');
    }
    const { status, text: page } = await change('root', 'disable', {}, { ...ADMIN, name: 'zoe' });
    expect(status).toBe(422);
    expect(page).toContain('zoe may not change users: there is no such user.');
    expect(await findUser(ledger.db, 'root')).toMatchObject({ role: 'admin', disabled_at: null, epoch: 0 });
  });

  it('page through the whole audit, each event once, with filters', async () => {
    const seen: string[] = [];
    let path: string | undefined = `/settings/audit?run=${acme}`;
    for (let pages = 0; path !== undefined && pages < 5; pages++) {
      const page = await text(path);
      expect(page).not.toContain(SCRIPT);
      seen.push(...[...page.matchAll(/event (\d+)</g)].map(([, seq]) => seq!));
      path = /<a href="([^"]+)" rel="next">/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(path).toBeUndefined();
    expect(seen.map(Number)).toEqual(Array.from({ length: 130 }, (_, n) => 130 - n));
    const eve = await text(`/settings/audit?who=${encodeURIComponent(`eve ${SCRIPT}`)}`);
    expect(eve.match(/event \d+</g)).toHaveLength(1);
    expect((await text(`/settings/audit?run=${acme}&kind=quoted`)).match(/event \d+</g)).toHaveLength(65);
    for (const query of ['run=1%27', 'before=x', 'before=99999999999999999.1.a', 'kind=%00', `who=${SCRIPT}`])
      expect((await pages.get(`/settings/audit?${query}`, ADMIN)).status, query).toBe(200);
    expect(await text(`/settings/audit?run=${acme}`, LIMITED)).toContain('event 130<');
    // By day, and as a file with all of them.
    const { rows } = await ledger.db.query<{ day: string }>(
      `select distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from payrun.event where chain = $1`,
      [`run-${acme}`],
    );
    const days = rows.map(({ day }) => day).toSorted();
    const of = (from: string, to: string) => `run=${acme}&from=${from}&to=${to}`;
    expect(await text(`/settings/audit?${of(days[0]!, days.at(-1)!)}`)).toContain('event 130<');
    expect(await text(`/settings/audit?${of('2019-01-01', '2019-12-31')}`)).not.toMatch(/event \d+</);
    const file = await pages.get(`/settings/audit.csv?run=${acme}`, ADMIN);
    expect(file.headers.get('Content-Type')).toContain('text/csv');
    const lines = file.text.trim().split('\r\n');
    expect(lines[0]).toBe('time (UTC),who,account and machine,what,kind,of,no.,details');
    expect(lines).toHaveLength(131);
    expect((await pages.get(`/settings/audit.csv?${of('2019-01-01', '2019-12-31')}`, ADMIN)).text.trim()).toBe(
      lines[0],
    );
    expect((await pages.get('/settings/audit.csv', { role: 'approver' })).status).toBe(403);
    expect((await pages.get('/settings/audit.csv', LIMITED)).text).not.toContain('secret-');
  });

  it('verify the audit when asked to, and list the findings', async () => {
    const verified = () =>
      eventually(async () => {
        const page = await text('/settings/audit');
        expect(page).toContain(' by root, in');
        expect(page).not.toContain('Verification in progress');
        return page;
      });
    expect((await pages.post('/settings/audit/verify', {}, ADMIN)).status).toBe(303);
    expect(await verified()).toContain('Audit integrity: verified.');
    await ledger.tx(async (db) => {
      await db.query('alter table payrun.event disable trigger event_append_only');
      await db.query(`update payrun.event set actor = 'mallory' where chain = 'users' and seq = 1`);
      await db.query('alter table payrun.event enable trigger event_append_only');
    });
    await pages.post('/settings/audit/verify', {}, ADMIN);
    expect(await verified()).toMatch(/\d findings?\./);
    expect(await text('/settings/audit')).toContain('Event 1 of the audit &quot;users&quot; was changed');
    // Who sees one merchant is not told of the others' chains.
    expect(await text('/settings/audit', LIMITED)).not.toContain('Audit integrity');
  });
});
