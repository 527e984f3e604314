import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { makeOnboardingLink } from '../../src/engine/merchants/onboarding-link.ts';
import { addUser, resetTotp, setEnabled } from '../../src/engine/users/users.ts';
import { PayrunError } from '../../src/errors.ts';
import type { UserRole } from '../../src/ledger/users/user.ts';
import { serve } from '../../src/web/serve.ts';
import { type Control, OFFICE_PASSWORD } from './busy-office.ts';
import { person } from './person.ts';
import { logInAs } from './servers/browser.ts';
import { addTestMerchant } from './test-run.ts';
import { cheapPasswords } from './web-visit.ts';

/** What the states below work with. */
export interface Books {
  readonly appContext: AppContext;
  readonly control: Control;
  readonly url: string;
  /** The same office with an identity provider, without its database, and with a defect. */
  readonly others: Readonly<Record<'provider' | 'away' | 'broken', string>>;
  readonly paths: Readonly<Record<string, string | undefined>>;
}

interface BookState {
  /** Who looks; null: nobody is logged in. */
  readonly as: string | null;
  /** A path to open, or how to get there. */
  readonly open: string | ((page: Page, books: Books) => Promise<unknown>);
}

const press = async (page: Page, name: string) => {
  await Promise.all([page.waitForNavigation(), page.getByRole('button', { name, exact: true }).first().click()]);
};

/** Sends a form from the page that is open, past what the browser would ask for first. */
const send = async (page: Page, action: string, fields: Readonly<Record<string, string>>) => {
  const script = `(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(action)} });
    const csrf = document.querySelector('input[name=csrf]').value;
    for (const [name, value] of Object.entries({ csrf, ...${JSON.stringify(fields)} }))
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    document.body.append(form);
    form.submit();
  })()`;
  await Promise.all([page.waitForNavigation(), page.evaluate(script)]);
};

const openDetails = async (page: Page, { url, paths }: Books) => {
  await page.goto(url + paths.recipient);
  await press(page, 'Change details');
};

const logIn = async (page: Page, url: string, name: string, password: string) => {
  await page.goto(`${url}/login`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Log in');
};

const codeOf = (secret: string) => new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret }).generate();

/** A state that cannot be reached is said, and the others go on. */
const STATE_MS = 30_000;

/** Secrets of authenticator apps, by user. */
const secrets = new Map<string, string>();

const startCodes = async (page: Page, url: string) => {
  await page.goto(`${url}/account`);
  await page.getByLabel('Your password').fill(OFFICE_PASSWORD);
  await press(page, 'Set up two-factor authentication');
};

/** Pages of the books, and of users and logins, in states that a visitor meets and a list of paths does not show. */
export const BOOK_STATES: Readonly<Record<string, BookState>> = {
  'login-refused': { as: null, open: (page, { url }) => logIn(page, url, 'vera', 'not the password') },
  'login-leads-back': { as: null, open: '/reports?from=2026-01-01' },
  'login-expired': { as: null, open: '/login?next=%2Fruns&over' },
  'login-out': { as: null, open: '/login?out' },
  'login-provider': { as: null, open: (page, { others }) => page.goto(`${others.provider}/login`) },
  'login-locked': {
    as: null,
    open: async (page, { url }) => {
      for (let n = 0; n < 6; n++) await logIn(page, url, 'lola', 'not the password');
    },
  },
  'error-database': { as: null, open: (page, { others }) => page.goto(`${others.away}/runs`) },
  'error-defect': { as: null, open: (page, { others }) => page.goto(`${others.broken}/runs`) },
  'onboarding-wrong-link': { as: null, open: '/onboarding/zoo-supplies?link=nothing' },
  onboarding: {
    as: null,
    open: async (page, { appContext: { ledger }, url }) => {
      const { link } = await makeOnboardingLink(ledger, person('ines'), 'zoo-supplies', {
        ...{ url, now: Date.now(), random: randomBytes },
      });
      await page.goto(link);
    },
  },

  'recipient-details': { as: 'mia', open: openDetails },
  'recipient-details-refused': {
    as: 'mia',
    open: async (page, books) => {
      await openDetails(page, books);
      await page.getByLabel('Country').fill('XX');
      await press(page, 'Change details');
    },
  },
  'run-recipients': {
    as: 'mia',
    open: async (page, books) => {
      await openDetails(page, books);
      await page.getByLabel('City').fill(`Bonn ${books.appContext.clock.now()}`);
      await press(page, 'Change details');
    },
  },
  'auditor-home': { as: 'audra', open: '/' },
  'auditor-audit': { as: 'audra', open: '/settings/audit' },
  'auditor-settings': { as: 'audra', open: '/settings' },
  'auditor-menu': {
    as: 'audra',
    open: async (page, { url }) => {
      await page.goto(url);
      await page.locator('.who > summary').click();
    },
  },
  'viewer-home': { as: 'vera', open: '/' },
  'viewer-journal': { as: 'vera', open: '/reports/journal' },
  'viewer-upload': { as: 'vera', open: '/upload' },
  'viewer-settings': { as: 'vera', open: '/settings' },
  'viewer-users': { as: 'vera', open: '/settings/users' },
  'viewer-audit': { as: 'vera', open: '/settings/audit' },
  'viewer-approve': { as: 'vera', open: (page, { url, paths }) => page.goto(url + (paths.approve ?? '/approvals')) },
  'viewer-recipients': { as: 'vera', open: '/recipients' },
  'narrow-admin-settings': { as: 'nora', open: '/settings' },
  'narrow-admin-users': { as: 'nora', open: '/settings/users' },
  'narrow-admin-home': { as: 'nora', open: '/' },
  'password-to-change': { as: 'newt', open: '/' },
  'password-weak': {
    as: 'newt',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await page.getByLabel('Current password').fill(OFFICE_PASSWORD);
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('Confirm new password').fill('short');
      await press(page, 'Change password');
    },
  },
  menu: {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(url);
      await page.locator('.who > summary').click();
    },
  },
  'account-wrong-password': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await page.getByLabel('Current password').fill('not the password');
      await page.getByLabel('New password', { exact: true }).fill('seven red kites land');
      await page.getByLabel('Confirm new password').fill('seven red kites land');
      await press(page, 'Change password');
    },
  },
  'account-wrong-address': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await page.evaluate("document.querySelector('#email').type = 'text'");
      await page.getByLabel('E-mail address').fill('nobody at home');
      await press(page, 'Save notifications');
    },
  },
  'account-saved': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await page.getByLabel('E-mail address').fill('ines@example.com');
      await page.getByLabel('Notifications', { exact: true }).selectOption({ index: 1 });
      await press(page, 'Save notifications');
    },
  },
  'codes-set-up': { as: 'theo', open: (page, { url }) => startCodes(page, url) },
  'codes-wrong': {
    as: 'theo',
    open: async (page, { url }) => {
      await startCodes(page, url);
      await page.getByLabel('Six-digit code').fill('000000');
      await press(page, 'Confirm code');
    },
  },
  'codes-recovery': {
    as: 'theo',
    open: async (page, { url }) => {
      await startCodes(page, url);
      const secret = (await page.locator('p.code').first().innerText()).replace(/\s/g, '');
      secrets.set('theo', secret);
      await page.getByLabel('Six-digit code').fill(codeOf(secret));
      await press(page, 'Confirm code');
    },
  },
  'account-codes-on': { as: 'theo', open: '/account' },
  'account-remove-codes': {
    as: 'theo',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await page.locator('.confirm > summary').click();
    },
  },
  'login-code': { as: null, open: (page, { url }) => logIn(page, url, 'theo', OFFICE_PASSWORD) },
  'login-code-wrong': {
    as: null,
    open: async (page, { url }) => {
      await logIn(page, url, 'theo', OFFICE_PASSWORD);
      await page.getByLabel('Code of your authenticator app').fill('000000');
      await press(page, 'Continue');
    },
  },

  'users-refused': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/users`);
      await page.getByLabel('Name', { exact: true }).fill('carla');
      await page.getByLabel('Confirm your password').fill(OFFICE_PASSWORD);
      await press(page, 'Add user');
    },
  },
  'users-refused-limit': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/users`);
      await page.getByLabel('Name', { exact: true }).fill('otto');
      await page.getByLabel('May approve up to').fill('5000 euro');
      await page.getByLabel('Confirm your password').fill(OFFICE_PASSWORD);
      await press(page, 'Add user');
    },
  },
  'users-wrong-password': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/users`);
      await page.getByLabel('Name', { exact: true }).fill('otto');
      await page.getByLabel('Confirm your password').fill('not the password');
      await press(page, 'Add user');
    },
  },
  'users-made-password': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/users`);
      await page.getByLabel('Name', { exact: true }).fill(`otto${randomBytes(3).toString('hex')}`);
      await page.getByLabel('Confirm your password').fill(OFFICE_PASSWORD);
      await press(page, 'Add user');
    },
  },
  'user-dialogs': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/users?user=theo`);
      for (const one of await page.locator('.confirm > summary').all()) await one.click();
    },
  },
  'user-locked': { as: 'ines', open: '/settings/users?user=lola' },
  'user-self': { as: 'ines', open: '/settings/users?user=ines' },
  'audit-nothing': { as: 'ines', open: '/settings/audit?who=nobody' },
  'audit-next': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/audit`);
      const next = page.getByRole('link', { name: 'Next page' });
      if (await next.isVisible()) await next.click();
    },
  },
  'audit-verified': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/audit`);
      await press(page, 'Verify audit');
      await page.waitForTimeout(3_000);
      await page.goto(`${url}/settings/audit`);
    },
  },
  'audit-compared': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/audit`);
      await press(page, 'Compare with payout service');
      await page.waitForTimeout(3_000);
      await page.goto(`${url}/settings/audit`);
    },
  },
  'batches-compared': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/settings/batches`);
      await page.getByRole('link', { name: 'Compare all merchants' }).click();
    },
  },
  'journal-wrong-day': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/reports/journal`);
      await send(page, '/reports/journal', { to: '2026-02-31' });
    },
  },
  'journal-exported': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/reports/journal`);
      const button = page.getByRole('button', { name: 'Export journal' });
      if (await button.isVisible()) await button.click();
      await page.waitForLoadState();
    },
  },
  'statement-choose': { as: 'ines', open: '/reports/statements?month=2026-11' },
  'statement-nothing': { as: 'ines', open: '/reports/statements?merchant=default&month=2020-02' },
  'statement-print': {
    as: 'ines',
    open: async (page, { url, paths }) => {
      await page.emulateMedia({ media: 'print' });
      await page.goto(url + (paths.statement ?? '/reports/statements'));
    },
  },
  'reports-nothing': { as: 'ines', open: '/reports?from=2020-01-01&to=2020-01-31' },
  'reports-wrong': { as: 'ines', open: '/reports?from=2026-12-31&to=2026-01-01' },
  'reports-long': { as: 'ines', open: '/reports?from=2024-01-01&to=2026-12-31' },
  'recipients-nothing': { as: 'ines', open: '/recipients?q=nobody' },
  'recipients-next': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/recipients`);
      const next = page.getByRole('link', { name: 'Next page' });
      if (await next.isVisible()) await next.click();
    },
  },
  'recipient-long-name': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/recipients?q=Maximiliane`);
      const one = page.locator('tbody th a').first();
      if (await one.isVisible()) await one.click();
    },
  },
  'find-pages': { as: 'ines', open: '/find?q=CROWD' },
  'statement-many': { as: 'ines', open: '/reports/statements?merchant=atelier' },
  'recipient-not-there': { as: 'ines', open: '/recipients/00000000-0000-4000-8000-000000000000' },
  'find-empty': { as: 'ines', open: '/find' },
  'find-amount': { as: 'ines', open: '/find?q=250.00' },
  'find-all': { as: 'ines', open: '/find?q=a' },
  'balances-not-loaded': {
    as: 'ines',
    open: async (page, { url, control }) => {
      await control('faults', [{ match: { path: '.*' }, do: 'drop', effect: 'before', times: 100 }]);
      await page.goto(url);
      await page.getByLabel('Merchant').selectOption('default');
      await press(page, 'Load balances');
      await control('faults', []);
    },
  },
  'error-other-login': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await send(page, '/account/others', { csrf: 'of another login' });
    },
  },
  'error-too-large': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await send(page, '/find', { q: 'x'.repeat(3_000_000) });
    },
  },
  'error-no-such-page': { as: 'ines', open: '/nowhere' },
  'error-only-posted': { as: 'ines', open: '/logout' },
  'error-session-over': {
    as: 'ines',
    open: async (page, { url }) => {
      await page.goto(`${url}/account`);
      await page.context().clearCookies();
      await press(page, 'Log out everywhere else');
    },
  },
  'error-too-many': {
    as: null,
    open: async (page, { url }) => {
      await page.goto(`${url}/login`);
      const hundred = `Promise.all(Array.from({ length: 100 }, () => fetch('/login')))`;
      for (let n = 0; n < 8; n++) await page.evaluate(hundred);
      await page.goto(`${url}/login`);
    },
  },
};

/** Users besides those of every office. */
const MORE_PEOPLE: readonly (readonly [name: string, role: UserRole, merchants: readonly string[] | null])[] = [
  ['audra', 'auditor', null],
  ['lola', 'viewer', null],
  ['theo', 'maker', null],
  ['nora', 'admin', ['default']],
];

/** Adds users and servers that the states need. */
export async function openBooks(
  given: Pick<Books, 'appContext' | 'control' | 'url' | 'paths'>,
): Promise<Books & { close(): Promise<void> }> {
  const { appContext } = given;
  const { ledger, clock, config } = appContext;
  const deps = { ledger, clock, passwords: cheapPasswords };
  const add = (name: string, role: UserRole, merchants: readonly string[] | null, toChange = false) =>
    addUser(deps, person('ines'), { name, role, password: OFFICE_PASSWORD, merchants, limits: null, toChange });
  await addTestMerchant(ledger, 'default').catch(() => {});
  await addTestMerchant(ledger, 'zoo-supplies').catch(() => {});
  for (const [name, role, merchants] of MORE_PEOPLE) await add(name, role, merchants);
  await add('newt', 'maker', null, true);
  const failing = (error: () => Error): AppContext => {
    const query = async (): Promise<never> => {
      throw error();
    };
    return { ...appContext, ledger: { ...ledger, db: { ...ledger.db, query } } };
  };
  const oidc = { issuer: 'https://login.example.com', clientId: 'payrun', label: 'Acme single sign-on' };
  const variants = {
    provider: {
      ...appContext,
      config: { ...config, oidc: { ...oidc, scope: 'openid', nameClaim: 'email', domains: [], roles: {} } },
    },
    away: failing(() => new PayrunError('database_unreachable', { detail: 'connection refused' })),
    broken: failing(() => new TypeError('a defect')),
  } satisfies Record<keyof Books['others'], AppContext>;
  const without = ['workers', 'inbox', 'schedule', 'webhooks', 'notifications'] as const;
  const servers = await Promise.all(
    Object.entries(variants).map(
      async ([name, variant]) =>
        [name, await serve(variant, { host: '127.0.0.1', port: 0, without, report: () => {} })] as const,
    ),
  );
  const others = Object.fromEntries(servers.map(([name, { url }]) => [name, url])) as Books['others'];
  return {
    ...given,
    others,
    close: async () => {
      for (const [, server] of servers) await server.close(10_000);
    },
  };
}

/** Goes through the states, each in the window of its user, and calls `shoot` in each. */
export async function walkBooks(
  page: Page,
  books: Books,
  wanted: (name: string) => boolean,
  shoot: (name: string) => Promise<void>,
): Promise<void> {
  let here: string | null | undefined;
  page.setDefaultTimeout(STATE_MS);
  for (const [name, { as, open }] of Object.entries(BOOK_STATES)) {
    if (!wanted(name)) continue;
    if (as !== here || as === null) await page.context().clearCookies();
    if (as !== here && as !== null) await logInAs(page, books.url, as, OFFICE_PASSWORD);
    here = as;
    try {
      if (typeof open === 'string') await page.goto(books.url + open);
      else await open(page, books);
      await shoot(name);
    } catch (error) {
      console.log(`${name}: ${String(error).split('\n')[0]}`);
    }
    await page.emulateMedia({ media: 'screen' });
    if (name === 'error-session-over') here = undefined;
  }
  // Each window sets its authenticator up anew, and locks the same user out.
  const { ledger, clock } = books.appContext;
  const deps = { ledger, clock, passwords: cheapPasswords };
  await resetTotp(deps, person('ines'), 'theo').catch(() => {});
  for (const name of ['theo', 'lola']) await setEnabled(deps, person('ines'), name, true);
}
