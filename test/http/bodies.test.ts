import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../../src/api/api.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import { addUser } from '../../src/engine/users/users.ts';
import { LARGER } from '../../src/http/bodies/body-limits.ts';
import type { UserRole } from '../../src/ledger/users/user.ts';
import { createApp } from '../../src/web/app.ts';
import { features, type WebDeps } from '../../src/web/features.ts';
import { createMetrics } from '../../src/web/metrics-registry.ts';
import { serveApp, type WebServer } from '../../src/web/serve-app.ts';
import { tokenForPath } from '../../src/web/session/token-for-path.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { firstAdmin } from '../support/person.ts';
import { browse, cheapPasswords } from '../support/web-visit.ts';

const PASSWORD = 'seven blue kites fly';
const SRC = join(import.meta.dirname, '../../src');
const FORM = 'application/x-www-form-urlencoded';
/** No one is asked for a login before these. */
const OPEN = ['/login', '/login/code', '/webhooks/:merchant', '/onboarding/:merchant/session'];

describeDatabases('a body', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  let server: WebServer;
  let scarce: WebServer;
  const browsers = new Map<UserRole, ReturnType<typeof browse>>();

  const appWith = (more: object) => {
    const stopping = new AbortController().signal;
    const given = {
      appContext,
      figures: createMetrics(),
      notReady: async () => null,
      came: () => {},
      stopping,
      ...more,
    };
    return createApp(features({ passwords: cheapPasswords, ...given } as WebDeps, [api]), appContext.log);
  };
  beforeAll(async () => {
    appContext = await payroll.appContext();
    const plenty = { burst: 100_000, perSecond: 1 };
    app = appWith({ rates: { pages: plenty, logins: plenty, webhooks: plenty, onboarding: plenty, programs: plenty } });
    server = await serveApp(app, { host: '127.0.0.1', port: 0 });
    const none = { burst: 0, perSecond: 0 };
    scarce = await serveApp(
      appWith({ rates: { pages: none, logins: none, webhooks: none, onboarding: none, programs: none } }),
      {
        host: '127.0.0.1',
        port: 0,
      },
    );
    const { ledger, clock } = appContext;
    for (const role of ['viewer', 'admin'] as const) {
      const user = { name: `${role}-of-bodies`, role, merchants: null, limits: null, password: PASSWORD };
      await addUser({ ledger, clock, passwords: cheapPasswords }, await firstAdmin(ledger), user);
      const browser = browse(server.url);
      await browser.logIn(user.name, PASSWORD);
      browsers.set(role, browser);
    }
  });
  afterAll(async () => {
    await server.close();
    await scarce.close();
  });

  const pathOf = (route: string) => route.replace(':run', '1').replace(/:\w+/g, 'acme');
  const allRoutes = () => [
    ...new Set(app.routes.flatMap(({ method, path }) => (method === 'POST' || method === 'PUT' ? [path] : []))),
  ];
  const routes = () => allRoutes().filter((route) => !route.startsWith('/api/'));
  const ofPrograms = () => allRoutes().filter((route) => route.startsWith('/api/'));
  const behindLogin = () => routes().filter((route) => !OPEN.includes(route));

  /** The status of an answer to a request whose body never ends. */
  const statusOf = (
    url: string,
    route: string,
    as: { role?: UserRole; token?: string; type?: string; length?: number; send?: Buffer } = {},
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const browser = as.role === undefined ? null : browsers.get(as.role)!;
      const { origin, port } = new URL(url);
      const path = pathOf(route);
      const csrf = browser?.csrf() ?? '';
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method: 'POST',
          agent: false,
          // A form with a file has its token in the address, so that its body is not read for it.
          path: as.type === undefined ? path : `${path}?csrf=${tokenForPath(csrf, path)}`,
          headers: {
            Origin: origin,
            'Sec-Fetch-Site': 'same-origin',
            Accept: 'text/html',
            'Content-Type': as.type ?? (route.startsWith('/onboarding/') ? 'application/json' : FORM),
            ...(as.length === undefined ? {} : { 'Content-Length': String(as.length) }),
            ...(as.token === undefined ? {} : { Authorization: `Bearer ${as.token}` }),
            ...(browser === null ? {} : { Cookie: [...browser.jar].map((pair) => pair.join('=')).join('; ') }),
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode!);
          sent.destroy();
        },
      );
      sent.on('error', reject);
      if (as.send) sent.write(as.send);
      else sent.flushHeaders();
    });
  const limitOf = (route: string) => LARGER[route] ?? { bytes: 16 * 1024, fields: 60 };

  it('is read by routes of this list, and by no other', () => {
    expect(routes().sort()).toMatchInlineSnapshot(`
      [
        "/account/codes",
        "/account/codes/confirm",
        "/account/codes/remove",
        "/account/notifications",
        "/account/others",
        "/account/password",
        "/approvals",
        "/balances",
        "/drafts/discard",
        "/exceptions",
        "/exceptions/dismiss",
        "/exceptions/release",
        "/exceptions/rerun",
        "/find",
        "/funding",
        "/login",
        "/login/code",
        "/logout",
        "/onboarding/:merchant/session",
        "/payments/:payment/accept",
        "/payments/:payment/dismiss",
        "/payments/:payment/release",
        "/payments/:payment/remove",
        "/payments/:payment/resolve",
        "/recipients",
        "/recipients/:recipient/details",
        "/recipients/:recipient/details/change",
        "/reports/journal/export",
        "/reports/returns",
        "/runs",
        "/runs/:run",
        "/runs/:run/accept",
        "/runs/:run/approve",
        "/runs/:run/approve/payments",
        "/runs/:run/columns",
        "/runs/:run/discard",
        "/runs/:run/dismiss",
        "/runs/:run/fix",
        "/runs/:run/reject",
        "/runs/:run/rerun",
        "/runs/:run/reschedule",
        "/runs/:run/retry",
        "/runs/:run/stop",
        "/runs/:run/submit",
        "/runs/:run/withdraw",
        "/settings/audit/accept",
        "/settings/audit/verify",
        "/settings/batches/adopt",
        "/settings/endpoints/add",
        "/settings/endpoints/remove",
        "/settings/endpoints/replay",
        "/settings/endpoints/rotate",
        "/settings/rules",
        "/settings/tokens/add",
        "/settings/tokens/revoke",
        "/settings/users/add",
        "/settings/users/disable",
        "/settings/users/enable",
        "/settings/users/notify",
        "/settings/users/password",
        "/settings/users/reset-totp",
        "/settings/users/role",
        "/upload",
        "/upload/columns",
        "/upload/one",
        "/upload/one/form",
        "/webhooks/:merchant",
      ]
    `);
  });

  it('is read in one room only, so that no route bypasses it', () => {
    const readers = ['web', 'http', 'api'].flatMap((room) =>
      readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
        const reads = /\.(parseBody|arrayBuffer|formData|blob|json|text|bytes)\(\s*\)|req\.raw\.body/;
        const path = join(SRC, room, file);
        return file.endsWith('.ts') && reads.test(readFileSync(path, 'utf8')) ? `${room}/${file}` : [];
      }),
    );
    expect(readers).toEqual(['http/bodies/read-body.ts']);
  });

  it('has a limit of its own only on existing routes', () => {
    expect(allRoutes()).toEqual(expect.arrayContaining(Object.keys(LARGER)));
  });

  it('is not read before its sender is known', async () => {
    for (const route of behindLogin()) expect(await statusOf(server.url, route, { length: 100 }), route).toBe(401);
  });

  it('is not read from a user without the role', async () => {
    const open: string[] = [];
    for (const route of behindLogin()) {
      const needsMore = app.routes.some(({ path }) => path === route) && !FOR_VIEWERS.has(route);
      if (!needsMore) open.push(route);
      else expect(await statusOf(server.url, route, { role: 'viewer', length: 100 }), route).toBe(403);
    }
    expect(open.sort()).toEqual([...FOR_VIEWERS].sort());
  });

  it('of a program is not read without its token and role, and up to its limit', async () => {
    const { ledger, clock } = appContext;
    const tokenOf = async (name: string, role: string) =>
      addProgram({ ledger, clock }, await firstAdmin(ledger), {
        ...{ name, role, merchants: null, until: '2099-12-31', networks: [] },
      });
    const [maker, viewer] = [await tokenOf('erp', 'maker'), await tokenOf('bi', 'viewer')];
    expect(ofPrograms().length).toBeGreaterThan(5);
    for (const route of ofPrograms()) {
      const length = limitOf(route).bytes + 1;
      expect(await statusOf(server.url, route, { length }), route).toBe(401);
      expect(await statusOf(scarce.url, route, { length, token: maker }), route).toBe(429);
      if (!route.endsWith('/checks'))
        expect(await statusOf(server.url, route, { length, token: viewer }), route).toBe(403);
      const isSheet = /\/(runs|checks)$/.test(route);
      const type = isSheet ? { type: 'application/json' } : {};
      expect(await statusOf(server.url, route, { length, token: maker, ...type }), route).toBe(413);
    }
  });

  it('is not read from an address over its rate limit', async () => {
    for (const route of routes()) expect(await statusOf(scarce.url, route, { length: 100 }), route).toBe(429);
  });

  it('is not read if it is declared too long', async () => {
    for (const route of routes()) {
      const as = OPEN.includes(route) ? {} : { role: 'admin' as const };
      const type = route === '/upload' ? { type: 'multipart/form-data; boundary=b' } : {};
      const length = limitOf(route).bytes + 1;
      // No one awaits a code, so its form is not looked at.
      const status = route === '/login/code' ? 303 : 413;
      expect(await statusOf(server.url, route, { ...as, ...type, length }), route).toBe(status);
    }
  });

  it('is read up to its limit if its length is not declared', async () => {
    for (const route of routes().filter((one) => one !== '/login/code')) {
      const as = OPEN.includes(route) ? {} : { role: 'admin' as const };
      const type = route === '/upload' ? { type: 'multipart/form-data; boundary=b' } : {};
      const file = '--b\r\nContent-Disposition: form-data; name="sheet"; filename="a.csv"\r\n\r\n';
      const send = Buffer.concat([Buffer.from(type.type ? file : 'a='), Buffer.alloc(limitOf(route).bytes + 1, 'a')]);
      expect(await statusOf(server.url, route, { ...as, ...type, send }), route).toBe(413);
    }
  });

  it('with more fields than its page has is not parsed', async () => {
    for (const route of behindLogin().filter((one) => one !== '/upload')) {
      const form = Buffer.from('&'.repeat(limitOf(route).fields));
      const { status, text } = await browsers
        .get('admin')!
        .send('POST', pathOf(route), { 'Content-Type': FORM, Origin: server.url }, form.toString());
      expect([route, status, text]).toEqual([route, 413, expect.stringMatching(/has more than [\d,]+ fields/)]);
    }
    const { status } = await browse(server.url).post(
      '/login',
      Object.fromEntries(Array.from('x'.repeat(99), (x, n) => [x + n, ''])),
    );
    expect(status).toBe(413);
  });
});

/** Routes that every user may post to. */
const FOR_VIEWERS = new Set<string>([
  '/account/codes',
  '/account/codes/confirm',
  '/account/codes/remove',
  '/account/notifications',
  '/account/others',
  '/account/password',
  '/logout',
  '/exceptions',
  '/find',
  '/recipients',
  '/runs',
  '/runs/:run',
  '/runs/:run/approve/payments',
  '/upload/one',
]);
