import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser } from '../../../src/engine/users/users.ts';
import { type Serving, serve } from '../../../src/web/serve.ts';
import { testDatabase } from '../../support/database.ts';
import { addPeople, OFFICE_PASSWORD } from '../../support/office.ts';
import { testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { logInAs, openBrowser, openWindow, type Window } from '../../support/servers/browser.ts';
import { describeWith } from '../../support/tools.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

const BROKEN = readFileSync(join(import.meta.dirname, '../../../samples/broken.csv'));

/** The page of a run says in its address what was just done with it. */
const withoutNotice = (url: string): string => url.replace(/\?.*/, '');

describeWith(['chromium'], 'a person in a browser', () => {
  const payroll = testPayroll(testDatabase('embedded'), { settleMs: 400 });
  const windows: Window[] = [];
  let browser: Browser;
  let serving: Serving;

  beforeAll(async () => {
    const appContext = await payroll.appContext({ 'approval.policy': 'manual' });
    await addPeople(appContext);
    await addUser({ ...appContext, passwords: cheapPasswords }, person('ines'), {
      ...{ name: 'dora', role: 'approver', password: OFFICE_PASSWORD, merchants: null, limits: null },
    });
    serving = await serve(appContext, { host: '127.0.0.1', port: 0, without: ['inbox', 'schedule'], report: () => {} });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await serving?.close(10_000);
  });

  const come = async (name: string): Promise<Window> => {
    const window = await openWindow(browser);
    windows.push(window);
    await logInAs(window.page, serving.url, name, OFFICE_PASSWORD);
    return window;
  };
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const upload = async (page: Page, name: string, content: Buffer) => {
    await page.getByRole('link', { name: 'New run', exact: true }).first().click();
    await page.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
    await page.getByRole('button', { name: 'Check file' }).click();
    await heading(page).getByText(name).waitFor();
  };
  const cell = (page: Page, column: string, row: number) =>
    page.getByRole('textbox', { name: `${column}, row ${row}`, exact: true });

  it('uploads a broken sheet, corrects it, has it approved by another user, watches it, downloads results, retries failures', async () => {
    const mia = await come('mia');
    const { page } = mia;

    // What was understood, and what is wrong; what is right is refused first, to correct the others alone.
    await upload(page, 'broken.csv', BROKEN);
    // A row is corrected before the run is submitted: kept as it is typed, and paid by the same run.
    await cell(page, 'Amount', 6).fill('320.00');
    await cell(page, 'Amount', 6).press('Tab');
    await page.getByText(/^Saved /).waitFor();
    await page.reload();
    expect(await cell(page, 'Amount', 6).inputValue()).toBe('320.00');
    // The session ends while she types: she logs in again in another window, and nothing is lost.
    await mia.context.clearCookies();
    await cell(page, 'Amount', 7).fill('330.00');
    await cell(page, 'Amount', 7).press('Tab');
    await page.getByText(/^Not saved/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    const other = await mia.context.newPage();
    await logInAs(other, serving.url, 'mia', OFFICE_PASSWORD);
    await other.close();
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await page.getByText(/^Saved /).waitFor();
    expect(await cell(page, 'Amount', 7).inputValue()).toBe('330.00');
    const own = new URL(page.url()).pathname.replace('/fix', '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((url) => url.pathname === own);
    const answer = page.getByRole('region', { name: /^Ready to submit: \d+ of \d+ rows/ });
    await answer.getByText('How the file was read').click();
    await answer.getByText(/UTF-8, separated by commas/).waitFor();
    await page.getByRole('link', { name: /^Issues/ }).click();
    await page.getByRole('heading', { name: /Invalid Correct/ }).waitFor();
    const [, payable, all] = /Ready to submit: (\d+) of (\d+) rows/.exec(await answer.innerText())!;
    expect(Number(payable)).toBeLessThan(Number(all));
    await answer.getByRole('button', { name: `Submit ${payable} payments` }).click();
    await page.getByText('Awaiting approval').first().waitFor();
    const first = withoutNotice(page.url());

    // The grid: checked, and paid as a sheet of its own.
    await page.getByRole('link', { name: 'Correct rows' }).click();
    await cell(page, 'Amount', 2).fill('1200.00');
    await cell(page, 'Amount', 4).fill('still no number');
    await cell(page, 'Amount', 5).fill('310.00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 of 3 changed rows can be paid now.').waitFor();
    expect(await cell(page, 'Amount', 4).getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, 'Amount', 2).getAttribute('aria-invalid')).toBe(null);
    await page.getByRole('button', { name: 'Review 2 payments' }).click();
    await page.getByRole('heading', { name: 'Ready to submit: 2 of 2 rows' }).waitFor();
    await page.getByRole('button', { name: 'Submit 2 payments' }).click();
    await page.getByText('Awaiting approval').first().waitFor();
    expect((await payroll.ledger()).payments.filter(({ status }) => status === 'processed')).toEqual([]);

    // Who made it does not approve it, and reads why.
    await page.goto(`${first}/approve`);
    await page.getByText('You created this run. Another approver must sign off.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve and send' }).count()).toBe(0);

    // Someone else does, with the password; a wrong one does nothing. One payment is going to fail.
    const { payments } = await payroll.ledger();
    const doomed = payments.find(({ batchId }) => batchId === payments[0]!.batchId)!;
    await payroll.control('outcomes', [
      { match: { recipientEmail: doomed.recipientEmail }, outcome: 'failed', reason: 'Account is closed' },
    ]);
    const carla = await come('carla');
    await carla.page.getByRole('link', { name: 'Review and approve' }).first().waitFor();
    await carla.page.goto(`${first}/approve`);
    await carla.page.getByLabel('Confirm your password').first().fill('not this one at all');
    await carla.page.getByRole('button', { name: 'Approve and send' }).click();
    await carla.page.getByRole('alert').getByText('Incorrect password.').waitFor();
    await carla.page.getByLabel('Confirm your password').first().fill(OFFICE_PASSWORD);
    await carla.page.getByRole('button', { name: 'Approve and send' }).click();

    // It finishes before the eyes of both, without a reload by hand.
    await carla.page
      .getByRole('heading', { level: 1 })
      .getByText(/Partly paid|Action required/)
      .waitFor();
    await carla.page.getByText('Account is closed').first().waitFor();

    // The results are a workbook with the verdict of each row.
    await page.goto(first);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download', { exact: true }).click(),
      page.getByRole('link', { name: 'Results (Excel)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^broken.*\.xlsx$/);
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(await download.path());
    const texts = book.worksheets.flatMap((sheet) =>
      sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? row.map(String) : [])),
    );
    expect(texts).toContain('Paid');
    expect(texts).toContain('failed');
    expect(texts.join(' ')).toContain('Account is closed');

    // What failed runs again: a run of its own, which someone else approves.
    await payroll.control('outcomes', []);
    await page.getByText('Retry 1 failed payment').click();
    await page.getByRole('button', { name: 'Submit 1 failed payment' }).click();
    await page.waitForURL((url) => url.href !== first && /\/runs\/\d+$/.test(url.pathname));
    await page.getByText('Awaiting approval').first().waitFor();
    // Each of the two runs names the other, and what is on its way again is not offered twice.
    const again = withoutNotice(page.url());
    await page
      .getByRole('link', { name: /^run \d+$/ })
      .first()
      .click();
    await page.waitForURL(first);
    await page.getByText(/Retried in/).waitFor();
    expect(await page.getByText('Retry 1 failed payment').count()).toBe(0);
    await page.goto(again);
    await carla.page.goto(`${page.url()}/approve`);
    await carla.page.getByLabel('Confirm your password').first().fill(OFFICE_PASSWORD);
    await carla.page.getByRole('button', { name: 'Approve and send' }).click();
    await carla.page.getByRole('heading', { level: 1 }).getByText('Paid').waitFor();
    // Also before the eyes of who made it.
    await heading(page).getByText('Paid').waitFor();
    const paid = (await payroll.ledger()).payments.filter(
      ({ recipientEmail, status }) => recipientEmail === doomed.recipientEmail && status === 'processed',
    );
    expect(paid.map(({ timesPaid }) => timesPaid)).toEqual([1]);

    // After the logout nothing opens, also not by going back.
    await page.getByTitle('mia', { exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out.').waitFor();
    for (const path of ['/', new URL(first).pathname, `${new URL(first).pathname}/results.xlsx`, '/upload']) {
      const opened = await page.goto(serving.url + path);
      expect(new URL(page.url()).pathname, path).toBe('/login');
      expect(opened!.status()).toBe(200);
    }
    await page.goBack().catch(() => {});
    expect(await page.getByText('broken.csv').count()).toBe(0);
    expect([...mia.output, ...carla.output].filter((line) => !/status of (401|422)/.test(line))).toEqual([]);
  });
});
