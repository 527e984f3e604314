import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import type { NotificationContent } from '../../src/engine/notifications/notification-content.ts';
import { notificationText } from '../../src/engine/notifications/notification-templates.ts';
import { writeNotifications } from '../../src/engine/notifications/write-notifications.ts';
import { recordApproval } from '../../src/engine/review/approvals.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { openPages } from '../support/visited-pages.ts';
import type { BookedPayment } from './figures/books-of-service.ts';
import { drawSheet, HEADER } from './figures/draw-sheet.ts';
import { plain, tableOf } from './figures/read-renderings.ts';

/** `npm run figures` draws 1,000. */
const RUNS = Math.ceil(Number(process.env.PAYRUN_TEST_RUNS ?? 30) / 5);
const random = seededRandom(Number(process.env.PAYRUN_TEST_SEED ?? 15));
const BALANCE = 100_00;

/** A debit that waits, in hundredths. */
interface Debit {
  readonly payments: number;
  readonly minor: number;
}
type Debits = Readonly<Record<string, Debit>>;

const cents = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
const shown = (minor: number) => (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });

/** Sheets are prepared and wait for approval; then for funds, because the service has a hundred of each currency. */
describeDatabases('every figure of a run that waits agrees with the books of the service', (database) => {
  const payroll = testPayroll(database, {
    ...{ pricingMs: 0, settleMs: 3_600_000, quota: 1_000_000, addressQuota: 1_000_000, balance: shown(BALANCE) },
  });
  const env = {
    ...{ 'approval.policy': 'manual', PAYRUN_SETTLE_WAIT_MS: '0', PAYRUN_QUOTA_WINDOW_MS: '100' },
    duplicateDays: '0',
  };
  const runs: string[] = [];
  let appContext: AppContext;
  const pages = () => openPages(appContext);

  beforeAll(
    async () => {
      appContext = await payroll.appContext(env);
      for (let number = 0; number < RUNS; number++) {
        const lines = drawSheet(random, number).map(({ line }) => line);
        const file = payroll.sheet(`s${number}.csv`, `${[HEADER, ...lines].join('\n')}\n`);
        const { run, state } = await payroll.pay(file, { env });
        if (state === 'waiting_approval') runs.push(run);
      }
      expect(runs.length).toBeGreaterThan(RUNS / 2);
    },
    60_000 + RUNS * 20_000,
  );

  /** What the service would debit for the payments that it has not begun, by run and currency; and its balances. */
  const books = async () => {
    const ledger = (await payroll.control('ledger')) as {
      readonly payments: readonly (BookedPayment & { readonly timesPaid: number })[];
      readonly balances: readonly { readonly currency: string; readonly amount: string }[];
    };
    const { rows } = await appContext.ledger.db.query<{ id: string; run: bigint }>(
      'select id, run_id as run from payrun.payment',
    );
    const runOf = new Map(rows.map(({ id, run }) => [id, String(run)]));
    const open = ledger.payments.filter(({ timesPaid }) => timesPaid === 0);
    const debits = Map.groupBy(open, ({ externalId }) => runOf.get(externalId)!);
    const sums = [...debits].map(([run, of]): [string, Debits] => [
      run,
      Object.fromEntries(
        [...Map.groupBy(of, ({ currency }) => currency)].map(([currency, some]) => [
          currency,
          {
            payments: some.length,
            minor: some.reduce((sum, { amount, merchantFees }) => sum + cents(amount) + cents(merchantFees), 0),
          },
        ]),
      ),
    ]);
    return {
      debits: new Map(sums),
      balances: new Map(ledger.balances.map(({ currency, amount }) => [currency, cents(amount)])),
    };
  };

  /** The texts of new notifications of a kind, by run. */
  const mails = async (kind: 'needs_approval' | 'needs_funds') => {
    const { db } = appContext.ledger;
    const { config } = appContext;
    const to = { default: ['finance@example.com'] };
    const notifying = { ...config, smtpUrl: 'smtp://127.0.0.1:1', notifications: { ...config.notifications, to } };
    await db.query('update payrun.run set unnotified_since = coalesce(unnotified_since, now())');
    for (let pass = 0; pass < 1 + RUNS / 50; pass++)
      await writeNotifications({ ...appContext, config: notifying }, new AbortController().signal);
    const { rows } = await db.query<{ run: bigint; content: NotificationContent }>(
      'select run_id as run, content from payrun.notification where kind = $1',
      [kind],
    );
    return new Map(rows.map(({ run, content }) => [String(run), notificationText(kind, content, null)]));
  };

  const totalLines = (debits: Debits) =>
    Object.entries(debits)
      .map(
        ([currency, { minor, payments }]) =>
          `${shown(minor)} ${currency} (${payments} payment${payments === 1 ? '' : 's'})`,
      )
      .sort();
  /** The lines of a list of a notification. */
  const listed = (text: string, title: string) =>
    (new RegExp(`^${title}:\\n((?: {2}.*\\n)+)`, 'm').exec(text)?.[1] ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .sort();

  it('approval: the e-mail, the pages, and the summary of the command line and its document', async () => {
    const { debits, balances } = await books();
    const texts = await mails('needs_approval');
    const list = tableOf((await pages().get('/approvals')).text, 'Runs awaiting approval');
    for (const run of runs) {
      const mine = debits.get(run)!;
      const left = ([currency, { minor }]: [string, Debit]) => (balances.get(currency) ?? 0) - minor;
      const { text } = texts.get(run)!;
      expect(listed(text, 'Total debit'), run).toEqual(totalLines(mine));
      const ofOthers = (currency: string) =>
        [...debits].filter(([other]) => other !== run).reduce((sum, [, of]) => sum + (of[currency]?.minor ?? 0), 0);
      const before = ([currency, debit]: [string, Debit]) => {
        const after = left([currency, debit]);
        const short = after < 0 ? `, ${shown(-after)} ${currency} short` : '';
        const others = ofOthers(currency);
        const taken = others === 0 ? '' : `; at least ${shown(others)} ${currency} committed to other runs`;
        return `${shown(balances.get(currency)!)} ${currency} available${short}${taken}`;
      };
      expect(listed(text, 'Balances'), run).toEqual(Object.entries(mine).map(before).sort());

      const summary = await approvalSummary(appContext.ledger, run);
      for (const { currency, committed } of summary.balances)
        expect(cents(committed ?? '0'), `${run} ${currency}`).toBe(ofOthers(currency));
      const figures = summary.balances.map(({ currency, debit, after }) => [currency, cents(debit!), cents(after!)]);
      expect(figures.sort()).toEqual(
        Object.entries(mine)
          .map(([currency, one]) => [currency, one.minor, left([currency, one])])
          .sort(),
      );
      const page = plain((await pages().get(`/runs/${run}/approve`)).text);
      for (const { currency, committed } of summary.balances) {
        const words = `at least ${shown(ofOthers(currency))} committed to other runs`;
        expect(page.includes(words), `${run} ${currency}`).toBe(committed !== null);
      }
      for (const one of Object.entries(mine)) {
        const after = left(one);
        const rest = after < 0 ? `${shown(-after)} short` : `${shown(after)} left`;
        expect(page, run).toContain(`${shown(one[1].minor)} ${one[0]} ${rest}`);
      }
      const row = list.find((cells) => cells.join(' ').includes(`Run ${run},`));
      if (row)
        for (const [currency, { minor }] of Object.entries(mine))
          expect(row.join(' ')).toContain(`${shown(minor)} ${currency}`);
    }
    expect(list.length).toBeGreaterThan(0);
  });

  it('funds: the e-mail and the page state the shortfall, for the run and for all that await the same balance', async () => {
    for (const run of runs) await recordApproval(appContext, run, { by: person('cleo'), progress: () => {} });
    for (const run of runs) await payroll.resume(run, env);
    const { debits, balances } = await books();
    const waiting = runs.filter((run) => debits.has(run));
    expect(waiting.length).toBeGreaterThan(0);
    const texts = await mails('needs_funds');
    for (const run of waiting) {
      const mine = Object.entries(debits.get(run)!);
      const missing = mine.map(([currency, { minor }]) => ({ currency, minor: minor - balances.get(currency)! }));
      for (const { minor } of missing) expect(minor).toBeGreaterThan(0);
      const { text, subject } = texts.get(run)!;
      const sums = missing.map(({ currency, minor }) => `${shown(minor)} ${currency}`);
      expect(listed(text, 'Shortfall')).toEqual(sums.toSorted());
      for (const sum of sums) expect(subject).toContain(sum);
      expect(listed(text, 'Total debit')).toEqual(totalLines(debits.get(run)!));

      const others = mine.flatMap(([currency, { minor }]) => {
        const same = waiting.filter((one) => one !== run && debits.get(one)![currency]);
        if (same.length === 0) return [];
        const theirs = same.reduce((sum, one) => sum + debits.get(one)![currency]!.minor, 0);
        const all = theirs + minor - balances.get(currency)!;
        return [{ currency, runs: same.length, theirs, all }];
      });
      expect(listed(text, 'Other runs awaiting funds from the same balance')).toEqual(
        others
          .map(
            ({ currency, runs: n, theirs, all }) =>
              `${n} run${n === 1 ? '' : 's'}, ${shown(theirs)} ${currency}; ${shown(all)} ${currency} short of the total for all of them`,
          )
          .sort(),
      );
      const page = (await pages().get(`/runs/${run}`)).text;
      const funds = plain(page.slice(page.indexOf('aria-labelledby="funds"')));
      for (const { currency, minor } of missing) expect(funds).toContain(`${shown(minor)} ${currency}`);
      for (const { currency, all } of others) expect(funds).toContain(`${shown(all)} ${currency}`);
    }
    const paid = runs.length - waiting.length;
    expect(paid).toBeGreaterThan(0);
  });
});
