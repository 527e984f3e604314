import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createApp, type Feature } from '../../src/web/app.ts';
import { bare } from '../../src/web/page/layout.ts';
import { html } from '../../src/web/page/markup.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { serveApp, type WebServer } from '../../src/web/serve-app.ts';
import { testDatabase } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { startTestRun } from '../support/test-run.ts';
import { MIA } from './pages-office.ts';

const CHROMIUM = '/usr/bin/chromium';
const there = existsSync(CHROMIUM);
if (!there) console.log(`Skipped: the reading pages in a browser, because ${CHROMIUM} is not there.`);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

describe.skipIf(!there)('the pages in a browser', () => {
  const payroll = testPayroll(testDatabase('embedded'));
  const profile = mkdtempSync(join(tmpdir(), 'payrun-chromium-'));
  let browser: BrowserContext;
  let page: Page;
  let server: WebServer;
  let paths: string[] = [];
  const said: string[] = [];
  let done: () => Promise<unknown>;
  let moved: () => Promise<unknown>;

  beforeAll(async () => {
    const { run } = await payroll.pay(
      payroll.sheet(
        'june.csv',
        sheetOf(people(3, (n) => (n === 2 ? { iban: 'DE00' } : { last: `Lovelace-Müller-${'lang'.repeat(12)}` }))),
      ),
    );
    const workplace = await payroll.workplace();
    const { db } = workplace.ledger;
    const live = await startTestRun(workplace.ledger, { merchant: 'default' });
    await db.query(
      `insert into payrun.run_progress (run_id, stage, done, total, calls, calls_expected, ms_left, per_window, window_ms, at)
       values ($1, 'recipients', 40, 200, 81, 401, 240000, 50, 60000, now())`,
      [live.id],
    );
    moved = () => db.query('update payrun.run_progress set done = 41 where run_id = $1', [live.id]);
    done = () => db.query(`update payrun.run set state = 'done', lease_until = null where id = $1`, [live.id]);
    const one = async (sql: string) => (await db.query<{ id: string }>(sql)).rows[0]!.id;
    paths = [
      '/',
      '/runs',
      `/runs/${run}`,
      `/runs/${run}/history`,
      `/runs/${run}/calls`,
      `/payments/${await one(`select id from payrun.payment where state = 'processed' limit 1`)}`,
      '/recipients',
      `/recipients/${await one('select id from payrun.recipient limit 1')}`,
      '/find?q=nobody',
    ];
    const session: Feature = (app) =>
      void app.use('*', async (context, next) => {
        context.set('visitor', MIA);
        await next();
        context.res.headers.set('Content-Security-Policy', "default-src 'self'");
      });
    const live1: Feature = (app) => {
      app.get('/try-htmx', (context) =>
        context.html(
          bare({
            title: 'x',
            sandbox: false,
            scripts: ['htmx.js'],
            body: html`<button hx-get="/try-htmx/part" hx-target="#part">Go</button><p id="part"></p>`,
          }),
        ),
      );
      app.get('/try-htmx/part', (context) => context.html(html`<b>swapped</b>`));
    };
    server = await serveApp(createApp([session, live1, pages({ workplace })], createLog('silent')), {
      host: '127.0.0.1',
      port: 0,
    });
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      headless: true,
      args: FLAGS,
    });
    page = await browser.newPage();
    page.on('console', (message) => said.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'have no serious fault of accessibility, fit the window, and break no policy: %i px, %s',
    async (width, colorScheme) => {
      said.length = 0;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const path of paths) {
        await page.goto(server.url + path);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(width);
        // Beside the policy of the page, which does not let it in.
        await page.evaluate(AXE);
        const { violations } = (await page.evaluate('axe.run()')) as {
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        };
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(serious.map(({ id, nodes }) => `${path} ${id} ${nodes[0]!.html}`)).toEqual([]);
      }
      expect(said).toEqual([]);
    },
  );

  it('are walked with the keyboard: the first key leads past the header', async () => {
    await page.goto(server.url + paths[2]!);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('show a run as it goes on, and load anew when it is done', async () => {
    await page.goto(`${server.url}/`);
    await page.getByText('40 of 200 recipients').waitFor();
    await moved();
    await page.getByText('41 of 200 recipients').waitFor();
    const reloaded = page.waitForEvent('load');
    await done();
    await reloaded;
    await page.getByText('Nothing runs now.').waitFor();
  });

  it('can use htmx under a policy without inline code or style', async () => {
    said.length = 0;
    await page.goto(`${server.url}/try-htmx`);
    await page.getByRole('button').click();
    await page.getByText('swapped').waitFor();
    expect(said).toEqual([]);
  });
});
