// Pictures of every page, for a person to look at:
// npm run screenshots -- FOLDER [--empty] [--without-scripts] [page ...]
// --empty: as after the installation
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { serve } from '../../src/web/serve.ts';
import { addPeople, EMPTY_PATHS, fillOffice, OFFICE_PASSWORD } from '../support/office.ts';
import { accessFaults, type Looks, logInAs, openBrowser, openWindow, tooWide } from '../support/servers/browser.ts';
import { isInstalled } from '../support/tools.ts';

const LOOKS: readonly (readonly [width: number, looks: Looks])[] = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
];

const DECIDES = new Set(['home', 'approve', 'approvals', 'exceptions', 'payment-held', 'payment-changed']);
const MAKES = new Set([
  'run-asks',
  'run-broken',
  'fix',
  'fix-returned',
  'fix-moved',
  'rows',
  'upload',
  'pay-one',
  'pay-one-new',
  'templates',
  'run-waits',
  'run-unmatched',
  'run-columns',
]);

const args = process.argv.slice(2);
const [folder, ...only] = args.filter((arg) => !arg.startsWith('--'));
const isEmpty = args.includes('--empty');
const javaScriptEnabled = !args.includes('--without-scripts');
if (folder === undefined) {
  console.error('Say where to: npm run screenshots -- FOLDER [page ...]');
  process.exit(2);
}
if (!isInstalled('chromium')) {
  console.error('Pictures of the pages need chromium, which is not installed.');
  process.exit(1);
}
const into = resolve(folder);
mkdirSync(into, { recursive: true });

const home = mkdtempSync(join(tmpdir(), 'payrun-screenshots-'));
const sandbox = await startSandbox({ settleMs: 50, quota: 10_000, addressQuota: 100_000, windowMs: 1_000 });
const control = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
};
const appContext = await openAppContext(
  loadConfig(
    {
      PAYRUN_HOME: home,
      PAYRUN_VAULT_KEY: randomBytes(32).toString('base64'),
      PAYRUN_SERVICE_URL: sandbox.url,
      PAYRUN_ENVIRONMENT: 'sandbox',
      PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
      PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
      PAYRUN_QUOTA_PER_MINUTE: '100',
      PAYRUN_QUOTA_PER_ADDRESS: '200',
      PAYRUN_QUOTA_WINDOW_MS: '200',
      PAYRUN_SETTLE_POLL_MS: '40',
      PAYRUN_LOG_LEVEL: 'silent',
    },
    home,
  ),
);
const serving = await serve(appContext, { host: '127.0.0.1', port: 0, without: ['workers'], report: () => {} });
const browser = await openBrowser();
try {
  if (isEmpty) await addPeople(appContext);
  const { paths } = isEmpty ? { paths: EMPTY_PATHS } : await fillOffice(appContext, control, 30);
  // An approver decides, a maker corrects, an admin sees everything else.
  const userOf = (name: string) => (DECIDES.has(name) ? 'carla' : MAKES.has(name) ? 'mia' : 'ines');
  const asked = Object.entries(paths).filter(([name]) => only.length === 0 || only.includes(name));
  for (const [width, looks] of LOOKS) {
    const { page, context, output } = await openWindow(browser, width, looks, { javaScriptEnabled });
    page.setDefaultTimeout(20_000);
    const shoot = async (name: string) => {
      // As a window shows it, and whole.
      await page.screenshot({ path: join(into, `${name}-${width}-${looks}-window.png`) });
      await page.screenshot({ path: join(into, `${name}-${width}-${looks}.png`), fullPage: true });
      // The accessibility check is a script too.
      const faults = javaScriptEnabled ? await accessFaults(page) : [];
      for (const line of [...faults, ...output.splice(0)]) console.log(`${name} ${width}: ${line}`);
      const wide = await tooWide(page);
      if (wide > 0) console.log(`${name} ${width}: ${wide} px too wide`);
    };
    await page.goto(`${serving.url}/login`);
    if (only.length === 0 || only.includes('login')) await shoot('login');
    for (const [user, theirs] of Map.groupBy(asked, ([name]) => userOf(name))) {
      await context.clearCookies();
      await logInAs(page, serving.url, user, OFFICE_PASSWORD);
      for (const [name, path] of theirs) {
        // An anchor alone would not load the page again.
        await page.goto('about:blank');
        await page.goto(serving.url + path);
        await shoot(name);
      }
    }
    await context.close();
  }
  console.log(`The pictures are in ${into}`);
} finally {
  await browser.close();
  await serving.close(10_000);
  await appContext.close();
  await sandbox.close();
  rmSync(home, { recursive: true, force: true });
}
