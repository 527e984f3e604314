import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { askForReturns } from '../../src/engine/jobs/settle-open.ts';
import { notificationText } from '../../src/engine/notifications/notification-templates.ts';
import { pendingNotifications } from '../../src/engine/notifications/pending-notifications.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { notifiedRuns } from '../../src/ledger/notifications/notification.ts';
import { ledgerFigures } from '../../src/ledger/operations/metrics.ts';
import { merchantsToCheckForReturns } from '../../src/ledger/payments/returned-payment.ts';
import { getRun } from '../../src/ledger/runs/run.ts';
import { selectRunList } from '../../src/ledger/views/run-list.ts';
import { PAYMENT_STATUS } from '../../src/outcomes/status-words.ts';
import { type DebitDocument, debitDocument, debitStateWord } from '../../src/outcomes/total-debits.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import { writeReport } from '../../src/reports/write-report.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { openPages } from '../support/visited-pages.ts';
import { addUp, type Booked, type BookedPayment, feesByCurrency } from './figures/books-of-service.ts';
import { type DrawnRow, drawSheet, HEADER } from './figures/draw-sheet.ts';
import { readBook, rowsOfCsv, tableOf, totalsUnder } from './figures/read-renderings.ts';
import {
  bookStates,
  documentStates,
  mailStates,
  pageStates,
  paymentsCsvStates,
  stateOf,
} from './figures/stated-figures.ts';

/** `npm run figures` draws 1,000. */
const RUNS = Number(process.env.PAYRUN_TEST_RUNS ?? 30);
/** So many of them are not finished in the service. */
const UNFINISHED = Math.ceil(RUNS / 8);
const random = seededRandom(Number(process.env.PAYRUN_TEST_SEED ?? 15));

/**
 * Small sheets, each a run of its own, are paid by the whole of Payrun at a service whose payments fail, come back at once or later, or are
 * left out of its answers.
 */
describeDatabases('G8: every figure of every rendering agrees with the books of the service', (database) => {
  const payroll = testPayroll(database, {
    ...{ pricingMs: 0, settleMs: 3_600_000, quota: 1_000_000, addressQuota: 1_000_000, balance: '90000000.00' },
  });
  /** Payments that the service does not list any more. */
  const hidden = new Set<string>();
  const drawn = new Map<string, DrawnRow>();
  let appContext: AppContext;
  const runs: bigint[] = [];
  const drawnOf = new Map<bigint, readonly DrawnRow[]>();

  interface Listed {
    readonly externalId: string;
  }
  const isListed = ({ externalId }: Listed) => !hidden.has(externalId);
  const hiding: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (hidden.size === 0 || !/\/v1\/(batches\/[^/?]+(\/payments)?|payments)(\?|$)/.test(String(input)))
      return response;
    const body = (await response.json()) as { payments?: unknown; batch?: { payments?: unknown } };
    const list = (body.payments ?? body.batch?.payments) as Listed[] & { payments?: Listed[] };
    if (list?.payments) list.payments = list.payments.filter(isListed);
    else if (Array.isArray(list)) body.payments = list.filter(isListed);
    return Response.json(body, { status: response.status, headers: { 'x-hidden': '1' } });
  };

  const paySome = async (numbers: readonly number[]) => {
    for (const number of numbers) {
      const rows = drawSheet(random, number);
      for (const row of rows) drawn.set(row.reference, row);
      const file = payroll.sheet(`s${number}.csv`, `${[HEADER, ...rows.map(({ line }) => line)].join('\n')}\n`);
      const options = { onInvalid: 'skip', dryRun: false, confirm: 'yes', progress: () => {} } as const;
      const { run, counts } = await paySheet(appContext, { file, maker: person('mia'), ...options });
      expect(counts).toMatchObject({ held: 0, ready: 0, batched: 0, failed: 0 });
      runs.push(BigInt(run));
      drawnOf.set(BigInt(run), rows);
    }
  };

  /** The ids of payments that are drawn to have one of these fates. */
  const idsOf = async (...fates: readonly DrawnRow['fate'][]) => {
    const { rows } = await appContext.ledger.db.query<{ id: string; reference: string }>(
      `select id, reference from payrun.payment where state <> 'invalid'`,
    );
    return rows.flatMap(({ id, reference }) => {
      const row = drawn.get(reference)!;
      return fates.includes(row.fate) ? [{ id, ...row }] : [];
    });
  };

  const cpu = process.cpuUsage();
  afterAll(() => {
    const { user, system } = process.cpuUsage(cpu);
    if (process.env.PAYRUN_TEST_RUNS) console.log(`${RUNS} runs: ${Math.round((user + system) / 1e6)} s of processor.`);
  });
  beforeAll(
    async () => {
      const env = { PAYRUN_SETTLE_WAIT_MS: '0', PAYRUN_QUOTA_WINDOW_MS: '100', duplicateDays: '0' };
      appContext = await payroll.appContext(env, hiding);
      const finished = Array.from({ length: RUNS - UNFINISHED }, (_, i) => i);
      await paySome(finished);
      const rules = (await idsOf('failed', 'returned')).map(({ id, fate, reason }) => ({
        ...{ match: { externalId: id }, outcome: fate === 'failed' ? 'failed' : 'returned', reason },
      }));
      await payroll.control('outcomes', rules);
      await payroll.control('settle', {});
      for (const { id } of await idsOf('not listed')) hidden.add(id);
      await resumeRuns(appContext, { run: undefined, progress: () => {} });
      const late = (await idsOf('returned late')).map(({ id, reason }) => ({
        ...{ match: { externalId: id }, outcome: 'returned', reason, late: true },
      }));
      await payroll.control('outcomes', [...rules, ...late]);
      for (const merchant of await merchantsToCheckForReturns(appContext.ledger.db, 30))
        await askForReturns(appContext, merchant, { progress: () => {}, signal: undefined });
      await paySome(Array.from({ length: UNFINISHED }, (_, i) => finished.length + i));
    },
    60_000 + RUNS * 20_000,
  );

  it(`G8: of ${RUNS} drawn and paid runs: document, CSV, workbook, page, notification and metrics`, async () => {
    const { db } = appContext.ledger;
    const { payments: books } = (await payroll.control('ledger')) as { payments: readonly BookedPayment[] };
    const isTold = ({ externalId }: BookedPayment) => !hidden.has(externalId);
    const pages = openPages(appContext);
    const { rows: all } = await db.query<{ id: string; run: bigint; reference: string }>(
      'select id, run_id as run, reference from payrun.payment',
    );
    const runOf = new Map(all.map(({ id, run }) => [id, run]));
    const referenceOf = new Map(all.map(({ id, reference }) => [id, reference]));
    const statedOf = ({ externalId }: BookedPayment) => drawn.get(referenceOf.get(externalId)!)!.stated;
    const byRun = Map.groupBy(books, ({ externalId }) => runOf.get(externalId)!);
    let mostOfOneReason = 0;
    const lists = await selectRunList(db, null, { limit: RUNS });
    for (const run of runs) {
      const { results } = await writeReport(appContext, run);
      const csv = rowsOfCsv(results.replace(/xlsx$/, 'csv'));
      const book = await readBook(results);
      const mine = byRun.get(run) ?? [];
      const booked = addUp(mine, isTold, statedOf);
      const paymentOf = new Map(mine.map((payment) => [referenceOf.get(payment.externalId)!, payment]));
      const rows = drawnOf.get(run)!.map(({ reference, stated }) => {
        const payment = paymentOf.get(reference);
        return { reference, stated, state: stateOf(payment, payment !== undefined && isTold(payment)) };
      });
      mostOfOneReason = Math.max(mostOfOneReason, ...Object.values(booked.reasons));
      const document = await documentAgrees(run, booked);
      documentStates(rows, document, (await getRun(db, run)).status);
      const invalid = rows.filter(({ state }) => state === 'invalid').length;
      const debits = [...booked.debits, ...(invalid > 0 ? [`Invalid ${invalid}`] : [])].sort();
      expect(debitLines(document.debits)).toEqual(debits);
      expect(debitLines(lists.find(({ id }) => id === run)!.debits!.map(debitDocument))).toEqual(debits);
      bookStates(rows, book);
      paymentsCsvStates(
        rows,
        (await pages.get(`/runs/${run}/payments.csv`)).text,
        (reference) => paymentOf.get(reference)!,
      );
      for (const payment of mine) filesAgree(payment, isTold(payment), csv, book.rows);
      const page = (await pages.get(`/runs/${run}`)).text;
      pageAgrees(page, booked);
      pageStates(page, rows, booked);
      const mail = notificationAgrees((await notifiedRuns(db, run, async () => true))[0]!, booked);
      if (mail) mailStates(rows, mail, debits);
      const inBook = totalsUnder(book.totals, 'currency debited');
      expect(inBook.map(([currency, status, n, debit]) => `${status} ${currency} ${n} ${debit}`).sort()).toEqual(
        debits.filter((line) => / [A-Z]{3} /.test(line)),
      );
      const fees = inBook
        .filter(([, status]) => status === 'Paid')
        .map((line) => [line[0], line[5], line[6]].join(' '));
      expect(fees.map(asNumbers).sort()).toEqual(feesByCurrency(booked));
    }
    expect(runs).toHaveLength(RUNS);
    if (RUNS >= 30) expect(mostOfOneReason).toBeGreaterThan(1);
    const { payments } = await ledgerFigures(db, 30);
    const count = (status: string) => books.filter((one) => isTold(one) && one.status === status).length;
    expect({ unknown: 0, started: 0, ...payments }).toMatchObject({
      ...{ processed: count('processed'), failed: count('failed'), returned: count('returned') },
      ...{ started: count('processing'), unknown: hidden.size },
    });
    // Currencies with two, no and three decimals.
    for (const currency of ['EUR', 'GBP', 'USD', 'JPY', 'KWD'])
      expect(books.filter((one) => isTold(one) && one.targetCurrency === currency).length, currency).toBeGreaterThan(0);
    for (const status of ['processed', 'failed', 'returned', 'processing'])
      expect(count(status), status).toBeGreaterThan(RUNS / 12);
  });

  const documentAgrees = async (run: bigint, booked: Booked) => {
    const document = await runOutcome(appContext.ledger.db, run);
    const { money, reasons, counts, totals } = document;
    const lines = money.map(({ state, from, to, payments, totalDebit, fees, recipientFees }) =>
      [PAYMENT_STATUS[state], from, to, payments, totalDebit, fees, recipientFees].join(' '),
    );
    expect(lines.map(asNumbers).sort()).toEqual(withoutReceived(booked.money));
    expect(JSON.stringify(money)).not.toMatch(/gets|received|arrive/i);
    expect(counts.processed).toBe(booked.paid);
    const sums = Object.entries(totals).map(([currency, { amount }]) => [currency, String(Number(amount))]);
    expect(Object.fromEntries(sums)).toEqual(booked.stated);
    const why = reasons.filter(({ state }) => state === 'failed' || state === 'returned');
    expect(Object.fromEntries(why.map((one) => [`${one.state} ${one.reason}`, one.payments]))).toEqual(booked.reasons);
    return document;
  };

  /** What was paid and received stands on rows that were paid, and nothing on others. */
  const filesAgree = (
    payment: BookedPayment,
    isTold: boolean,
    ...files: readonly ReadonlyMap<string, Readonly<Record<string, string>>>[]
  ) => {
    const paid = isTold && payment.status === 'processed';
    const fees = String((Number(payment.recipientFees) * 100 + Number(payment.merchantFees) * 100) / 100);
    const wanted = {
      'amount paid': paid ? Number(payment.amount) : '',
      'currency paid': paid ? payment.currency : '',
      fees: paid ? Number(fees) : '',
      'amount received': paid ? Number(payment.targetAmount) : '',
      'currency received': paid ? payment.targetCurrency : '',
    };
    for (const file of files) {
      const row = file.get(payment.externalId)!;
      const found = Object.keys(wanted).map((name) => [
        name,
        row[name] === '' || /[A-Z]/.test(row[name]!) ? row[name] : Number(row[name]),
      ]);
      expect(Object.fromEntries(found)).toEqual(wanted);
    }
  };

  const pageAgrees = (page: string, booked: Booked) => {
    const lines = tableOf(page, 'Amounts reported by the payout service').map(
      ([pair = '', status = '', n = '', debit = '', fees = '', theirs = '']) => {
        const [from = '', to = from] = pair.split(' to ');
        return [status, from, to, n, ...[debit, fees, theirs].map(bare)].join(' ');
      },
    );
    expect(lines.map(asNumbers).sort()).toEqual(withoutReceived(booked.money));
    for (const [reason, n] of Object.entries(booked.reasons)) {
      const [state = '', ...words] = reason.split(' ');
      const why = words.join(' ');
      // If it is the only reason, the number of the status is its number.
      expect(page).toMatch(
        new RegExp(
          `Correct [\\d,]+ ${state} payments?</strong><p class="quiet">[^<]*${why} \\(${n}\\)|Correct ${n} ${state} payments?</strong><p class="quiet">${why}<`,
          'i',
        ),
      );
    }
  };

  const notificationAgrees = (run: Awaited<ReturnType<typeof notifiedRuns>>[number], booked: Booked) => {
    const [news] = pendingNotifications([run]);
    // Nothing is told of a run that is not finished.
    if (!news) {
      expect(booked.money).toEqual([]);
      return null;
    }
    const content = { sandbox: true, run: String(run.id), sheet: run.sheet, ...news.content };
    const { text } = notificationText(news.kind, content, null);
    for (const [reason, n] of Object.entries(booked.reasons)) {
      const [state = '', ...words] = reason.split(' ');
      const why = words.join(' ');
      // If it is the only reason, the number of the status is its number.
      expect(text).toMatch(new RegExp(`\\d+ ${state}: .*${why} \\(${n}\\)|${n} ${state}: ${why}`));
    }
    return text;
  };
});

const bare = (amount: string) => amount.replace(/ .*/, '').replaceAll(',', '');

/** "Paid USD 15 22868.99", "Failed 2". */
const debitLines = (debits: readonly DebitDocument[]) =>
  debits
    .map(({ state, currency, payments, totalDebit, beforeFees, notQuoted }) => {
      expect([beforeFees, notQuoted]).toEqual([null, 0]);
      return [
        debitStateWord(state),
        ...(currency === null ? [payments] : [currency, payments, Number(totalDebit)]),
      ].join(' ');
    })
    .sort();

/** "EUR Paid 3 12 0.5": figures of a workbook have no zeros at their end. */
/** What recipients get is shown for single payments only. */
const withoutReceived = (lines: readonly string[]) => lines.map((line) => line.replace(/ [^ ]+$/, '')).sort();

const asNumbers = (line: string) =>
  line
    .split(' ')
    .map((word) => (/^[\d.]+$/.test(word) ? String(Number(word)) : word))
    .join(' ');
