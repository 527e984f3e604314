import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Config, loadConfig } from '../../../src/config.ts';
import { addUser, setEnabled } from '../../../src/engine/users/users.ts';
import type { Feature } from '../../../src/http/feature.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { findUser, listUsers } from '../../../src/ledger/users/user.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { WebServer } from '../../../src/web/serve-app.ts';
import { describeDatabases } from '../../support/database.ts';
import { firstAdmin } from '../../support/person.ts';
import { type Person, startOidcProvider } from '../../support/servers/oidc-provider.ts';
import { browse, cheapPasswords, MINUTE, movableClock, servePages } from '../../support/web-visit.ts';

const CLIENT = { clientId: 'payrun', clientSecret: 'secretOfTheClient' };

const ROLES = {
  clerks: { role: 'maker' as const, merchants: null, limits: null },
  leads: { role: 'approver' as const, merchants: ['acme'], limits: { EUR: '5000.00' } },
};

const pages: Feature = (app) => {
  app.get('/', (context) => {
    const { name, role, merchants, limits } = context.get('currentUser');
    return context.json({ name, role, merchants, limits });
  });
  app.get('/runs/:run', (context) => context.text('run'));
  app.post('/decide', async (context) => context.text((await context.get('confirmPassword')({})) ?? 'decided'));
};

describeDatabases('the login at an identity provider', (database) => {
  let ledger: Ledger;
  let provider: Awaited<ReturnType<typeof startOidcProvider>>;
  let server: WebServer;
  let byHand: WebServer;
  let serveAs: (oidc: Partial<NonNullable<Config['oidc']>>) => Promise<WebServer>;
  const clock = movableClock(systemClock.now());
  let people = 0;

  beforeAll(async () => {
    ledger = await database.open();
    provider = await startOidcProvider(CLIENT);
    const serve = (oidc: Partial<NonNullable<Config['oidc']>>) => {
      const settings: NonNullable<Config['oidc']> = {
        ...{ issuer: provider.issuer, clientId: CLIENT.clientId, label: 'Acme', scope: 'openid email' },
        ...{ nameClaim: 'email', domains: ['acme.example'], roleClaim: undefined, roles: {} },
        ...oidc,
      };
      return servePages(ledger, clock, pages, { config: { oidc: settings, oidcClientSecret: CLIENT.clientSecret } });
    };
    serveAs = serve;
    server = await serve({ roleClaim: 'groups', roles: ROLES });
    byHand = await serve({});
  });
  afterAll(async () => {
    await server.close();
    await byHand.close();
    await provider.close();
  });

  const person = (given: Record<string, unknown> = {}) => {
    const n = ++people;
    return { sub: `s-${n}`, email: `p${n}@acme.example`, email_verified: true, groups: ['clerks'], ...given };
  };
  /** Goes to the provider and comes back, as a browser does. */
  const goThere = async (browser: ReturnType<typeof browse>, query = '') => {
    const begun = await browser.get(`/login/oidc${query}`);
    expect(begun.status).toBe(303);
    const back = await fetch(begun.headers.location!, { redirect: 'manual' });
    return new URL(back.headers.get('location')!);
  };
  const arrive = (browser: ReturnType<typeof browse>, { pathname, search }: URL) =>
    browser.get(pathname + search, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' });
  const logIn = async (claims: Record<string, unknown>, url = server.url, query = '') => {
    provider.is({ claims });
    const browser = browse(url);
    const answer = await arrive(browser, await goThere(browser, query));
    return { browser, answer };
  };
  const whoIs = async ({ browser }: { browser: ReturnType<typeof browse> }) =>
    JSON.parse((await browser.get('/')).text);

  it('makes no one the first user who is no admin of all merchants', async () => {
    const { answer } = await logIn(person({ groups: ['clerks', 'leads'] }));
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('the first one must be an admin of all merchants');
    expect(await listUsers(ledger.db)).toEqual([]);
    await firstAdmin(ledger);
  });

  it('creates a user for anybody with a role there, with their rights, and uses PKCE, state and nonce', async () => {
    const claims = person({ groups: ['nobody', 'clerks', 'leads'] });
    const came = await logIn(claims, server.url, '?next=/runs/3');
    expect(came.answer.text).toContain('content="0;url=/runs/3"');
    expect(await whoIs(came)).toEqual({
      name: claims.email,
      role: 'approver',
      merchants: ['acme'],
      limits: { EUR: '5000.00' },
    });
    const asked = provider.asked.at(-1)!;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/login/oidc/back`,
      nonce: expect.stringMatching(/^.{40,}$/),
      state: expect.stringMatching(/^.{40,}$/),
    });
    expect((await came.browser.get('/account')).text).toContain('You log in through your identity provider');
    // The same one under another address stays the same user; fewer groups, fewer rights.
    const again = await logIn({ ...claims, email: 'new@acme.example', groups: ['clerks'] });
    expect(await whoIs(again)).toMatchObject({ name: claims.email, role: 'maker', merchants: null });
    expect((await came.browser.get('/')).status).toBe(303);
    const { answer } = await logIn({ ...claims, groups: [] });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['of another domain', { email: 'p@evil.example' }],
    ['of a domain that only ends like it', { email: 'p@notacme.example' }],
    ['whose address no one confirmed', { email_verified: false }],
    ['whose address is confirmed in words', { email_verified: 'true' }],
    ['without an address', { email: undefined }],
    ['without a role', { groups: ['others'] }],
    ['with a role by a trick of names', { groups: ['constructor', '__proto__'] }],
  ])('admits nobody %s', async (_, given) => {
    const { answer, browser } = await logIn(person(given));
    expect(answer.status).toBe(403);
    expect((await browser.get('/')).status).toBe(303);
  });

  it.each([
    ['whose role was taken away', { groups: [] }],
    ['whose address is of another domain now', { email: 'gone@evil.example' }],
    ['whose address is not confirmed any more', { email_verified: false }],
  ])('G5: ends open sessions %s', async (_, given) => {
    const claims = person();
    const before = await logIn(claims);
    expect(await whoIs(before)).toMatchObject({ role: 'maker' });
    expect((await logIn({ ...claims, ...given })).answer.status).toBe(403);
    expect((await before.browser.get('/')).status).toBe(303);
    const { rows } = await ledger.db.query(
      `select actor, data->>'sessions' as sessions from payrun.event where kind = 'logout_elsewhere' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ actor: 'identity provider', sessions: '1' }]);
  });

  it.each(['payrun', 'Inbox', 'policy', 'schedule', 'p0licy', 'Identity Provider', 'рауrun'])(
    'admits no one named %s, as Payrun is in the audit',
    async (name) => {
      const named = await serveAs({ nameClaim: 'name', roleClaim: 'groups', roles: ROLES, domains: [] });
      const { answer } = await logIn(person({ name }), named.url);
      expect(answer.status).toBe(403);
      await named.close();
      const user = { name, role: 'maker', merchants: null, limits: null, password: null } as const;
      await expect(
        addUser({ ledger, clock, passwords: cheapPasswords }, await firstAdmin(ledger), user),
      ).rejects.toMatchObject({
        code: 'user_name_reserved',
      });
    },
  );

  it('G7: admits no one whose name looks like that of a user, and the audit has the reason', async () => {
    expect((await logIn(person({ email: 'carla.moore@acme.example' }))).answer.status).toBe(200);
    const { rows: users } = await ledger.db.query('select count(*) from payrun.user_account');
    for (const email of ['car1a.moore@acme.example', 'carla.rnoore@acme.example', 'carla.m00re@acme.example']) {
      const { answer, browser } = await logIn(person({ email }));
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('looks like another user’s') });
      expect((await browser.get('/')).status).toBe(303);
    }
    expect((await ledger.db.query('select count(*) from payrun.user_account')).rows).toEqual(users);
    const { rows } = await ledger.db.query(
      `select kind, data->>'why' as why from payrun.event where chain = 'users' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ kind: 'login_failed', why: 'look_alike' }]);
  });

  it.each([
    ['of another client', { aud: 'other' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that is over', { exp: 1_000 }],
    ['of another login', { nonce: 'other' }],
    ['without a subject', { sub: undefined }],
    ['of a time to come', { iat: Math.floor(Date.now() / 1000) + 7_200, exp: Math.floor(Date.now() / 1000) + 9_000 }],
    ['of a login to come', { auth_time: Math.floor(Date.now() / 1000) + 7_200 }],
  ])('accepts no token %s', async (_, given) => {
    const { answer, browser } = await logIn(person(given));
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('did not complete') });
    expect((await browser.get('/')).status).toBe(303);
  });

  it('accepts no token that another key signed', async () => {
    provider.is({ claims: person(), forged: true });
    const browser = browse(server.url);
    expect((await arrive(browser, await goThere(browser))).status).toBe(400);
  });

  it.each<[string, Omit<Person, 'claims'>]>([
    ['that no one signed', { header: { alg: 'none' }, signedBy: 'nothing' }],
    ['without a signature', { signedBy: 'nothing' }],
    ['signed with the public key as a secret', { header: { alg: 'HS256' }, signedBy: 'public key' }],
    ['signed with the secret of the client', { header: { alg: 'HS256' }, signedBy: 'client secret' }],
    ['that brings its own key', { header: { jwk: 'its own', kid: undefined }, forged: true }],
    ['whose key is at another address', { header: { jku: 'https://evil.example/jwks' }, forged: true }],
    ['that asks for a check no one knows', { header: { crit: ['exp2'], exp2: 1 } }],
    ['whose key has another name', { header: { kid: '../../dev/null' } }],
  ])('accepts no token %s', async (_, token) => {
    provider.is({ claims: person(), ...token });
    const browser = browse(server.url);
    expect((await arrive(browser, await goThere(browser))).status).toBe(400);
    expect((await browser.get('/')).status).toBe(303);
  });

  it('accepts a redirect of the provider once, from the same browser, for ten minutes', async () => {
    provider.is({ claims: person() });
    const [one, other] = [browse(server.url), browse(server.url)];
    const back = await goThere(one);
    expect((await arrive(other, back)).status).toBe(400);
    await goThere(other);
    expect((await arrive(other, back)).status).toBe(400);
    expect((await arrive(one, back)).status).toBe(200);
    expect((await arrive(one, back)).status).toBe(400);
    const late = await goThere(one);
    clock.pass(11 * MINUTE);
    expect((await arrive(one, late)).status).toBe(400);
    clock.pass(-11 * MINUTE);
    expect((await one.get('/login/oidc/back?error=access_denied&state=x')).status).toBe(400);
    one.jar.set('payrun-login', 'AAAA');
    expect((await one.get('/login/oidc/back?code=1&state=x')).status).toBe(400);
  });

  it('admits no user that has a password, and none that an admin did not prepare for that address', async () => {
    const deps = { ledger, clock, passwords: cheapPasswords };
    const rights = { role: 'admin' as const, merchants: null, limits: null };
    await addUser(deps, await firstAdmin(ledger), {
      ...rights,
      name: 'boss@acme.example',
      password: 'seven blue kites fly',
    });
    await addUser(deps, await firstAdmin(ledger), { ...rights, name: 'chief@acme.example', password: null });
    for (const email of ['boss@acme.example', 'BOSS@acme.example'])
      expect((await logIn(person({ email }))).answer.status).toBe(403);
    expect((await logIn(person({ email: 'stranger@acme.example' }), byHand.url)).answer.status).toBe(403);
    const chief = person({ email: 'Chief@acme.example' });
    const came = await logIn(chief, byHand.url);
    expect(await whoIs(came)).toMatchObject({ name: 'chief@acme.example', role: 'admin' });
    // The address is taken now: another one at the provider who gets it is someone else.
    expect((await logIn(person({ email: 'chief@acme.example' }), byHand.url)).answer.status).toBe(403);
    await addUser(deps, await firstAdmin(ledger), {
      ...rights,
      name: 'second@acme.example',
      password: 'seven blue kites fly',
    });
    await setEnabled(deps, await firstAdmin(ledger), 'chief@acme.example', false);
    expect((await came.browser.get('/')).status).toBe(303);
    expect((await logIn(chief, byHand.url)).answer.status).toBe(403);
    expect((await browse(byHand.url).logIn('chief@acme.example', '')).status).toBe(401);
    expect((await findUser(ledger.db, 'boss@acme.example'))?.provider_subject).toBeNull();
  });

  it('G7: confirms a decision by a login that is younger than five minutes', async () => {
    const claims = person();
    const { browser } = await logIn(claims);
    const decide = async () => (await browser.post('/decide', { csrf: browser.csrf() })).text;
    expect(await decide()).toBe('decided');
    clock.pass(6 * MINUTE);
    expect(await decide()).toContain('Your login is older than 5 minutes.');
    const seconds = () => Math.floor(clock.now() / 1000);
    // A silent sign-on begins a session, and proves nothing.
    for (const auth_time of [seconds() - 301, undefined]) {
      provider.is({ claims: { ...claims, auth_time } });
      expect((await arrive(browser, await goThere(browser))).status).toBe(200);
      expect(Object.fromEntries(provider.asked.at(-1)!)).toMatchObject({ max_age: '86400' });
      expect(await decide()).toContain('Your login is older than 5 minutes.');
    }
    provider.is({ claims: { ...claims, auth_time: seconds() } });
    const back = await goThere(browser, '?again=1');
    expect(Object.fromEntries(provider.asked.at(-1)!)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect((await arrive(browser, back)).status).toBe(200);
    expect(await decide()).toBe('decided');
    // A provider that did not ask again is not believed.
    provider.is({ claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - 3_600 } });
    expect((await arrive(browser, await goThere(browser, '?again=1'))).status).toBe(400);
  });

  it('says so if the provider does not answer', async () => {
    const gone = await startOidcProvider(CLIENT);
    await gone.close();
    const oidc = {
      ...loadConfig({}, tmpdir()).oidc!,
      issuer: gone.issuer,
      clientId: 'x',
      scope: 'openid',
      label: 'Acme',
      nameClaim: 'email',
      domains: [],
      roles: {},
    };
    const alone = await servePages(ledger, clock, pages, { config: { oidc } });
    expect((await browse(alone.url).get('/login')).text).toContain('Log in with Acme');
    expect(await browse(alone.url).get('/login/oidc')).toMatchObject({
      status: 503,
      text: expect.stringContaining('does not respond'),
    });
    await alone.close();
  });
});
