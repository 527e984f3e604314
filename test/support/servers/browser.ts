import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { programPath } from '../tools.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser on a machine as busy as a build's answers later than anybody would wait at a quiet one. */
export const WAIT_MS = 180_000;

export type Looks = 'light' | 'dark';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: programPath('chromium')!, headless: true, args: FLAGS, timeout: WAIT_MS });
}

/** A user's window: with its own cookies and console output. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console and of scripts, and answers that are errors, each with the page. */
  readonly output: string[];
}

/** Options of a window. */
export interface WindowKind {
  /** Default: true. */
  readonly javaScriptEnabled?: boolean;
}

export async function openWindow(
  browser: Browser,
  width = 1280,
  colorScheme: Looks = 'light',
  { javaScriptEnabled = true }: WindowKind = {},
): Promise<Window> {
  const context = await browser.newContext({
    javaScriptEnabled,
    viewport: { width, height: 900 },
    colorScheme,
    locale: 'en-US',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const output: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') output.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => output.push(`${page.url()}: ${error}`));
  return { page, context, output };
}

/** Logs in on the page of the login, and ends on the page that is led to. */
export async function logInAs(page: Page, url: string, name: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await Promise.all([
    page.waitForURL((at) => at.pathname !== '/login'),
    page.getByRole('button', { name: 'Log in' }).click(),
  ]);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let axe: string | null = null;

/** Accessibility faults of a page of any impact, one line each. `only`: the checked rule; without it all. */
export async function accessFaults(page: Page, only?: 'color-contrast'): Promise<readonly string[]> {
  axe ??= readFileSync(AXE, 'utf8');
  // Beside the policy of the page, which does not let it in.
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(only ? { runOnly: [only] } : {}) })})`,
  )) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return violations.map(
    ({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/** The overflow of the page's body beyond the window, in px: 0 if nothing has to be scrolled sideways. */
export async function tooWide(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)');
}
