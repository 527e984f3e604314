import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { createPasswords } from '../../../src/engine/users/password.ts';
import { newTotpSecret } from '../../../src/engine/users/totp.ts';
import { addUser, setEnabled, setPassword, setRights } from '../../../src/engine/users/users.ts';
import type { Feature } from '../../../src/http/feature.ts';
import { verifyChain } from '../../../src/ledger/audit/audit-chain.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { takeAttempt } from '../../../src/ledger/users/login-attempts.ts';
import { findUser, type NewUser } from '../../../src/ledger/users/user.ts';
import { confirmTotp, proposeTotp } from '../../../src/ledger/users/user-totp.ts';
import { amountsRefusal, seesMerchant } from '../../../src/permissions/access.ts';
import { fairLimit } from '../../../src/platform/fair-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { WebServer } from '../../../src/web/serve-app.ts';
import { requireRole } from '../../../src/web/session/require-role.ts';
import { tokenForPath } from '../../../src/web/session/token-for-path.ts';
import { describeDatabases } from '../../support/database.ts';
import { firstAdmin } from '../../support/person.ts';
import { addTestMerchant } from '../../support/test-run.ts';
import { browse, cheapPasswords, MINUTE, movableClock, servePages } from '../../support/web-visit.ts';

const PASSWORD = 'seven blue kites fly';

/** Pages as others write them. */
const pages: Feature = (app) => {
  app.get('/', (context) => context.text(`hello ${context.get('currentUser').name}`));
  app.get('/runs/:run', (context) => context.text(`run ${context.req.param('run')}`));
  app.get('/form', (context) => context.text(`csrf=${tokenForPath(context.get('currentUser').csrf, '/upload')}`));
  app.get('/merchants/:merchant', (context) =>
    seesMerchant(context.get('currentUser'), context.req.param('merchant')) ? context.text('yes') : context.notFound(),
  );
  app.post('/pay', requireRole('maker'), (context) => context.text(`paid by ${context.get('currentUser').name}`));
  app.post('/upload', requireRole('maker'), async (context) =>
    context.text(`${(await context.req.arrayBuffer()).byteLength}`),
  );
  app.get('/limit/:minor', (context) => {
    const amounts = [{ currency: 'EUR', minor: BigInt(context.req.param('minor')) }];
    return context.text(String(amountsRefusal(context.get('currentUser'), amounts) === null));
  });
  app.post('/decide', requireRole('approver'), async (context) =>
    context.text((await context.get('confirmPassword')(await context.req.formData())) ?? 'decided'),
  );
  app.get('/healthz', (context) => context.text('well'));
  app.post('/webhooks/:merchant', (context) => context.text('heard'));
};

describeDatabases('the login', (database) => {
  let ledger: Ledger;
  let server: WebServer;
  let users = 0;
  const clock = movableClock();
  const deps = () => ({ ledger, clock, passwords: cheapPasswords });

  beforeAll(async () => {
    ledger = await database.open();
    server = await servePages(ledger, clock, pages);
  });
  afterAll(() => server.close());

  const newUser = async (given: Partial<NewUser> = {}) => {
    const name = given.name ?? `user-${++users}`;
    await addUser(deps(), await firstAdmin(ledger), {
      role: 'maker',
      merchants: null,
      limits: null,
      password: PASSWORD,
      ...given,
      name,
    });
    return name;
  };
  const loggedIn = async (given: Partial<NewUser> = {}) => {
    const name = await newUser(given);
    const browser = browse(server.url);
    expect(await browser.logIn(name, PASSWORD)).toMatchObject({ status: 303, headers: { location: '/' } });
    return { name, browser };
  };
  const events = async (name: string) =>
    (
      await ledger.db.query<{ kind: string }>(
        `select kind from payrun.event where chain = 'users' and data->>'user' = $1 order by seq`,
        [name],
      )
    ).rows.map(({ kind }) => kind);

  /** Attempts from an address, as logins count them. */
  const tries = async (many: number, address: string) => {
    const key = { kind: 'address', text: address } as const;
    for (let i = 0; i < many; i++) await takeAttempt(ledger.db, ledger.vault, key, new Date(clock.now()));
  };

  it('G5: is required for every page, and leads back to it', async () => {
    const browser = browse(server.url);
    expect(await browser.get('/runs/12?state=held')).toMatchObject({
      status: 303,
      headers: { location: '/login?next=%2Fruns%2F12%3Fstate%3Dheld' },
    });
    // What must not be in an address is not carried on into the next one.
    const typed = await browser.get('/runs/12?q=DE89370400440532013000&state=held');
    expect(typed.headers.location).toBe('/login?next=%2Fruns%2F12%3Fstate%3Dheld');
    expect((await browser.get('/nothing')).status).toBe(303);
    expect((await browser.get('/runs/12', { Accept: 'text/event-stream' })).status).toBe(401);
    expect((await browser.post('/pay', {})).status).toBe(401);
    const name = await newUser();
    expect((await browser.get('/login?next=/runs/12')).text).toContain('value="/runs/12"');
    expect((await browser.logIn(name, PASSWORD, '/runs/12')).headers.location).toBe('/runs/12');
    expect((await browser.get('/runs/12')).text).toBe('run 12');
    expect((await browser.get('/')).text).toBe(`hello ${name}`);
  });

  it('G7: with a password that someone else knows admits only to choosing another one', async () => {
    const { name, browser } = await loggedIn({ password: PASSWORD });
    const admin = { ...(await firstAdmin(ledger)), from: '192.0.2.7' };
    await setPassword(deps(), admin, name, `${PASSWORD} high`, { toChange: true });
    expect((await browser.get('/')).status, 'what was open is over').toBe(303);
    await browser.logIn(name, `${PASSWORD} high`, '/runs/12');
    for (const path of ['/', '/runs/12', '/form', '/account/codes'])
      expect(await browser.get(path), path).toMatchObject({ status: 303, headers: { location: '/account' } });
    const csrf = browser.csrf();
    for (const path of ['/pay', '/account/others', '/account/codes'])
      expect((await browser.post(path, { csrf })).headers.location, path).toBe('/account');
    const page = (await browser.get('/account')).text;
    expect(page).toContain('Another person knows this password.');
    expect(page).not.toContain('Set up two-factor authentication');

    const change = (wanted: string) =>
      browser.post('/account/password', { csrf, password: `${PASSWORD} high`, new: wanted, again: wanted });
    expect((await change(`${PASSWORD} high`)).status, 'the same one').toBe(400);
    expect((await change('short')).status).toBe(400);
    expect((await browser.get('/')).headers.location).toBe('/account');
    expect((await change(`${PASSWORD} low`)).status).toBe(303);
    expect((await browser.get('/')).text).toBe(`hello ${name}`);
    const { rows } = await ledger.db.query(
      `select actor, data->'toChange' as to_change from payrun.event
       where chain = 'users' and kind = 'user_password_changed' and data->>'user' = $1 order by seq`,
      [name],
    );
    expect(rows).toEqual([
      { actor: admin.name, to_change: true },
      { actor: name, to_change: null },
    ]);
  });

  it('is not required for routes with a check of their own', async () => {
    const browser = browse(server.url);
    expect((await browser.get('/healthz')).text).toBe('well');
    expect((await browser.send('POST', '/webhooks/acme', { Host: 'pay.example.com' }, '{}')).text).toBe('heard');
    for (const path of [
      '/healthz/../runs/1',
      '/static/../runs/1',
      '/webhooks/%2e%2e/runs/1',
      '//runs/1',
      '/login/../runs/1',
    ])
      expect((await browser.get(path)).text).not.toContain('run 1');
  });

  it.each(['//evil.example/x', '/\\evil.example/x', '///evil.example'])(
    'G8: sends no one who follows a link of another site away from here: %j',
    async (path) => {
      const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' };
      const { text, headers } = await browse(server.url).get(path, link);
      expect(text + (headers.location ?? '')).not.toMatch(/evil/);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%0d%0aSet-Cookie:x=1',
    '/a\r\nLocation: https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/./\\evil.example',
    '/..//evil.example',
    '/login',
    '/logout',
  ])('leads to no other place than a page of its own: %j', async (next) => {
    const browser = browse(server.url);
    const { location, ...rest } = (await browser.logIn(await newUser(), PASSWORD, next)).headers;
    expect(new URL(location!, 'http://own.example').host).toBe('own.example');
    expect(location).not.toMatch(/^(\/\/|\/\\|\/log)|[\r\n\t]/);
    expect(rest).not.toHaveProperty('location:');
  });

  it('has a session whose cookie no script, no other site and no earlier visitor has', async () => {
    const { name, browser } = await loggedIn();
    const before = browser.jar.get('payrun')!;
    const [cookie] = (await browser.logIn(name, PASSWORD)).cookies;
    expect(cookie).toMatch(/^payrun=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(browser.jar.get('payrun')).not.toBe(before);
    const old = browse(server.url);
    old.jar.set('payrun', before);
    expect((await old.get('/')).status).toBe(303);
    const { rows } = await ledger.db.query<{ id_hash: Buffer }>('select id_hash from payrun.user_session');
    expect(rows.every(({ id_hash }) => !id_hash.toString('latin1').includes(before))).toBe(true);
  });

  it.each(['x', 'A'.repeat(43), `${'A'.repeat(43)}'; drop`, '../../etc', '%00'])(
    'refuses the session %j',
    async (forged) => {
      const browser = browse(server.url);
      browser.jar.set('payrun', forged);
      expect((await browser.get('/')).status).toBe(303);
    },
  );

  it('expires: after 30 minutes without a request, after 12 hours in any case, and by logging out', async () => {
    const idle = await loggedIn();
    for (let i = 0; i < 3; i++) {
      clock.pass(29 * MINUTE);
      expect((await idle.browser.get('/')).status).toBe(200);
    }
    clock.pass(30 * MINUTE);
    expect((await idle.browser.get('/')).status).toBe(303);

    const long = await loggedIn();
    for (let i = 0; i < 28; i++) {
      clock.pass(25 * MINUTE);
      expect((await long.browser.get('/')).status).toBe(200);
    }
    clock.pass(21 * MINUTE);
    expect((await long.browser.get('/')).status).toBe(303);

    const { name, browser } = await loggedIn();
    const stolen = browse(server.url);
    stolen.jar.set('payrun', browser.jar.get('payrun')!);
    expect((await stolen.get('/')).status).toBe(200);
    expect((await browser.get('/logout')).status).toBe(404);
    expect(await browser.post('/logout', { csrf: browser.csrf() })).toMatchObject({
      headers: { location: '/login?out' },
    });
    expect(browser.jar.has('payrun')).toBe(false);
    expect((await stolen.get('/')).status).toBe(303);
    expect(await events(name)).toEqual(['user_added', 'login', 'logout']);
  });

  it('ends if the password, the rights or the user changed', async () => {
    const one = await loggedIn();
    await setRights(deps(), await firstAdmin(ledger), one.name, { role: 'viewer' });
    expect((await one.browser.get('/')).status).toBe(303);
    await one.browser.logIn(one.name, PASSWORD);
    await setPassword(deps(), await firstAdmin(ledger), one.name, `${PASSWORD} high`);
    expect((await one.browser.get('/')).status).toBe(303);
    expect((await one.browser.logIn(one.name, PASSWORD)).status).toBe(401);
    expect((await one.browser.logIn(one.name, `${PASSWORD} high`)).status).toBe(303);
    await setEnabled(deps(), await firstAdmin(ledger), one.name, false);
    expect((await one.browser.get('/')).status).toBe(303);
    expect(await one.browser.logIn(one.name, `${PASSWORD} high`)).toMatchObject({
      status: 401,
      text: expect.stringContaining('Incorrect name or password.'),
    });
    await setEnabled(deps(), await firstAdmin(ledger), one.name, true);
    expect((await one.browser.get('/')).status).toBe(303);
  });

  it('ends elsewhere if the password is changed here', async () => {
    const { name, browser } = await loggedIn();
    const other = browse(server.url);
    await other.logIn(name, PASSWORD);
    const change = (form: Record<string, string>) =>
      browser.post('/account/password', { csrf: browser.csrf(), ...form });
    const wanted = 'nine red lamps glow';
    for (const [form, says] of [
      [{ password: PASSWORD, new: wanted, again: 'else' }, 'do not match'],
      [{ password: 'wrong', new: wanted, again: wanted }, 'Incorrect password.'],
      [{ password: PASSWORD, new: 'short', again: 'short' }, 'needs at least 12 characters'],
      [{ password: PASSWORD, new: 'Password123456', again: 'Password123456' }, 'easy to guess'],
    ] as const)
      expect(await change(form)).toMatchObject({ status: 400, text: expect.stringContaining(says) });
    const before = browser.jar.get('payrun');
    const changed = await change({ password: PASSWORD, new: wanted, again: wanted });
    expect(changed.status).toBe(303);
    expect(browser.jar.get('payrun')).not.toBe(before);
    expect((await browser.get(changed.headers.location!)).text).toContain('Password changed.');
    // A link of someone else claims nothing.
    const link = `/account?${new URLSearchParams({ notice: 'removed', proof: 'x' })}`;
    expect((await browser.get(link)).text).not.toContain('Two-factor authentication is off.');
    expect((await other.get('/')).status).toBe(303);
    const third = browse(server.url);
    await third.logIn(name, wanted);
    expect((await browser.post('/account/others', { csrf: browser.csrf() })).status).toBe(303);
    expect((await third.get('/')).status).toBe(303);
    expect((await browser.get('/')).status).toBe(200);
  });

  it('lets users choose their notifications on their account page', async () => {
    const { name, browser } = await loggedIn({ role: 'viewer' });
    const save = (email: string) =>
      browser.post('/account/notifications', {
        ...{ csrf: browser.csrf(), told: 'chosen', 'kind-finished': 'yes', email },
      });
    await browser.get('/account');
    const refused = await save('x');
    expect(refused).toMatchObject({
      status: 400,
      text: expect.stringContaining('&quot;x&quot; is not an email address.'),
    });
    expect(refused.text).toContain('value="x"');
    expect(refused.text).toMatch(/name="kind-finished" value="yes" checked/);
    expect((await findUser(ledger.db, name))!.email).toBeNull();
    const saved = (await save('me@example.com')).headers.location!;
    expect(await findUser(ledger.db, name)).toMatchObject({
      email: 'me@example.com',
      notification_kinds: ['finished'],
    });
    expect(await events(name)).toContain('user_notices_changed');
    expect((await browser.get(saved)).text).toContain('Notifications saved.');
  });

  it('sends every page with headers that allow no foreign code, frame or copy', async () => {
    const { browser } = await loggedIn();
    for (const path of ['/', '/login', '/account', '/nothing', '/runs/1'])
      expect((await browser.get(path)).headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'self'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
        ),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    for (const path of ['/login', '/account']) {
      const { text } = await browse(server.url).get(path === '/login' ? path : '/login');
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
    }
    expect((await browser.get('/account')).text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
  });

  describe('a form', () => {
    it('counts only with the token of its own session, from its own page', async () => {
      const { name, browser } = await loggedIn();
      const other = (await loggedIn()).browser;
      const csrf = browser.csrf();
      const pay = (form: Record<string, string>, headers = {}) => browser.post('/pay', form, headers);
      expect((await pay({ csrf })).text).toBe(`paid by ${name}`);
      expect((await pay({}, { 'X-CSRF-Token': csrf })).text).toBe(`paid by ${name}`);
      for (const form of [{}, { csrf: '' }, { csrf: other.csrf() }, { csrf: `${csrf}x` }, { CSRF: csrf }] as Record<
        string,
        string
      >[])
        expect((await pay(form)).status).toBe(403);
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${server.url}.evil.example` },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'none' },
        { Origin: undefined, 'Sec-Fetch-Site': undefined },
        { 'Content-Type': 'text/plain' },
        { 'Content-Type': 'application/json' },
        { 'Content-Type': 'multipart/form-data; boundary=x' },
        { 'Content-Type': undefined },
      ])
        expect([headers, (await pay({ csrf }, headers)).status]).toEqual([headers, 403]);
      expect((await browser.get(`/pay?csrf=${csrf}`)).status).toBe(404);
      expect((await browser.send('DELETE', '/pay', { Origin: server.url }, '')).status).toBe(403);
    });

    it('with files has its token in the URL, for that URL alone', async () => {
      const { browser } = await loggedIn();
      const { text: query } = await browser.get('/form');
      const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
      const upload = (path: string) => browser.post(path, { file: 'a'.repeat(100) }, multipart);
      expect(await upload(`/upload?${query}`)).toMatchObject({ status: 200, text: '105' });
      expect((await upload(`/pay?${query}`)).status).toBe(403);
      expect((await upload(`/upload?csrf=${browser.csrf()}`)).status).toBe(403);
    });

    it('is refused from another site, or if it is too long, before the password is checked', async () => {
      const name = await newUser();
      const browser = browse(server.url);
      const form = { name, password: PASSWORD };
      expect((await browser.post('/login', form, { Origin: 'https://evil.example' })).status).toBe(403);
      expect((await browser.post('/login', { ...form, more: 'x'.repeat(5_000_000) })).status).toBe(413);
      expect((await browser.post('/login', form, { Host: 'evil.example' })).status).toBe(400);
      expect(browser.jar.size).toBe(0);
    });
  });

  describe('the rights of a visitor', () => {
    it('follow the table of roles', async () => {
      const { browser } = await loggedIn({ role: 'viewer' });
      const answer = await browser.post('/pay', { csrf: browser.csrf() });
      expect(answer).toMatchObject({
        status: 403,
        text: expect.stringContaining('This requires the Maker role; yours is Viewer. Ask an admin.'),
      });
      const approver = (await loggedIn({ role: 'approver', limits: { EUR: '50.00' } })).browser;
      expect((await approver.post('/pay', { csrf: approver.csrf() })).status).toBe(200);
      expect((await approver.get('/limit/5000')).text).toBe('true');
      expect((await approver.get('/limit/5001')).text).toBe('false');
    });
    it('end at their merchants: the others do not exist', async () => {
      await addTestMerchant(ledger, 'alpha');
      const { browser } = await loggedIn({ merchants: ['alpha'] });
      expect((await browser.get('/merchants/alpha')).text).toBe('yes');
      expect((await browser.get('/merchants/beta')).status).toBe(404);
    });
    it('for a decision require the password', async () => {
      const { name, browser } = await loggedIn({ role: 'approver' });
      const decide = async (password: string) =>
        (await browser.post('/decide', { csrf: browser.csrf(), password })).text;
      expect(await decide('')).toBe('Type your password again.');
      expect(await decide('wrong')).toBe('Incorrect password.');
      expect(await decide(PASSWORD)).toBe('decided');
      for (let i = 0; i < 5; i++) await decide('wrong');
      expect(await decide(PASSWORD)).toBe('Too many wrong attempts. Wait 30 seconds and try again.');
      // No one keeps them from deciding by wrong logins, nor from logging in by wrong decisions.
      for (let i = 0; i < 6; i++) await browse(server.url).logIn(name, 'wrong');
      expect((await browse(server.url).logIn(name, PASSWORD)).status).toBe(429);
      clock.pass(30_000);
      expect(await decide(PASSWORD)).toBe('decided');
      expect((await browse(server.url).logIn(name, PASSWORD)).status).toBe(303);
      for (let i = 0; i < 6; i++) await browse(server.url).logIn(name, 'wrong');
      await setEnabled(deps(), await firstAdmin(ledger), name, true);
      expect((await browse(server.url).logIn(name, PASSWORD)).status).toBe(303);
    });
  });

  describe('wrong passwords', () => {
    it('lock a name, longer each time, whether there is such a user or not', async () => {
      for (const name of [await newUser(), 'nobody-at-all']) {
        const browser = browse(server.url);
        for (let i = 0; i < 5; i++)
          expect((await browser.logIn(name, 'wrong')).text).toContain('Incorrect name or password.');
        expect(await browser.logIn(name, PASSWORD)).toMatchObject({
          status: 429,
          text: expect.stringContaining('Wait 30 seconds'),
        });
        clock.pass(30_000);
        expect((await browser.logIn(name.toUpperCase(), 'wrong')).status).toBe(401);
        expect((await browser.logIn(name, PASSWORD)).text).toContain('Wait 60 seconds');
        clock.pass(MINUTE);
        const known = name !== 'nobody-at-all';
        expect((await browser.logIn(name, PASSWORD)).status).toBe(known ? 303 : 401);
        if (known) for (let i = 0; i < 4; i++) expect((await browser.logIn(name, 'wrong')).status).toBe(401);
        clock.pass(25 * 60 * MINUTE);
      }
    });

    it('are counted even if many come at once', async () => {
      const name = await newUser();
      const answers = await Promise.all(Array.from({ length: 12 }, () => browse(server.url).logIn(name, 'wrong')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect((await events(name)).filter((kind) => kind === 'login_failed')).toHaveLength(5);
      clock.pass(25 * 60 * MINUTE);
    });

    it('of many names lock the address, and no unknown name is stored', async () => {
      const browser = browse(server.url);
      await tries(37, '127.0.0.1');
      for (let i = 0; i < 3; i++) expect((await browser.logIn(`hunter2-${i}`, 'wrong')).status).toBe(401);
      expect((await browser.logIn('hunter2-last', 'wrong')).status).toBe(429);
      const { rows } = await ledger.db.query(`select 1 from payrun.event where data::text like '%hunter2%'`);
      expect(rows).toEqual([]);
      clock.pass(25 * 60 * MINUTE);
    });

    it('of an unknown name count in every spelling, like those of a user', async () => {
      for (const name of [await newUser({ name: 'wide letters' }), 'no one of this name']) {
        const wide = [...name].map((letter) =>
          letter === ' ' ? letter : String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
        );
        const spellings = [
          name,
          wide.join(''),
          `${name.slice(0, 3)}\0${name.slice(3)}`,
          ` ${name.toUpperCase()} `,
          `\u200b${name}`,
        ];
        for (const spelling of spellings)
          expect((await browse(server.url).logIn(spelling, 'wrong')).status, spelling).toBe(401);
        for (const spelling of spellings)
          expect((await browse(server.url).logIn(spelling, 'wrong')).status, spelling).toBe(429);
      }
      clock.pass(25 * 60 * MINUTE);
    });

    it('G5: of others at the same address do not lock out a known device, a confirmation, or a code', async () => {
      const { name, browser } = await loggedIn({ role: 'approver' });
      await tries(50, '127.0.0.1');
      for (let i = 0; i < 6; i++) await browse(server.url).logIn(name, 'wrong');
      expect((await browse(server.url).logIn(name, PASSWORD)).status, 'another device waits').toBe(429);
      expect((await browser.post('/decide', { csrf: browser.csrf(), password: PASSWORD })).text).toBe('decided');
      await browser.post('/logout', { csrf: browser.csrf() });
      expect((await browser.logIn(name, PASSWORD)).status).toBe(303);
      // It has an allowance, and not any number of attempts.
      for (let i = 0; i < 5; i++) expect((await browser.logIn(name, 'wrong')).status).toBe(401);
      expect((await browser.logIn(name, PASSWORD)).status).toBe(429);
      await setEnabled(deps(), await firstAdmin(ledger), name, true);
      expect((await browser.logIn(name, PASSWORD)).status, 'an admin ends its wait too').toBe(303);
      clock.pass(25 * 60 * MINUTE);
    });

    it('lock also a device that is known for another user, or with an unsigned cookie', async () => {
      const { browser } = await loggedIn();
      const name = await newUser();
      const forged = browse(server.url);
      const [who, at] = browser.jar.get('payrun-device')!.split('.');
      forged.jar.set('payrun-device', `${who}.${at}.${'A'.repeat(43)}`);
      for (let i = 0; i < 5; i++) await browse(server.url).logIn(name, 'wrong');
      for (const one of [browser, forged]) expect((await one.logIn(name, PASSWORD)).status).toBe(429);
      clock.pass(25 * 60 * MINUTE);
    });

    it('do not count if the server had no turn to check them', async () => {
      const name = await newUser();
      const place = fairLimit(1);
      const another = Promise.withResolvers<void>();
      void place('another user', () => another.promise);
      const places = { login: place, device: place, confirmation: place };
      const busy = await servePages(ledger, clock, pages, {
        passwords: createPasswords({ cost: { log2N: 4, r: 1, p: 1 }, waiting: 0, places }),
      });
      for (let i = 0; i < 45; i++) expect((await browse(busy.url).logIn(name, PASSWORD)).status).toBe(503);
      another.resolve();
      await busy.close();
      expect((await browse(server.url).logIn(name, PASSWORD)).status).toBe(303);
    });

    it('do not keep others from logging in at the same moment', async () => {
      const names = await Promise.all([newUser(), newUser(), newUser(), newUser()]);
      const answers = await Promise.all(
        names.flatMap((name) => [1, 2].map(() => browse(server.url).logIn(name, PASSWORD))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    });
  });

  describe('with two-factor authentication', () => {
    const codeOf = (secret: string, at = clock.now()) => new TOTP({ secret }).generate({ timestamp: at });
    const withCodes = async () => {
      const name = await newUser();
      const secret = newTotpSecret();
      await proposeTotp(ledger.db, ledger.vault, name, secret);
      const { totp_sealed: sealed } = (await findUser(ledger.db, name))!;
      const codes = ['aaaa-bbbb-cccc', 'aaaa-bbbb-dddd'];
      await ledger.tx((db) =>
        confirmTotp(db, ledger.vault, name, { sealed: sealed!, step: 0n, codes, at: new Date(clock.now()) }),
      );
      return { name, secret };
    };
    const halfIn = async (name: string, browser = browse(server.url)) => {
      expect((await browser.logIn(name, PASSWORD, '/runs/7')).headers.location).toBe('/login/code?next=%2Fruns%2F7');
      return browser;
    };
    const type = (browser: ReturnType<typeof browse>, code: string) =>
      browser.post('/login/code', { code, csrf: browser.csrf(), next: '/runs/7' });

    it('nothing is open after the password alone', async () => {
      const { name, secret } = await withCodes();
      const browser = await halfIn(name);
      const half = browser.jar.get('payrun');
      for (const path of ['/', '/runs/7', '/account']) expect((await browser.get(path)).status).toBe(303);
      expect((await browser.post('/pay', { csrf: browser.csrf() })).status).toBe(401);
      expect((await browser.get('/login/code')).text).toContain('Code from your authenticator app');
      expect((await browser.post('/login/code', { code: codeOf(secret), csrf: 'x' })).status).toBe(403);
      expect((await type(browser, codeOf(secret))).headers.location).toBe('/runs/7');
      expect(browser.jar.get('payrun')).not.toBe(half);
      expect((await browser.get('/runs/7')).status).toBe(200);
      const late = await halfIn(name);
      clock.pass(11 * MINUTE);
      expect((await type(late, codeOf(secret))).headers.location).toBe('/login');
    });

    it('a code works once, even for two users at once, and not after it expired', async () => {
      const { name, secret } = await withCodes();
      const both = [await halfIn(name), await halfIn(name)];
      const answers = await Promise.all(both.map((browser) => type(browser, codeOf(secret))));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
      const third = await halfIn(name);
      expect((await type(third, codeOf(secret))).text).toContain('one already used');
      expect((await type(third, codeOf(secret, clock.now() - 30_000))).status).toBe(401);
      clock.pass(30_000);
      expect((await type(third, codeOf(secret))).status).toBe(303);
    });

    it('wrong codes cause a lockout, which a right password in between does not reset', async () => {
      const { name, secret } = await withCodes();
      for (let i = 0; i < 5; i++) expect((await type(await halfIn(name), '000000')).status).toBe(401);
      expect((await type(await halfIn(name), codeOf(secret))).status).toBe(429);
      clock.pass(MINUTE);
      expect((await type(await halfIn(name), codeOf(secret))).status).toBe(303);
    });

    it('a recovery code works once, and for its own user', async () => {
      const [one, other] = [await withCodes(), await withCodes()];
      expect((await type(await halfIn(one.name), 'AAAA BBBB cccc')).headers.location).toBe('/account');
      expect((await type(await halfIn(one.name), 'aaaa-bbbb-cccc')).status).toBe(401);
      expect((await type(await halfIn(other.name), 'aaaa-bbbb-cccc')).status).toBe(303);
      expect(await events(one.name)).toContain('recovery_code_used');
    });

    it('codes are set up on the account page, with the password and a code, and removed there', async () => {
      const { name, browser } = await loggedIn();
      const post = (path: string, form: Record<string, string>) =>
        browser.post(path, { csrf: browser.csrf(), ...form });
      expect((await post('/account/codes', { 'password-for-codes': 'wrong' })).status).toBe(400);
      expect((await browser.get('/account/codes')).headers.location).toBe('/account');
      expect((await post('/account/codes', { 'password-for-codes': PASSWORD })).headers.location).toBe(
        '/account/codes',
      );
      const { text } = await browser.get('/account/codes');
      const secret = /secret=([A-Z2-7]{32})&/.exec(text.replaceAll('&amp;', '&'))![1]!;
      expect(text).toContain(`otpauth://totp/Payrun:${name}`);
      expect(text).toMatch(/<svg class="qr-code" viewBox="0 0 (\d+) \1" role="img" aria-label="QR code[^"]*"/);
      expect(text).not.toMatch(/<svg[^>]*style|style=/);
      expect((await post('/account/codes/confirm', { code: '123' })).status).toBe(400);
      // Until it was confirmed the login asks for none.
      expect((await browse(server.url).logIn(name, PASSWORD)).headers.location).toBe('/');
      const shown = (await post('/account/codes/confirm', { code: codeOf(secret) })).text;
      const codes = shown.match(/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}/g)!;
      expect(codes).toHaveLength(10);
      expect((await browser.get('/account/codes')).headers.location).toBe('/account');
      expect((await browser.get('/account')).text).not.toContain(secret);
      // The code that confirmed them is used up.
      expect((await type(await halfIn(name), codeOf(secret))).status).toBe(401);
      expect((await type(await halfIn(name), codes[3]!)).status).toBe(303);
      expect((await browser.get('/account')).text).toContain('9 recovery codes are left.');
      expect((await post('/account/codes/remove', { 'password-to-remove': PASSWORD })).status).toBe(303);
      expect((await browse(server.url).logIn(name, PASSWORD)).headers.location).toBe('/');
      const { rows } = await ledger.db.query(`select 1 from payrun.event where data::text like any($1)`, [
        [`%${secret}%`, ...codes.map((code) => `%${code}%`), `%${PASSWORD}%`],
      ]);
      expect(rows).toEqual([]);
    });
  });

  it('leaves a chain that verifies', async () => {
    const { broken, events: many } = await verifyChain(ledger.db, 'users');
    expect(broken).toBeNull();
    expect(many).toBeGreaterThan(50);
  });

  describe('behind a proxy', () => {
    let https: WebServer;
    beforeAll(async () => {
      const config = { publicUrl: 'https://pay.example.com' };
      https = await servePages(ledger, clock, pages, { config });
    });
    afterAll(() => https.close());
    const outside = { Host: 'pay.example.com', Origin: 'https://pay.example.com' };

    it('has cookies for https only, and says so for a year', async () => {
      const browser = browse(https.url);
      const answer = await browser.post('/login', { name: await newUser(), password: PASSWORD }, outside);
      expect(answer.cookies[0]).toMatch(/^__Host-payrun=[^;]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
      const spoofed = browse(https.url);
      spoofed.jar.set('payrun', browser.jar.get('__Host-payrun')!);
      expect((await spoofed.get('/', { Host: 'pay.example.com' })).status).toBe(303);
      expect((await browser.get('/', { Host: 'evil.example' })).status).toBe(400);
      expect((await browser.post('/login', {}, { ...outside, Origin: 'http://pay.example.com' })).status).toBe(403);
    });

    it('counts by the address that the proxy reports, not by one that a visitor claims', async () => {
      const post = (address: string) =>
        browse(https.url, { address }).post(
          '/login',
          { name: `x-${address}-${Math.random()}`, password: 'y' },
          outside,
        );
      await tries(38, '198.51.100.7');
      for (let i = 0; i < 2; i++) expect((await post(`203.0.113.${i}, 198.51.100.7`)).status).toBe(401);
      expect((await post('198.51.100.7')).status).toBe(429);
      expect((await post('198.51.100.8')).status).toBe(401);
    });

    it.each([
      ['198.51.100.17', ['198.51.100.17:50001', '198.51.100.17:50002', '::ffff:198.51.100.17']],
      ['2001:db8:77:1::/64', ['[2001:db8:77:1::5]:50001', '[2001:db8:77:1::6]', '2001:db8:77:1::7']],
    ])('counts %s as one address, with whatever port a proxy adds', async (block, given) => {
      await tries(40, block);
      for (const address of given)
        expect(
          (await browse(https.url, { address }).post('/login', { name: 'x', password: 'y' }, outside)).status,
        ).toBe(429);
    });
  });

  describe('behind an untrusted proxy', () => {
    it('says so in the log once', async () => {
      const logged: string[] = [];
      const log = createLog('warn', { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream);
      const config = { ...loadConfig({}, '/nowhere'), publicUrl: 'http://pay.example.com' };
      const open = await servePages(ledger, clock, pages, { config, log });
      await browse(open.url).get('/login');
      expect(logged).toEqual([]);
      for (let i = 0; i < 3; i++) await browse(open.url, { address: `198.51.100.${i}` }).get('/login');
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain('not in trustedProxies');
      await open.close();
    });
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const config = { publicUrl: 'https://pay.example.com' };
    const https = await servePages(ledger, clock, pages, {
      config,
      rates: { pages: { burst: 3, perSecond: 0 }, logins: { burst: 1, perSecond: 0 } },
    });
    const ask = (address: string) => browse(https.url, { address }).get('/login', { Host: 'pay.example.com' });
    for (let i = 0; i < 3; i++) expect((await ask(`2001:db8:1:2::${i}`)).status).toBe(200);
    expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await ask('2001:db8:1:3::1')).status).toBe(200);
    await https.close();
  });

  it('requires two-factor authentication to be set up first if the setting says so', async () => {
    const strict = await servePages(ledger, clock, pages, { config: { loginCodes: 'required' } });
    const browser = browse(strict.url);
    await browser.logIn(await newUser(), PASSWORD);
    expect((await browser.get('/runs/1')).headers.location).toBe('/account');
    expect((await browser.get('/account')).text).toContain('Set up two-factor authentication first');
    expect((await browser.post('/pay', { csrf: browser.csrf() })).status).toBe(303);
    await strict.close();
  });

  it('limits the requests of every address', async () => {
    const rates = { pages: { burst: 5, perSecond: 1 }, logins: { burst: 1, perSecond: 1 } };
    const slow = await servePages(ledger, clock, pages, { rates });
    const browser = browse(slow.url);
    expect((await browser.logIn('a', 'b')).status).toBe(401);
    expect((await browser.logIn('a', 'b')).status).toBe(429);
    for (let i = 0; i < 3; i++) await browser.get('/login');
    expect((await browser.get('/login')).status).toBe(429);
    clock.pass(1_000);
    expect((await browser.get('/login')).status).toBe(200);
    await slow.close();
  });

  it('a browser that follows a link of another site keeps its session', async () => {
    const { browser } = await loggedIn();
    const mail = browse(server.url);
    const answer = await mail.get('/runs/12?a=%22', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' });
    expect(answer.text).toContain('content="0;url=/runs/12?a=%22"');
    expect((await browser.get('/runs/12')).status).toBe(200);
  });
});
