import { beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { notificationText } from '../../src/engine/notifications/notification-templates.ts';
import { pendingNotifications } from '../../src/engine/notifications/pending-notifications.ts';
import { recordApproval } from '../../src/engine/review/approvals.ts';
import { rejectRun } from '../../src/engine/review/take-back.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { ingestAndConfirm } from '../../src/engine/runs/ingest-and-confirm.ts';
import { notifiedRuns } from '../../src/ledger/notifications/notification.ts';
import { ledgerFigures } from '../../src/ledger/operations/metrics.ts';
import { OUTCOME_CODES, OUTCOMES, statusesShownAs } from '../../src/outcomes/run-outcome.ts';
import { PAYMENT_STATUS } from '../../src/outcomes/status-words.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import { writeReport } from '../../src/reports/write-report.ts';
import type { PaymentState, RunStatus } from '../../src/states.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { openPages } from '../support/visited-pages.ts';
import { plain, readBook } from './figures/read-renderings.ts';

const ROWS = 5;
const MANUAL = { 'approval.policy': 'manual' };

interface Reported {
  readonly outcome: RunStatus;
  /** How to get there. Returns the run. */
  readonly by: (sheet: string, tag: string) => Promise<string>;
  readonly exit: number;
  readonly counts: Readonly<Record<string, number>>;
  /** What the page says first. */
  readonly page: RegExp;
  /** How green it is. */
  readonly tone: 'good' | 'bad' | 'wait' | 'busy' | 'plain';
  /** Statuses of the rows of the workbook, and how many of them say what was paid. */
  readonly paidRows: number;
  /** Subjects of its notifications. */
  readonly mails: readonly RegExp[];
}

describeDatabases('every outcome of a run on every channel:', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, settleMs: 2_000, balance: '100000.00' });
  const quiet = { progress: () => {}, confirm: null } as const;
  let appContext: AppContext;
  let workplaceOfApproval: AppContext;
  const pay = async (file: string, more: Parameters<typeof payroll.pay>[1] = {}) =>
    (await payroll.pay(file, { env: { 'approval.policy': 'auto' }, ...more })).run;
  const prepared = (file: string) => pay(file, { env: MANUAL });
  const approved = async (run: string) => {
    await recordApproval(workplaceOfApproval, run, { by: person('cleo'), progress: () => {} });
    return run;
  };
  const outcomes = (
    tag: string,
    ...rules: readonly (readonly [row: number, outcome: string, reason: string, late?: true])[]
  ) =>
    payroll.control(
      'outcomes',
      rules.map(([row, outcome, reason, late]) => ({
        match: { recipientEmail: `${tag}${row}@example.com` },
        ...{ outcome, reason },
        ...(late ? { late } : {}),
      })),
    );
  const lines = (tag: string, cells: (n: number) => object = () => ({})) =>
    sheetOf(
      people(ROWS, (n) => ({
        reference: `${tag}-${n}`,
        email: `${tag}${n}@example.com`,
        memo: `${tag} ${n}`,
        ...cells(n),
      })),
    );

  /** The table: how to get there, and what page, document, exit code, workbook, notification and metric say. */
  const TABLE: readonly Reported[] = [
    {
      outcome: 'ready_to_submit',
      by: async (file) => {
        const options = { file, maker: person('mia'), dryRun: false, confirmed: false, ask: true } as const;
        const run = await createSheetRun(appContext, options);
        await ingestAndConfirm(appContext, run, quiet);
        return String(run);
      },
      ...{ exit: 0, counts: { ready: 5 }, page: /Ready to submit/, tone: 'wait', paidRows: 0, mails: [] },
    },
    {
      outcome: 'awaiting_approval',
      by: prepared,
      ...{ exit: 4, counts: { batched: 5 }, page: /Awaiting approval/, tone: 'wait', paidRows: 0 },
      mails: [/^\[Payrun SANDBOX\] Awaiting approval/],
    },
    {
      outcome: 'approved',
      by: async (file) => approved(await prepared(file)),
      ...{ exit: 0, counts: { batched: 5 }, page: /Approved \(queued\)/, tone: 'busy', paidRows: 0, mails: [] },
    },
    {
      outcome: 'scheduled',
      by: (file) => pay(file, { payOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) }),
      ...{ exit: 0, counts: { batched: 5 }, page: /Scheduled/, tone: 'busy', paidRows: 0, mails: [] },
    },
    {
      outcome: 'insufficient_funds',
      by: (_, tag) =>
        pay(
          payroll.sheet(
            `${tag}-2.csv`,
            lines(tag, (n) => ({ amount: `${30_000 + n}.00` })),
          ),
        ),
      ...{ exit: 4, counts: { batched: 5 }, page: /Insufficient funds/, tone: 'wait', paidRows: 0 },
      mails: [/funds/i],
    },
    {
      outcome: 'awaiting_service_approval',
      by: async (file) => {
        await payroll.control('service-approval', { required: true });
        const run = await pay(file);
        await payroll.control('service-approval', { required: false });
        return run;
      },
      ...{ exit: 4, counts: { batched: 5 }, page: /Awaiting approval in the service/, tone: 'wait', paidRows: 0 },
      mails: [/Awaiting approval in the payout service/],
    },
    {
      outcome: 'action_required',
      by: (_, tag) =>
        pay(
          payroll.sheet(
            `${tag}-2.csv`,
            lines(tag, (n) => (n === 5 ? { reference: `${tag}-4`, amount: '7.00' } : {})),
          ),
        ),
      ...{
        exit: 4,
        counts: { processed: 3, held: 2 },
        page: /Dismiss 2 payments on hold.*Same reference on different rows/,
      },
      ...{ tone: 'wait', paidRows: 3, mails: [/Action required, 2|Action required|held|on hold/i, /hold|held/i] },
    },
    {
      outcome: 'processing',
      by: (file) => pay(file, { env: { 'approval.policy': 'auto', PAYRUN_SETTLE_WAIT_MS: '0' } }),
      ...{ exit: 0, counts: { started: 5 }, page: /Processing/, tone: 'busy', paidRows: 0, mails: [] },
    },
    {
      outcome: 'paid',
      by: (file) => pay(file),
      ...{
        exit: 0,
        counts: { processed: 5 },
        page: /516\.25 paid \(5\)/,
        tone: 'good',
        paidRows: 5,
        mails: [/^\[Payrun SANDBOX\] Paid:/],
      },
    },
    {
      outcome: 'partly_paid',
      by: async (file, tag) => {
        await outcomes(tag, [1, 'failed', 'Account closed'], [2, 'failed', 'Name mismatch']);
        return pay(file);
      },
      ...{
        exit: 3,
        counts: { processed: 3, failed: 2 },
        page: /Correct 2 failed payments.*Account closed \(1\), name mismatch \(1\)/,
      },
      ...{ tone: 'wait', paidRows: 3, mails: [/Partly paid, 2 rows not paid/, /Rows not paid: 2 failed/] },
    },
    {
      outcome: 'not_submitted',
      by: async (_, tag) => {
        const wrong = lines(tag, () => ({ amount: 'ten' }));
        const options = { file: payroll.sheet(`${tag}-2.csv`, wrong), maker: person('mia'), dryRun: false } as const;
        const run = await createSheetRun(appContext, { ...options, confirmed: false, ask: true });
        await ingestAndConfirm(appContext, run, quiet);
        return String(run);
      },
      ...{ exit: 3, counts: { invalid: 5 }, page: /Not submitted\. Nothing can be paid until/ },
      ...{ tone: 'wait', paidRows: 0, mails: [] },
    },
    {
      outcome: 'nothing_paid',
      by: (_, tag) =>
        pay(
          payroll.sheet(
            `${tag}-2.csv`,
            lines(tag, () => ({ amount: 'ten' })),
          ),
        ),
      ...{
        exit: 3,
        counts: { invalid: 5 },
        page: /No payments sent\. .*Correct 5 invalid rows.*Malformed amount/,
        tone: 'bad',
        paidRows: 0,
      },
      mails: [],
    },
    {
      outcome: 'rejected',
      by: async (file) => {
        const run = await prepared(file);
        await rejectRun(workplaceOfApproval, run, { by: person('cleo'), because: 'Wrong month', progress: () => {} });
        return run;
      },
      ...{ exit: 3, counts: { canceled: 5 }, page: /Rejected\. No payments sent\. cleo rejected it: Wrong month/ },
      ...{ tone: 'bad', paidRows: 0, mails: [/^\[Payrun SANDBOX\] Rejected:/] },
    },
    {
      outcome: 'canceled',
      by: (file) => pay(file, { confirm: async () => false }),
      ...{
        exit: 0,
        counts: { canceled: 5 },
        page: /Canceled\. No payments sent/,
        tone: 'plain',
        paidRows: 0,
        mails: [],
      },
    },
    {
      outcome: 'already_paid',
      by: async (file, tag) => {
        await pay(file);
        return pay(payroll.sheet(`${tag}-again.csv`, lines(tag)));
      },
      ...{
        exit: 0,
        counts: { already_paid: 5 },
        page: /already paid \(5\)/,
        tone: 'good',
        paidRows: 0,
        mails: [/Already paid/],
      },
    },
  ];

  /** The run of each outcome. */
  const runs = new Map<RunStatus, string>();

  beforeAll(async () => {
    appContext = await payroll.appContext({ 'approval.policy': 'auto' });
    workplaceOfApproval = await payroll.workplaceBeside();
  });

  it('has every outcome of a run that pays someone', () => {
    const reported = new Set<string>(TABLE.map(({ outcome }) => outcome));
    expect(Object.keys(OUTCOMES).filter((code) => !reported.has(code))).toEqual(['reading_file', 'preparing', 'done']);
  });

  describe.each(TABLE)('$outcome', ({ outcome, by, exit, counts, page, tone, paidRows, mails }) => {
    const tag = outcome.replaceAll('_', '');
    let run: string;
    let before: number;
    const counted = async () => (await ledgerFigures(appContext.ledger.db, 30)).outcomes[outcome] ?? 0;
    beforeAll(async () => {
      before = await counted();
      run = await by(payroll.sheet(`${tag}.csv`, lines(tag)), tag);
      runs.set(outcome, run);
    });

    it('in the document, with its exit code, and in the metrics', async () => {
      const found = await runOutcome(appContext.ledger.db, BigInt(run));
      expect(found).toMatchObject({ outcome, exitCode: exit, rows: ROWS, counts });
      expect(Object.values(found.counts).reduce((sum, n) => sum + n, 0)).toBe(ROWS);
      expect(await counted()).toBe(before + 1);
    });

    it('on its page and in the list of runs', async () => {
      const pages = openPages(appContext);
      const { text } = await pages.get(`/runs/${run}`);
      const [, heading = ''] = /<h1>([\s\S]*?)<\/h1>/.exec(text)!;
      expect(heading).toContain(`badge ${tone}`);
      expect(plain(heading)).toContain(OUTCOMES[outcome].label);
      expect(plain(text)).toMatch(page);
      // Each reason is a line of its own, with the rows and the names of who was not paid.
      const problems = plain(text.slice(text.indexOf('id="problems"'), text.indexOf('id="activity"')));
      // Only what is left to do, or did not happen, stands out; the plan to submit says it itself.
      const notice = /<section class="(notice[^"]*)" aria-label(?:="Outcome"|ledby="funds")/.exec(text)?.[1];
      const isLeft = ['action_required', 'awaiting_approval', 'awaiting_service_approval', 'partly_paid'].includes(
        outcome,
      );
      expect(plain(text).includes('Still to do'), outcome).toBe(isLeft || /invalid/.test(JSON.stringify(counts)));
      const isSaid = isLeft || ['paid', 'already_paid', 'ready_to_submit', 'scheduled'].includes(outcome);
      expect(notice).toBe(isSaid ? undefined : tone === 'wait' || tone === 'bad' ? 'notice wait' : 'notice');
      if (outcome === 'ready_to_submit') expect(text.match(/<dl class="sums"/g)).toHaveLength(1);
      if (outcome === 'partly_paid')
        expect(problems).toMatch(/Account closed[.]?1\S+ \S+, row 2.*Name mismatch[.]?1\S+ \S+, row 3/);
      if (outcome === 'already_paid')
        expect(problems).toMatch(/Already paid on .* as row 2 of run \d+, .*\.5\S+ \S+, row 2, \S+ \S+, row 3/);
      const list = (await pages.get('/runs')).text;
      const line = list.split('</tr>').find((row) => row.includes(`"/runs/${run}"`))!;
      expect(line).toMatch(new RegExp(`badge ${tone}"`));
      expect(plain(line)).toContain(OUTCOMES[outcome].label);
    });

    it('in the workbook: paid figures are only on paid rows', async () => {
      const { rows } = await readBook((await writeReport(appContext, run)).results);
      expect(rows.size).toBe(ROWS);
      const paid = [...rows.values()].filter((row) => row['amount paid'] !== '' || row['amount received'] !== '');
      const codes = [...rows.values()].map((row) => row['status code'] as PaymentState);
      const found = [...Map.groupBy(codes, (code) => code)].map(([code, of]) => [code, of.length]);
      expect(Object.fromEntries(found)).toEqual(counts);
      expect([...rows.values()].map(({ status }) => status)).toEqual(codes.map((code) => PAYMENT_STATUS[code]));
      expect(paid.map(({ status }) => status)).toEqual(Array(paidRows).fill('Paid'));
    });

    it('in its notifications', async () => {
      const [reported] = await notifiedRuns(appContext.ledger.db, BigInt(run), async () => true);
      const news = pendingNotifications([reported!]);
      const subjects = news.map(({ kind, content }) => {
        const whole = { sandbox: true, run, sheet: reported!.sheet, ...content };
        return notificationText(kind, whole, null).subject;
      });
      for (const mail of mails) expect(subjects).toContainEqual(expect.stringMatching(mail));
      if (mails.length === 0) expect(subjects.join()).not.toMatch(/Paid|Partly|Rejected|approval|funds/);
    });
  });

  it.each(OUTCOME_CODES.filter((code) => statusesShownAs(code).at(-1) === code))(
    '%s as a filter has the word of the badge, and shows the runs with that badge and no other',
    async (status) => {
      const { text } = await openPages(appContext).get(`/runs?status=${status}`);
      expect(text).toContain(`<option value="${status}" selected>${OUTCOMES[status].label}</option>`);
      expect(runs.size).toBe(TABLE.length);
      for (const [outcome, run] of runs)
        expect(text.includes(`"/runs/${run}"`), outcome).toBe(statusesShownAs(status).includes(outcome));
    },
  );
});
