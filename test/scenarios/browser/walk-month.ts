import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { OFFICE_PASSWORD } from '../../support/office.ts';
import { germanIban, type Payroll, type SheetLine, sheetOf } from '../../support/payroll.ts';
import { logInAs, openWindow, tooWide, WAIT_MS, type Window, type WindowKind } from '../../support/servers/browser.ts';

/** How someone looks at the pages. */
export interface Desk extends WindowKind {
  readonly width: number;
}

/**
 * The windows of a walk: maker and reader sit at one kind of desk, the approvers at another. In the middle of the month each
 * goes to the desk of the other.
 */
export interface WalkOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly payroll: Payroll;
  /** Tells the people of this walk from those of others: letters only. */
  readonly name: string;
  readonly maker: Desk;
  readonly approver: Desk;
}

const RECIPIENTS = ['Ada', 'Bea', 'Cem', 'Dan', 'Eva', 'Fay', 'Gus'] as const;
type First = (typeof RECIPIENTS)[number];
const LATER_MS = 30 * 86_400_000;
/** How long a page without scripts waits before it is loaded again. */
const RELOAD_MS = 250;

/** The month of an office: what a maker, two approvers and an auditor do on the pages, and what they see of each other. */
export async function walkMonth(options: WalkOptions): Promise<void> {
  const { browser, url, payroll, name, maker, approver } = options;
  const open: Window[] = [];
  const scriptless = new Set<Page>();
  const come = async (user: string, { width, ...kind }: Desk) => {
    const window = await openWindow(browser, width, 'light', kind);
    open.push(window);
    if (kind.javaScriptEnabled === false) scriptless.add(window.page);
    await logInAs(window.page, url, user, OFFICE_PASSWORD);
    return window.page;
  };
  /** A page that loads itself again just then is measured after that; a run that goes on does so at every step. */
  const widthOver = async (page: Page, tries = 5): Promise<number> =>
    tooWide(page).catch(async (error: unknown) => {
      if (tries === 0) throw error;
      await page.waitForLoadState();
      return widthOver(page, tries - 1);
    });
  const fits = async (page: Page) => {
    const wide = await widthOver(page);
    expect(wide, `${page.url()} is wider than the window`).toBe(0);
  };
  const go = async (page: Page, path: string) => {
    // A page that loads itself again at that moment interrupts it.
    const load = async (tries: number): Promise<unknown> =>
      page.goto(url + path).catch((error: unknown) => {
        if (tries === 0) throw error;
        return load(tries - 1);
      });
    await load(5);
    await fits(page);
  };
  /** Waits until something is there; a page without scripts does not change by itself. */
  const waitFor = async (page: Page, found: Locator) => {
    const until = Date.now() + WAIT_MS;
    while (scriptless.has(page) && (await found.count()) === 0 && Date.now() < until) {
      await page.waitForTimeout(RELOAD_MS);
      await page.reload();
    }
    await found.waitFor();
  };
  const sees = async (page: Page, text: string | RegExp) => {
    await waitFor(page, page.getByText(text).filter({ visible: true }).first());
    await fits(page);
  };
  let mia = await come('mia', maker);
  let carla = await come('carla', approver);
  let vera = await come('vera', maker);
  const emailOf = (first: First) => `${first.toLowerCase()}.${name}@example.com`;
  const fullName = (first: First) => `${first} ${name}`;
  const line = (reference: string, first: First, more: SheetLine = {}): SheetLine => {
    const amount = `${200 + RECIPIENTS.indexOf(first)}.40`;
    return { reference: `${name}-${reference}`, first, last: name, email: emailOf(first), amount, ...more };
  };
  /** Uploads and submits a file without errors; returns the path of its run. */
  const submit = async (file: string, lines: readonly SheetLine[], payOn?: string) => {
    await go(mia, '/upload');
    const content = { name: `${name}-${file}.csv`, mimeType: 'text/csv', buffer: Buffer.from(sheetOf([...lines])) };
    await mia.getByLabel('File').setInputFiles(content);
    if (payOn !== undefined) await mia.getByLabel('Pay on').fill(payOn);
    await mia.getByRole('button', { name: 'Check file' }).click();
    await mia.getByRole('button', { name: /^Submit \d/ }).click();
    await sees(mia, 'Awaiting approval');
    return new URL(mia.url()).pathname;
  };
  const confirm = async (page: Page, summary: string, button: string, fields: Readonly<Record<string, string>>) => {
    const part = page.locator('details.confirm', { has: page.locator('summary', { hasText: summary }) }).first();
    await waitFor(page, part.locator('summary'));
    await part.locator('summary').click();
    for (const [label, text] of Object.entries(fields)) await part.getByLabel(label, { exact: true }).fill(text);
    await part.getByRole('button', { name: button, exact: true }).click();
  };
  const find = async (page: Page, text: string) => {
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(text);
    await page.keyboard.press('Enter');
    await page.waitForURL((at) => at.pathname !== '/recipients');
  };

  // A maker takes back what waits for approval.
  const withdrawn = await submit('draft', [line('draft', 'Gus')]);
  await confirm(mia, 'Withdraw run', 'Withdraw run', { Reason: 'Wrong month' });
  await sees(mia, /mia withdrew it: Wrong month/);
  await go(carla, `${withdrawn}/approve`);
  await sees(carla, 'Nothing to approve');

  // Two runs are approved at once; of each a payment does not arrive.
  await payroll.control('outcomes', [
    { match: { recipientEmail: emailOf('Bea') }, outcome: 'failed', reason: 'Account is closed' },
    { match: { recipientEmail: emailOf('Eva') }, outcome: 'returned', reason: 'Name does not match the account' },
  ]);
  const first = await submit('first', [line('a1', 'Ada'), line('a2', 'Bea'), line('a3', 'Cem')]);
  const second = await submit('second', [line('b1', 'Dan'), line('b2', 'Eva'), line('b3', 'Fay')]);
  await go(carla, '/approvals');
  for (const run of [first, second])
    await carla.getByLabel(`Select run ${run.split('/').at(-1)}`, { exact: true }).check();
  await carla.getByLabel('Confirm your password').fill(OFFICE_PASSWORD);
  await carla.getByRole('button', { name: 'Approve selected runs' }).click();
  await sees(carla, 'Approved 2 runs.');
  for (const run of [first, second]) {
    await go(vera, run);
    await sees(vera, 'Partly paid');
    expect(await vera.getByRole('button', { name: /Retry|Withdraw|Stop|Submit/ }).count()).toBe(0);
  }
  await payroll.control('outcomes', []);

  const dora = await come('dora', maker);
  mia = await come('mia', approver);
  carla = await come('carla', maker);
  vera = await come('vera', approver);

  // Another account, and what looks like a copy of last time.
  const third = await submit('third', [
    line('c1', 'Ada', { iban: germanIban(8_000_000 + name.length), amount: '777.10' }),
    ...(['Cem', 'Dan', 'Fay'] as const).map((one) => line(`c-${one}`, one)),
    line('c7', 'Gus'),
  ]);

  // Holds are released and dismissed together; who releases a changed account says how it was verified.
  await go(vera, '/exceptions?state=held');
  await sees(vera, fullName('Cem'));
  expect(await vera.getByRole('checkbox').count()).toBe(0);
  await go(carla, '/exceptions?state=held');
  for (const one of ['Ada', 'Cem', 'Dan'] as const) await carla.getByLabel(`Select ${fullName(one)}`).check();
  await confirm(carla, 'Release or dismiss', 'Release payments', {
    'How did you verify the new account?': 'Called Ada on the number in her contract.',
    'Confirm your password': OFFICE_PASSWORD,
  });
  await sees(carla, 'Released 3 payments.');
  await carla.getByLabel(`Select ${fullName('Fay')}`).check();
  await confirm(carla, 'Release or dismiss', 'Dismiss payments', {
    'Reason for dismissing': 'Paid by card',
    'Confirm your password': OFFICE_PASSWORD,
  });
  await sees(carla, 'Dismissed 1 payment.');

  // Her own approval is the first of two then.
  for (const [page, button] of [
    [carla, /^Approve \d+ payments$/],
    [dora, /^Approve and send/],
  ] as const) {
    await go(page, `${third}/approve`);
    await sees(page, page === carla ? 'Awaiting approval' : '1 of 2 approvals');
    const decide = page.getByRole('region', { name: 'Approve or reject' });
    await decide.getByLabel('Confirm your password').first().fill(OFFICE_PASSWORD);
    await decide.getByRole('button', { name: button }).click();
    await sees(page, page === carla ? /carla approved\..*Another approver must sign off/ : 'Paid');
  }

  // A run of a day to come: its day is changed, and it is stopped.
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
  const later = await submit('later', [line('d1', 'Gus', { amount: '555.55' })], day(LATER_MS));
  await go(carla, `${later}/approve`);
  await sees(carla, /The run will be sent on/);
  await carla.getByLabel('Confirm your password').first().fill(OFFICE_PASSWORD);
  await carla.getByRole('button', { name: /^Approve/ }).click();
  await sees(carla, 'Approved');
  await go(mia, later);
  await confirm(mia, 'Change pay date', 'Set pay date', { 'Pay on': day(2 * LATER_MS) });
  await sees(mia, /The run will be sent on/);
  await mia.reload();
  await mia.getByText('Change pay date').click();
  expect(await mia.getByLabel('Pay on').inputValue()).toBe(day(2 * LATER_MS));
  await confirm(mia, 'Stop run', 'Stop run', { Reason: 'Contract ended' });
  await sees(mia, /mia stopped it: Contract ended/);

  // An auditor finds the recipient in the header by a part of the name and by e-mail, which no address has.
  await go(vera, '/');
  await find(vera, name);
  await sees(vera, fullName('Gus'));
  await find(vera, emailOf('Ada'));
  expect(vera.url()).not.toContain('example.com');
  await vera
    .getByRole('link', { name: fullName('Ada') })
    .first()
    .click();
  await sees(vera, '2 accounts so far');
  await sees(vera, /Called Ada on the number/);
  await sees(vera, 'Total paid');
  await go(vera, `${third}/history`);
  for (const said of [/Called Ada on the number/, /Paid by card/]) await sees(vera, said);

  // What was paid, as figures and as files.
  await go(vera, '/reports');
  const month = new Date().toISOString().slice(0, 7);
  await go(vera, `/reports/statements?month=${month}&merchant=default`);
  await sees(vera, fullName('Ada'));
  const [download] = await Promise.all([
    vera.waitForEvent('download'),
    vera.getByRole('link', { name: 'Download CSV', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toContain(`payrun-statement-default-${month}-01-to-${month}-`);

  const { payments } = await payroll.ledger();
  const paid = payments.filter(
    ({ recipientEmail, status, timesPaid }) =>
      recipientEmail.includes(`.${name}@`) && status === 'processed' && timesPaid === 1,
  );
  expect(paid.map(({ recipientEmail }) => recipientEmail).sort()).toEqual(
    (['Ada', 'Ada', 'Cem', 'Cem', 'Dan', 'Dan', 'Fay', 'Gus'] as const).map(emailOf),
  );
  // A run that is not awaiting approval any more is answered with a conflict.
  expect(open.flatMap(({ output }) => output).filter((said) => !said.includes('status of 409'))).toEqual([]);
  for (const { context } of open) await context.close();
}
