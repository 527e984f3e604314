import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Feature } from '../../../src/http/feature.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createApp } from '../../../src/web/app.ts';
import { pages } from '../../../src/web/pages/pages.ts';
import { serveApp, type WebServer } from '../../../src/web/serve-app.ts';
import { testDatabase } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { openBrowser, openWindow } from '../../support/servers/browser.ts';
import { addPayments, startTestRun } from '../../support/test-run.ts';
import { describeWith } from '../../support/tools.ts';
import { MIA } from '../../support/visited-pages.ts';

describeWith(['chromium'], 'the pages in a browser', () => {
  const payroll = testPayroll(testDatabase('embedded'));
  let browser: Browser;
  let page: Page;
  let server: WebServer;
  let output: readonly string[];
  let done: () => Promise<unknown>;
  let moved: () => Promise<unknown>;
  let runPath: string;

  beforeAll(async () => {
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const live = await startTestRun(appContext.ledger, { merchant: 'default' });
    await db.query(
      `insert into payrun.run_progress (run_id, stage, done, total, calls, calls_expected, ms_left, per_window, window_ms, at)
       values ($1, 'recipients', 40, 200, 81, 401, 240000, 50, 60000, now())`,
      [live.id],
    );
    runPath = `/runs/${live.id}`;
    const found = await startTestRun(appContext.ledger, { merchant: 'default' });
    await addPayments(
      appContext.ledger,
      found,
      ['TYPED-1', 'TYPED-2', 'TYPED-2B'].map((reference) => ({ reference, state: 'ready' as const })),
    );
    await db.query(
      `update payrun.run set status = 'nothing_paid', finished_at = now(), lease_until = null where id = $1`,
      [found.id],
    );
    moved = () => db.query('update payrun.run_progress set done = 41 where run_id = $1', [live.id]);
    done = () =>
      db.query(`update payrun.run set status = 'nothing_paid', finished_at = now(), lease_until = null where id = $1`, [
        live.id,
      ]);
    const session: Feature = (app) =>
      void app.use('*', async (context, next) => {
        context.set('currentUser', MIA);
        context.set('stillHolds', async () => true);
        await next();
        context.res.headers.set('Content-Security-Policy', "default-src 'self'");
      });
    server = await serveApp(createApp([session, pages({ appContext })], createLog('silent')), {
      host: '127.0.0.1',
      port: 0,
    });
    browser = await openBrowser();
    ({ page, output } = await openWindow(browser));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('show a run in progress, and reload when it is done', async () => {
    await page.goto(server.url + runPath);
    await page.getByText('40 of 200').waitFor();
    await moved();
    await page.getByText('41 of 200').waitFor();
    const reloaded = page.waitForEvent('load');
    await done();
    await reloaded;
    await page.getByText('of 200').waitFor({ state: 'detached' });
    expect(output).toEqual([]);
  });

  it('show what a search finds while it is typed, and hide it on Escape', async () => {
    await page.goto(`${server.url}/runs`);
    const search = page.getByRole('searchbox', { name: 'Search', exact: true });
    const found = page.locator('.search-all .found');
    await search.pressSequentially('typed-2');
    await found.getByRole('link').nth(1).waitFor();
    expect(await found.getByRole('link').allInnerTexts()).toEqual([
      expect.stringContaining('TYPED-2'),
      expect.stringContaining('TYPED-2B'),
    ]);
    expect(new URL(page.url()).pathname).toBe('/runs');
    await search.press('Escape');
    await found.waitFor({ state: 'hidden' });
    await search.fill('');
    await search.pressSequentially('typed-1');
    await found.getByRole('link', { name: 'Payment TYPED-1' }).click();
    await page.waitForURL(/[/]payments[/]/);
    expect(output).toEqual([]);
  });
});
