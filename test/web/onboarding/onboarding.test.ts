import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Options } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { printAnswer } from '../../../src/cli/print-answer.ts';
import { type Config, loadConfig } from '../../../src/config.ts';
import { makeOnboardingLink } from '../../../src/engine/merchants/onboarding-link.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { addRules } from '../../../src/ledger/operations/money-rules.ts';
import { defaultRules } from '../../../src/money-rules.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { createApp } from '../../../src/web/app.ts';
import { onboardingPage, onboardingPages } from '../../../src/web/onboarding/onboarding-pages.ts';
import { serveApp, type WebServer } from '../../../src/web/serve-app.ts';
import { describeDatabases } from '../../support/database.ts';
import { person } from '../../support/person.ts';
import { recordingTerminal } from '../../support/recording-terminal.ts';
import { addTestMerchant } from '../../support/test-run.ts';

const XSS = `"><script>alert('x')</script>`;
const DAY = 86_400_000;

describeDatabases('the onboarding page', (database) => {
  let ledger: Ledger;
  let server: WebServer;
  let sandbox: RunningSandbox;
  let serviceUrl = '';
  let moved = 0;
  const logged: string[] = [];
  const config: { onboarding: Config['onboarding'] } = { onboarding: loadConfig({}, tmpdir()).onboarding };
  const plain = config.onboarding;
  /** What was told of each merchant's link. */
  const link: Record<string, string> = {};

  const make = async (merchant: string, url = server.url) =>
    (await makeOnboardingLink(ledger, person('operator'), merchant, { url, now: Date.now(), random: randomBytes }))
      .link;
  const tokenOf = (url: string) => new URL(url).searchParams.get('link')!;
  const get = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = async (merchant: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const sent = { 'Content-Type': 'application/json', Origin: server.url, ...headers };
    return (await fetch(`${server.url}/onboarding/${merchant}/session`, { method: 'POST', headers: sent, body: text }))
      .status;
  };
  const kept = async (merchant: string) =>
    (
      await ledger.db.query<{ sealed: Buffer | null }>(
        'select session_sealed as sealed from payrun.onboarding where merchant_id = $1',
        [merchant],
      )
    ).rows[0]?.sealed ?? null;

  beforeAll(async () => {
    ledger = await database.open();
    sandbox = await startSandbox();
    const log = createLog('trace', { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream);
    const clock = { ...systemClock, now: () => Date.now() + moved };
    const pages = onboardingPages({ ledger, clock, log, config, serviceUrl: async () => serviceUrl });
    server = await serveApp(createApp([pages], log), { host: '127.0.0.1', port: 0 });
    for (const merchant of ['acme', 'other', 'live', 'platform']) {
      await addTestMerchant(ledger, merchant);
      if (merchant !== 'platform') link[merchant] = await make(merchant);
    }
    await ledger.db.query(`update payrun.merchant set remote_id = 'M-acme' where id = 'acme'`);
    await ledger.db.query(`update payrun.merchant set environment = 'production', country = 'DE' where id = 'live'`);
    await ledger.db.query(`update payrun.merchant set key_kind = 'parent' where id = 'platform'`);
    // A ledger with a merchant of production is one of production, unless its rules say otherwise.
    const rules = defaultRules('sandbox');
    await addRules(ledger.db, { version: 1, rules, by: 'operator', at: new Date() });
  });
  afterAll(async () => {
    await server.close();
    await sandbox.close();
  });
  beforeEach(() => {
    moved = 0;
    serviceUrl = sandbox.url;
    config.onboarding = plain;
  });

  it('shows the stand-in of the sandbox with the attributes of the merchant', async () => {
    const { status, text } = await get(link.acme!);
    expect(status).toBe(200);
    expect(text).toContain(
      '<onboarding-frame template-id="tmpl_sandbox" mode="SANDBOX" client-reference-id="M-acme"></onboarding-frame>',
    );
    expect(text).toContain(`<script src="${sandbox.url}/_sandbox/onboarding-frame.js" defer data-component>`);
    expect(text).toContain('<noscript><p class="notice">This one page needs JavaScript');
    // No script and no style in the page itself.
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  it('shows the component of the settings, with the template of the country and the environment of the merchant', async () => {
    const script = 'https://cdn.example/v1/frame.js';
    const templates = { DE: 'tmpl_de', default: 'tmpl_all' };
    const frames = ['https://verify.example'];
    config.onboarding = { tag: 'other-frame', eventPrefix: 'other', script, templates, frames };
    serviceUrl = 'https://service.example';
    const { text, headers } = await get(link.live!);
    expect(text).toContain('<other-frame template-id="tmpl_de" mode="PRODUCTION"></other-frame>');
    expect(text).toContain('data-prefix="other"');
    expect(text).not.toContain('rehearsal');
    expect((await get(link.other!)).text).toContain('template-id="tmpl_all" mode="SANDBOX"');
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' https://cdn.example; style-src 'self'; connect-src 'self'; " +
        "frame-src https://cdn.example https://verify.example; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it('is not cached, sends no referrer and allows no frame', async () => {
    for (const url of [link.acme!, `${server.url}/onboarding/acme`]) {
      const { headers } = await get(url);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
      });
    }
  });

  it.each([
    ['frame.js', 'text/javascript; charset=utf-8'],
    ['frame.css', 'text/css; charset=utf-8'],
  ])('serves %s', async (name, type) => {
    const { status, headers, text } = await get(`${server.url}/onboarding/${name}`);
    expect({ status, type: headers.get('Content-Type') }).toEqual({ status: 200, type });
    expect(text.length).toBeGreaterThan(100);
  });

  it('is loaded from the sandbox as a script', async () => {
    const { status, headers, text } = await get(`${sandbox.url}/_sandbox/onboarding-frame.js`);
    expect({ status, type: headers.get('Content-Type') }).toEqual({
      status: 200,
      type: 'text/javascript; charset=utf-8',
    });
    expect(text).toContain("customElements.define('onboarding-frame'");
  });

  const CLOSED: readonly [name: string, url: () => string, days?: number][] = [
    ['a link that is not there', () => `${server.url}/onboarding/acme`],
    ['a wrong link', () => `${server.url}/onboarding/acme?link=${randomBytes(32).toString('base64url')}`],
    ['a link that is cut off', () => link.acme!.slice(0, -1)],
    ["another merchant's link", () => `${server.url}/onboarding/acme?link=${tokenOf(link.other!)}`],
    ['a merchant that nobody knows', () => `${server.url}/onboarding/nobody?link=${tokenOf(link.acme!)}`],
    ['a merchant whose name is no name', () => `${server.url}/onboarding/a%00b?link=${tokenOf(link.acme!)}`],
    [
      'a merchant whose name is a script',
      () => `${server.url}/onboarding/${encodeURIComponent(XSS)}?link=${tokenOf(link.acme!)}`,
    ],
    ['a link of 31 days ago', () => link.acme!, 31],
  ];
  it.each(CLOSED)('does not exist for %s, and does not say why', async (_, url, days = 0) => {
    moved = days * DAY;
    const { status, text } = await get(url());
    expect(status).toBe(404);
    expect(text).toBe((await get(`${server.url}/onboarding/zzz`)).text);
  });

  it('opens with the newest link only, and continues where the merchant stopped', async () => {
    const first = await make('other');
    expect(await post('other', { link: tokenOf(first), session: 'VS-1' })).toBe(200);
    const second = await make('other');
    link.other = second;
    expect((await get(first)).status).toBe(404);
    expect(await post('other', { link: tokenOf(first), session: 'VS-2' })).toBe(404);
    expect((await get(second)).text).toContain(' session-id="VS-1"></onboarding-frame>');
    // Sealed, and nothing of the link.
    const { rows } = await ledger.db.query('select row_to_json(o)::text as text from payrun.onboarding o');
    for (const secret of ['VS-1', Buffer.from('VS-1').toString('hex'), tokenOf(second)])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('shows a name, a session or an id that is a script as text', async () => {
    const visit = { merchant: XSS, environment: 'sandbox', country: 'US', remoteId: XSS, session: XSS } as const;
    const frame = { tag: 'a-b', script: 'https://cdn.example/', eventPrefix: 'p', template: XSS, origins: [] };
    const text = String(await onboardingPage(visit, frame));
    expect(text).not.toContain("alert('x')");
    expect(text).not.toContain('"><script>');
    expect(text.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(6);
  });

  it('says that it is not ready if the settings lack a script or a template', async () => {
    serviceUrl = 'https://service.example';
    expect((await get(link.acme!)).status).toBe(503);
    config.onboarding = { ...plain, script: 'https://cdn.example/a.js', templates: { DE: 'tmpl_de' } };
    expect((await get(link.acme!)).status).toBe(503);
    expect((await get(link.live!)).status).toBe(200);
  });

  it('is the stand-in of the sandbox also if the settings name a tag and a template, but no script', async () => {
    config.onboarding = { ...plain, tag: 'other-frame', eventPrefix: 'other', templates: { US: 'tmpl_us' } };
    const { text } = await get(link.acme!);
    expect(text).toContain('<onboarding-frame template-id="tmpl_us"');
    expect(text).toContain('data-prefix="onboarding-frame"');
  });

  it('has no stand-in for a merchant of production', async () => {
    expect((await get(link.live!)).status).toBe(503);
  });

  const good = () => ({ link: tokenOf(link.acme!), session: 'VS-9' });
  const REFUSED: readonly [name: string, body: () => unknown, status: number, headers?: Record<string, string>][] = [
    ['a wrong link', () => ({ ...good(), link: 'x'.repeat(43) }), 404],
    ['no link', () => ({ session: 'VS-9' }), 404],
    ["another merchant's link", () => ({ ...good(), link: tokenOf(link.other!) }), 404],
    ['a session that is a number', () => ({ ...good(), session: 7 }), 400],
    ['a session with a space', () => ({ ...good(), session: 'a b' }), 400],
    ['a session of 201 characters', () => ({ ...good(), session: 'x'.repeat(201) }), 400],
    ['what is no JSON', () => '{"link":', 404],
    ['JSON that is no object', () => 'null', 404],
    ['a form', good, 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['5 KB', () => ({ ...good(), more: 'x'.repeat(5 * 1024) }), 413],
    ['a page of another origin', good, 403, { Origin: 'https://evil.example' }],
    ['a page of another site, as the browser says', good, 403, { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another port', good, 403, { 'Sec-Fetch-Site': 'same-site' }],
    ['a page that hides its origin', good, 403, { Origin: 'null' }],
  ];
  it.each(REFUSED)('stores no session of %s', async (_, body, status, headers) => {
    const before = await kept('acme');
    expect(await post('acme', body(), headers)).toBe(status);
    expect(await kept('acme')).toEqual(before);
  });

  it('stores the last session, and none after the link expired', async () => {
    expect(await post('acme', { ...good(), session: 'VS-old' }, { 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await post('acme', { ...good(), session: 'VS-<new>' })).toBe(200);
    moved = 31 * DAY;
    expect(await post('acme', good())).toBe(404);
    moved = 0;
    expect((await get(link.acme!)).text).toContain(' session-id="VS-&lt;new&gt;"');
  });

  it.each([
    ['ftp://pay.example.com'],
    ['http://pay.example.com'],
    ['pay.example.com'],
    ['https://a@pay.example.com'],
    ['https://pay.example.com/?a=1'],
  ])('has no link below %s', async (url) => {
    await expect(make('acme', url)).rejects.toMatchObject({ code: 'usage' });
    expect((await get(link.acme!)).status).toBe(200);
  });

  it('may be below a path, and a link has 32 random bytes', async () => {
    const made = await make('live', 'https://pay.example.com/payrun');
    expect(made).toMatch(/^https:\/\/pay\.example\.com\/payrun\/onboarding\/live\?link=[A-Za-z0-9_-]{43}$/);
  });

  it('belongs to a known merchant, and not to a platform', async () => {
    await expect(make('nobody')).rejects.toMatchObject({ code: 'merchant_unknown' });
    await expect(make('platform')).rejects.toMatchObject({ code: 'usage' });
  });

  describe('`payrun merchants onboarding-link`', () => {
    afterEach(() => {
      vi.unstubAllEnvs();
    });
    const run = async (merchant: string, options: Options = {}) => {
      for (const [name, value] of Object.entries(database.env)) vi.stubEnv(name, value);
      const command = await COMMANDS.find(({ name }) => name === 'merchants onboarding-link')!.load();
      const { terminal, output } = recordingTerminal({ json: true });
      const { signal } = new AbortController();
      printAnswer(terminal, await command({ args: [merchant], options, terminal, signal }));
      return JSON.parse(output.stdout);
    };

    it('prints a link that opens the page, and until when', async () => {
      const reported = await run('acme', { publicUrl: server.url });
      expect((await get(reported.link)).status).toBe(200);
      expect((await get(link.acme!)).status).toBe(404);
      link.acme = reported.link;
      expect(Math.round((Date.parse(reported.until) - Date.now()) / DAY)).toBe(30);
    });
    it('names the port of `webhooks listen` if no URL is given', async () => {
      expect((await run('other')).link).toMatch(/^http:\/\/127\.0\.0\.1:4080\/onboarding\/other\?link=/);
    });
    it('creates none for a page that has nothing to show, and names the missing setting', async () => {
      await expect(run('live')).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringContaining('in "templates" one for DE or "default"'),
      });
    });
  });

  it('leaves no link and no session in the log', () => {
    const text = logged.join('');
    expect(text).toContain('an onboarding page was opened');
    for (const url of Object.values(link)) expect(text).not.toContain(tokenOf(url));
    expect(text).not.toContain('VS-');
  });
});
