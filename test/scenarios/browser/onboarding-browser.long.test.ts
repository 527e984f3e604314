import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { makeOnboardingLink } from '../../../src/engine/merchants/onboarding-link.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { createApp } from '../../../src/web/app.ts';
import { onboardingPages } from '../../../src/web/onboarding/onboarding-pages.ts';
import { serveApp, type WebServer } from '../../../src/web/serve-app.ts';
import { testDatabase } from '../../support/database.ts';
import { person } from '../../support/person.ts';
import { openBrowser, openWindow } from '../../support/servers/browser.ts';
import { addTestMerchant } from '../../support/test-run.ts';
import { describeWith } from '../../support/tools.ts';

describeWith(['chromium'], 'the onboarding page in a browser', () => {
  const database = testDatabase('embedded');
  let browser: Browser;
  let page: Page;
  let server: WebServer;
  let sandbox: RunningSandbox;
  let link = '';
  let serviceUrl = '';
  let output: string[];

  beforeAll(async () => {
    const ledger = await database.open();
    sandbox = await startSandbox();
    const log = createLog('silent');
    const { onboarding } = loadConfig({}, tmpdir());
    const config = { onboarding };
    const pages = onboardingPages({ ledger, clock: systemClock, log, config, serviceUrl: async () => serviceUrl });
    server = await serveApp(createApp([pages], log), { host: '127.0.0.1', port: 0 });
    await addTestMerchant(ledger, 'acme');
    ({ link } = await makeOnboardingLink(ledger, person('operator'), 'acme', {
      url: server.url,
      now: Date.now(),
      random: randomBytes,
    }));
    browser = await openBrowser();
    ({ page, output } = await openWindow(browser));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await sandbox?.close();
  });

  const visible = async () => {
    const parts = await page.locator('[data-state]').filter({ visible: true }).all();
    return Promise.all(parts.map((part) => part.getAttribute('data-state')));
  };
  const press = (name: string) => page.getByRole('button', { name }).click();

  const CASES: readonly [name: string, presses: readonly string[], states: readonly string[]][] = [
    ['shows the form', [], ['open', 'open']],
    ['keeps it while it is filled in', ['started'], ['open', 'open']],
    ['says that what was sent is no approval', ['started', 'successful'], ['sent']],
    ['says so where the merchant goes on without having sent it', ['continue'], ['left']],
    ['shows an error beside the form', ['error'], ['open', 'failed', 'open']],
    ['forgets an error when the form begins anew', ['error', 'started'], ['open', 'open']],
  ];
  it.each(CASES)('%s', async (_, presses, states) => {
    serviceUrl = sandbox.url;
    output.length = 0;
    await page.goto(link);
    for (const name of presses) {
      const kept = name === 'started' ? page.waitForResponse(/\/session$/) : null;
      await press(name);
      if (kept) expect((await kept).status()).toBe(200);
    }
    expect(await visible()).toEqual(states);
    // Nothing that the policy of the page forbids was tried.
    expect(output).toEqual([]);
  });

  it('says if the form cannot be loaded', async () => {
    // A port that browsers do not call.
    serviceUrl = 'http://127.0.0.1:9';
    await page.goto(link);
    await page.getByText('The form could not be loaded.').waitFor();
    expect(await visible()).toEqual(['no-component']);
  });
});
