import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import type { NotificationContent } from '../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../src/engine/notifications/notification-templates.ts';
import { writeNotifications } from '../../src/engine/notifications/write-notifications.ts';
import { enqueue } from '../../src/engine/queue/enqueue.ts';
import { requeueFundedRuns } from '../../src/engine/queue/requeue-funded-runs.ts';
import { startWorkers, type Workers } from '../../src/engine/queue/start-workers.ts';
import { recordApproval } from '../../src/engine/review/approvals.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { getShortfalls } from '../../src/ledger/runs/shortfalls.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import type { RunStatus } from '../../src/states.ts';
import { createApp } from '../../src/web/app.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { type Serving, serve } from '../../src/web/serve.ts';
import { describeDatabases } from '../support/database.ts';
import { addPeople, OFFICE_PASSWORD } from '../support/office.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { logInAs, openBrowser, openWindow } from '../support/servers/browser.ts';
import { signedIn } from '../support/signed-in.ts';
import { itWith } from '../support/tools.ts';
import { openPages } from '../support/visited-pages.ts';
import { browse } from '../support/web-visit.ts';
import { plain } from './figures/read-renderings.ts';

const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('payrun serve with an approved run that the balance does not cover', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  let ahead = 0;
  let looks = 0;
  const asked: string[] = [];
  let appContext: AppContext;
  let serving: Serving;
  let workers: Workers;
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });
  const until = async <T>(what: () => Promise<T | undefined | false>): Promise<T> => {
    for (;;) {
      const found = await what();
      if (found) return found;
      await systemClock.sleep(20);
    }
  };

  beforeAll(async () => {
    const watched: typeof fetch = (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    };
    appContext = await payroll.appContext(MANUAL, watched);
    await addPeople(appContext);
    const { ledger, clock } = appContext;
    const db: Ledger['db'] = {
      query: (sql, params) => {
        if (sql.includes('set funds_looked_at')) looks++;
        return ledger.db.query(sql, params);
      },
    };
    // Of the workers it stands still but for what the test moves it: on a slow machine no minute passes by itself.
    const started = clock.now();
    const moved = { ...appContext, ledger: { ...ledger, db }, clock: { ...clock, now: () => started + ahead } };
    const without = ['inbox', 'schedule', 'workers'] as const;
    serving = await serve(appContext, { host: '127.0.0.1', port: 0, report: () => {}, without });
    workers = await startWorkers(moved, { pollMs: 50, fundsMs: 100 });
  });
  afterAll(async () => {
    await serving?.close(60_000);
    await workers?.close();
  });

  /** A run that was approved though the balance does not cover it, and that waits. */
  const waiting = async (n: number) => {
    const line = { reference: `SERVED-${n}`, email: `served${n}@example.com`, amount: '1500.00', iban: germanIban(n) };
    const sheet = sheetOf([{ ...line, first: `First${'abc'[n]}`, last: `Last${'abc'[n]}` }]);
    const { run } = await payroll.pay(payroll.sheet(`served-${n}.csv`, sheet), { env: MANUAL });
    await recordApproval(appContext, run, { by: person('carla'), progress: () => {} });
    await enqueue(appContext, { kind: 'run', run });
    await until(() => standsAt(run, 'insufficient_funds'));
    return run;
  };
  const missing = async (run: string) => (await getShortfalls(appContext.ledger.db, [BigInt(run)]))[0]?.missing ?? null;
  const nextLooks = async (n: number) => {
    const from = looks;
    await until(async () => looks >= from + n);
  };
  /** In this status, and in nobody's hands. */
  const standsAt = async (run: string, status: RunStatus) => {
    const { rows } = await appContext.ledger.db.query(
      'select 1 from payrun.run where id = $1 and status = $2 and (lease_until is null or lease_until < now())',
      [run, status],
    );
    return rows.length > 0;
  };
  const timesPaid = async (n: number) =>
    (await payroll.ledger()).payments.flatMap(({ recipientEmail, timesPaid: times }) =>
      recipientEmail === `served${n}@example.com` ? times : [],
    );

  it('checks the balance once a minute, states the shortfall, and pays once when the funds are there', async () => {
    const run = await waiting(0);
    const first = (await missing(run))!;
    expect(String(first)).toMatch(/^50\d\d\d$/);
    const browser = browse(serving.url);
    await browser.logIn('vera', OFFICE_PASSWORD);
    const says = (minor: bigint) =>
      until(async () => {
        const { text } = await browser.get(`/runs/${run}`);
        return text.replace(/<[^>]*>/g, '').includes(`Insufficient funds: ${(Number(minor) / 100).toFixed(2)} EUR`);
      });
    await says(first);
    // Once a minute there is one call, however often it is looked whether the minute is over.
    await nextLooks(2);
    asked.length = 0;
    ahead += 61_000;
    await nextLooks(2);
    expect(asked).toEqual(['GET /v1/balances']);
    // A part of the money: what is missing now is said.
    await fund('300.00');
    ahead += 61_000;
    await until(async () => (await missing(run)) === first - 30_000n);
    await says(first - 30_000n);
    await fund('300.00');
    ahead += 61_000;
    await until(() => standsAt(run, 'paid'));
    expect(await timesPaid(0)).toEqual([1]);
  });

  it('continues at once by payrun resume', async () => {
    const run = await waiting(1);
    await fund('1600.00');
    expect(await payroll.resume(run, MANUAL)).toMatchObject([{ run, state: 'done', counts: { processed: 1 } }]);
    expect(await timesPaid(1)).toEqual([1]);
  });

  itWith('chromium')('continues at once by "Check balance" in a browser', async () => {
    const run = await waiting(2);
    const browser = await openBrowser();
    try {
      const { page, output } = await openWindow(browser);
      await logInAs(page, serving.url, 'mia', OFFICE_PASSWORD);
      await page.goto(`${serving.url}/runs/${run}`);
      await page.getByRole('heading', { name: /^Insufficient funds: / }).waitFor();
      for (const [name, javaScriptEnabled] of [
        ['mia', true],
        ['mia', false],
        ['vera', false],
      ] as const) {
        const { page: own } = await openWindow(browser, 390, 'light', { javaScriptEnabled });
        await logInAs(own, serving.url, name, OFFICE_PASSWORD);
        await own.goto(`${serving.url}/runs/${run}`);
        const button = own.getByRole('button', { name: 'Add funds' });
        if (name === 'vera') {
          expect(await button.count()).toBe(0);
          continue;
        }
        await button.click();
        // The account in full, and the memo that credits this balance.
        const euro = own.getByRole('heading', { name: 'EUR', exact: true }).locator('..');
        await euro.getByText('Payment reference').waitFor();
        const text = await euro.innerText();
        expect(text).toMatch(/Payment reference\s+\S+/);
        expect(text).toMatch(/(?:IBAN|Account number)\s+\S+/);
      }
      await fund('10.00');
      await page.goto(`${serving.url}/runs/${run}#funds`);
      await page.getByRole('button', { name: 'Check balance' }).click();
      await page.getByText(/Balance checked\..* EUR, .*: still .* EUR short\./).waitFor();
      await fund('1600.00');
      await page.getByRole('button', { name: 'Check balance' }).click();
      await page.getByRole('heading', { level: 1 }).getByText('Paid').waitFor();
      expect(output).toEqual([]);
    } finally {
      await browser.close();
    }
    expect(await timesPaid(2)).toEqual([1]);
  });
});

describeDatabases('a run that its balance does not cover', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });

  it('says so before it is approved, states the shortfall, and continues automatically when the funds are there', async () => {
    const sheet = sheetOf([{ reference: 'FUND-1', email: 'f@example.com', amount: '1500.00', iban: germanIban(1) }]);
    const { run, state } = await payroll.pay(payroll.sheet('fund.csv', sheet), { env: MANUAL });
    expect(state).toBe('waiting_approval');
    const appContext = await payroll.appContext(MANUAL);
    const { ledger, clock } = appContext;
    const { balances } = await approvalSummary(ledger, run);
    expect(balances).toMatchObject([
      { currency: 'EUR', available: '1000.00', after: expect.stringMatching(/^-50\d\.\d\d$/) },
    ]);
    const missing = balances[0]!.after!.slice(1);
    let role: 'approver' | 'viewer' = 'approver';
    const app = createApp([signedIn(() => ({ name: 'anna', role })), pages({ appContext })], appContext.log);
    const page = async (path: string) => (await (await app.request(path)).text()).replace(/<[^>]*>/g, '');
    const asked = await page(`/runs/${run}/approve`);
    expect(asked).toContain(`${missing} short`);
    expect(asked).toContain('Payments in EUR wait until the balance covers them.');

    // Approved, and no one has looked whether the money is there: that is no shortage.
    await recordApproval(appContext, run, { by: person('anna'), progress: () => {} });
    expect(await page(`/runs/${run}`)).not.toContain('Insufficient funds');
    expect(await getShortfalls(ledger.db, [BigInt(run)])).toEqual([]);

    const [waiting] = await payroll.resume(run, MANUAL);
    expect(waiting).toMatchObject({ outcome: 'insufficient_funds', exitCode: 4, note: `Needs ${missing} EUR more.` });
    const shown = await page(`/runs/${run}`);
    expect(shown).toContain(`Insufficient funds: ${missing} EUR`);
    expect(shown).toContain('Check balance');
    const check = async () => {
      const answer = await app.request(`/runs/${run}/retry`, { method: 'POST' });
      const to = answer.headers.get('location')!;
      expect(to).toMatch(/^\/runs\/\d+\?notice=Balance\+checked\.&proof=[\w-]{22}#funds$/);
      return page(to);
    };
    expect(await check()).toContain(`Balance checked. 1,000.00 EUR, just now: still ${missing} EUR short.`);
    // A link that anybody can make claims nothing.
    for (const claim of ['balance=read', 'notice=Balance+checked.', 'notice=Balance+checked.&proof=x'])
      expect(await page(`/runs/${run}?${claim}`)).not.toMatch(/Balance checked|did not return the balance/);
    await fund('0.50');
    const less = (Number(missing) - 0.5).toFixed(2);
    expect(await check()).toContain(`Balance checked. 1,000.50 EUR, just now: still ${less} EUR short.`);
    await fund('600.00');
    const covered = await check();
    expect(covered).toContain('Balance checked. 1,600.50 EUR, just now: enough.');
    expect(covered).toContain('The balance covers the payments');
    expect(covered).not.toContain('Insufficient funds:');
    await fund('-600.50');
    await check();
    role = 'viewer';
    expect(await page(`/runs/${run}`)).not.toContain('Check balance');

    const calls = async () =>
      Object.values((await payroll.ledger()).requests).reduce((sum, { total }) => sum + total, 0);
    const at = (ms: number) => ({ ...appContext, clock: { ...clock, now: () => clock.now() + ms } });
    const look = async (ms: number) => {
      const before = await calls();
      const found = await requeueFundedRuns(at(ms), AbortSignal.timeout(60_000));
      return { found, calls: (await calls()) - before };
    };
    expect(await look(0)).toEqual({ found: [], calls: 1 });
    await fund('900.00');
    // One call a minute, whatever has arrived.
    expect(await look(30_000)).toEqual({ found: [], calls: 0 });
    expect(await look(61_000)).toEqual({ found: [run], calls: 1 });
    expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({
      state: 'done',
      exitCode: 0,
      counts: { processed: 1 },
    });
    expect(await look(200_000), 'the balance after it settled').toEqual({ found: [], calls: 1 });
    expect(await look(300_000)).toEqual({ found: [], calls: 0 });
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1]);
  });

  it('shows how to fund the balances to users who may send money, with the memo that assigns it', async () => {
    const appContext = await payroll.appContext();
    let role: 'maker' | 'viewer' = 'maker';
    const app = createApp([signedIn(() => ({ name: 'mia', role })), pages({ appContext })], appContext.log);
    const ask = (merchant: string) =>
      app.request('/funding', { method: 'POST', body: new URLSearchParams({ merchant }) });
    const shown = await (await ask('default')).text();
    expect(shown).toMatch(/Payment reference.*PR-/s);
    expect(shown).toContain('Sandbox Bank EUR');
    role = 'viewer';
    expect((await ask('default')).status).toBe(403);
  });
});

describeDatabases('a run with several batches from one balance that covers none of them', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });

  it('states the shortfall of all of them, on every channel', async () => {
    const rows = [0, 1, 2].map((n) => ({
      ...{ reference: `MANY-${n}`, email: `many${n}@example.com`, amount: n === 0 ? '300.00' : '1500.00' },
      ...{ iban: germanIban(n), first: `First${'abc'[n]}`, last: `Last${'abc'[n]}` },
    }));
    const { run, note, outcome } = await payroll.pay(payroll.sheet('many.csv', sheetOf(rows)), {
      env: { PAYRUN_BATCH_LIMIT: '1' },
    });
    const appContext = await payroll.appContext();
    const { rows: batches } = await appContext.ledger.db.query<{ debit: bigint; state: string }>(
      `select (quote->>'debitMinor')::bigint as debit, state from payrun.batch where run_id = $1`,
      [run],
    );
    const debit = batches.reduce((sum, one) => sum + one.debit, 0n);
    const missing = `${(Number(debit - 100_000n) / 100).toLocaleString('en', { minimumFractionDigits: 2 })} EUR`;
    expect({ outcome, note }).toEqual({ outcome: 'insufficient_funds', note: `Needs ${missing} more.` });
    const waiting = batches.filter(({ state }) => state === 'approved').reduce((sum, one) => sum + one.debit, 0n);
    expect(await getShortfalls(appContext.ledger.db, [BigInt(run)])).toMatchObject([
      { currency: 'EUR', debit: waiting, missing: debit - 100_000n, payments: 2 },
    ]);
    const app = createApp([signedIn(() => ({ name: 'mia', role: 'maker' })), pages({ appContext })], appContext.log);
    const shown = (await (await app.request(`/runs/${run}`)).text()).replace(/<[^>]*>/g, '');
    expect(shown.replace(/(\d),(\d)/g, '$1$2')).toContain(`Insufficient funds: ${missing.replace(',', '')}`);
    const form = new URLSearchParams({ merchant: 'default', currencies: 'EUR', run });
    const funding = await (await app.request('/funding', { method: 'POST', body: form })).text();
    const fields = [...funding.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(([, title, text]) => [
      title,
      text!.replace(/<[^>]*>/g, ''),
    ]);
    expect(fields[0], 'it begins with how much to send').toEqual(['Minimum to send', missing]);
    expect(fields[1]![0]).toBe('Payment reference');
    const address = fields.find(([title]) => title === 'Holder address')?.[1];
    expect(address, 'with the name of the country').toMatch(/, Ireland$/);
  });
});

describeDatabases('a run whose balance was spent by another run meanwhile', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });

  it('does not show its approver money that is spent', async () => {
    const line = (n: number) => ({ reference: `SPENT-${n}`, email: `spent${n}@example.com`, amount: '700.00' });
    const env = MANUAL;
    const first = await payroll.pay(payroll.sheet('first.csv', sheetOf([line(1)])), { env });
    const second = await payroll.pay(payroll.sheet('second.csv', sheetOf([line(2)])), { env });
    const appContext = await payroll.appContext(env);
    await recordApproval(appContext, first.run, { by: person('carla'), progress: () => {} });
    expect((await payroll.resume(first.run, env))[0]).toMatchObject({ counts: { processed: 1 } });
    const { balances } = (await payroll.ledger()) as unknown as { balances: { currency: string; amount: string }[] };
    const left = balances.find(({ currency }) => currency === 'EUR')!.amount;
    const { balances: shown } = await approvalSummary(appContext.ledger, second.run);
    const [{ available }] = shown as readonly [(typeof shown)[number]];
    expect(available).toBe(left);
    expect(shown).toMatchObject([{ currency: 'EUR', after: expect.stringMatching(/^-/) }]);
  });
});

describeDatabases('two runs that one balance does not cover', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });

  it('state the shortfall of both, on the page and in the notification of the second', async () => {
    const appContext = await payroll.appContext(MANUAL);
    const { db } = appContext.ledger;
    const [first, second] = await Promise.all(
      [0, 1].map(async (n) => {
        const line = {
          reference: `BOTH-${n}`,
          email: `both${n}@example.com`,
          amount: '1500.00',
          iban: germanIban(n + 1),
        };
        const sheet = payroll.sheet(`both-${n}.csv`, sheetOf([{ ...line, first: `First${'ab'[n]}` }]));
        return (await payroll.pay(sheet, { env: MANUAL })).run;
      }),
    );
    for (const run of [first!, second!]) {
      await recordApproval(appContext, run, { by: person('carla'), progress: () => {} });
      await payroll.resume(run, MANUAL);
    }
    const missing = (await getShortfalls(db, [BigInt(first!), BigInt(second!)])).map((one) => one.missing);
    expect(missing[0]).toBeGreaterThanOrEqual(50_000n);
    const debit = missing[0]! + 100_000n;
    const euros = (minor: bigint) =>
      `${(Number(minor) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} EUR`;
    const office = openPages(appContext);
    const page = plain((await office.get(`/runs/${first}`)).text);
    expect(page).toContain(`Insufficient funds: ${euros(missing[0]!)}`);
    expect(page).toContain(
      `Also waiting for this balance: run ${second}, with ${euros(debit)}. To pay all of them, the balance is ${euros(missing[0]! + debit)} short.`,
    );
    const notifications = { ...appContext.config.notifications, to: { default: ['finance@example.com'] } };
    const notifying = { ...appContext, config: { ...appContext.config, notifications, smtpUrl: 'smtp://127.0.0.1' } };
    await writeNotifications(notifying, new AbortController().signal);
    const { rows } = await db.query<{ content: NotificationContent }>(
      `select content from payrun.notification where kind = 'needs_funds' order by id`,
    );
    expect(rows.map(({ content }) => notificationText('needs_funds', content, null).text)).toEqual(
      Array(2).fill(
        expect.stringContaining(
          `1 run, ${euros(debit)}; ${euros(missing[0]! + debit)} short of the total for all of them`,
        ),
      ),
    );
    // Enough for one of them.
    await payroll.control('fund', { currency: 'EUR', amount: (Number(missing[0]) / 100).toFixed(2) });
    await payroll.resume(first, MANUAL);
    await payroll.resume(second, MANUAL);
    expect(plain((await office.get(`/runs/${second}`)).text)).not.toContain('Also waiting for this balance');
  });
});
