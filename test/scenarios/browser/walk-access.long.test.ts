import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { createApp } from '../../../src/web/app.ts';
import { pages } from '../../../src/web/pages/pages.ts';
import { type Serving, serve } from '../../../src/web/serve.ts';
import { testDatabase } from '../../support/database.ts';
import { fillOffice, OFFICE_PASSWORD } from '../../support/office.ts';
import { testPayroll } from '../../support/payroll.ts';
import { accessFaults, logInAs, openBrowser, openWindow, tooWide } from '../../support/servers/browser.ts';
import { describeWith } from '../../support/tools.ts';

/** Forms that are refused, with the right password, because wrong ones lock a user out; by who sends them: the page, where its form goes, and what is sent. */
const REFUSED: Readonly<
  Record<'carla' | 'ines', readonly (readonly [string, (paths: Readonly<Record<string, string>>) => string, object])[]>
> = {
  carla: [
    ['approve', ({ approve }) => approve!, { password: OFFICE_PASSWORD, hash: 'another' }],
    ['approvals', () => '/approvals', { password: OFFICE_PASSWORD }],
    ['exceptions', () => '/exceptions/release', { password: OFFICE_PASSWORD }],
  ],
  ines: [
    ['users', () => '/settings/users/add', { name: '', password: OFFICE_PASSWORD }],
    ['account', () => '/account/password', { now: 'wrong' }],
  ],
};

/** Sends a form of the page that is open, without what the browser would ask for first: a script for the browser. */
const sending = (action: string, form: object) => `{
  const sent = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(action)} });
  const csrf = document.querySelector('input[name=csrf]').value;
  for (const [name, value] of Object.entries({ ...${JSON.stringify(form)}, csrf }))
    sent.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(sent);
  sent.submit();
}`;

/** Looks at a page at a desk in the light, then on a phone in the dark. It says the same, and is used alike, on both. */
async function faultsOf(page: Page, what: string): Promise<readonly string[]> {
  const faults = [...(await accessFaults(page)), ...(await overflow(page, what))];
  await page.setViewportSize({ width: 390, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await accessFaults(page, 'color-contrast')), ...(await overflow(page, what)));
  if (/^(reports|statement|recipient|find)/.test(what)) {
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.ariaLabel)`,
    );
    expect(cut, `tables of ${what} to move sideways`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

async function overflow(page: Page, what: string): Promise<readonly string[]> {
  const wide = await tooWide(page);
  return wide > 0 ? [`${what} is ${wide} px wider than a window of ${page.viewportSize()!.width} px`] : [];
}

describeWith(['chromium'], 'every page in a browser', () => {
  const payroll = testPayroll(testDatabase('embedded'));
  let browser: Browser;
  let serving: Serving;
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const appContext = await payroll.appContext();
    ({ paths } = await fillOffice(appContext, (path, body) => payroll.control(path, body), 10));
    serving = await serve(appContext, { host: '127.0.0.1', port: 0, without: ['inbox', 'workers'], report: () => {} });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await serving?.close(10_000);
  });

  it('are all among the tested ones', async () => {
    const routes = createApp([pages({ appContext: await payroll.appContext() })], createLog('silent')).routes;
    const isFile = (path: string) => /^\/(static|live)\/|\.\w+$|\/input$|\/journal\//.test(path);
    const isSeen = (path: string) =>
      Object.values(paths).some((one) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(one.split('?')[0]!));
    const missed = routes.filter(({ method, path }) => method === 'GET' && !isFile(path) && !isSeen(path));
    expect(missed.map(({ path }) => path)).toEqual([]);
  });

  it('can be used by everyone, breaks no policy, and fits a desk in the light and a phone in the dark', async () => {
    const faults: string[] = [];
    const { page, context, output } = await openWindow(browser);
    const look = async (what: string) => faults.push(...(await faultsOf(page, what)));
    await page.goto(`${serving.url}/login`);
    await look('login');
    // The approver has a decision to take; an admin sees everything else, and makes too.
    for (const [name, seen] of [
      ['carla', ['approve']],
      ['ines', Object.keys(paths).filter((what) => what !== 'approve')],
    ] as const) {
      await context.clearCookies();
      await logInAs(page, serving.url, name, OFFICE_PASSWORD);
      for (const what of seen) {
        const answer = await page.goto(serving.url + paths[what]!);
        expect(answer!.status(), what).toBe(what === 'not-there' ? 404 : 200);
        await look(what);
      }
      // And with an error on it.
      for (const [what, action, form] of REFUSED[name]) {
        await page.goto(serving.url + paths[what]!);
        await Promise.all([page.waitForEvent('load'), page.evaluate(sending(action(paths), form))]);
        const alert = page.locator('[role=alert]').filter({ visible: true });
        expect(await alert.count(), `${what} says what is wrong`).toBe(1);
        await look(`${what} with an error`);
      }
    }
    await context.close();
    expect([...faults, ...output.filter((line) => !/status of 4(00|04|09|22)/.test(line))]).toEqual([]);
  });
});
