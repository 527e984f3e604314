import type { Context } from 'hono';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import {
  hasMerchant,
  latestStatementTime,
  type StatementEntry,
  type StatementPage,
  selectStatement,
  selectStatementEntries,
} from '../../../ledger/reports/statement.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { statementCsv, statementProgressCsv, statementTotalsCsv } from '../../../reports/statement-file.ts';
import { figure } from '../../components/amount.ts';
import { downloadCsv } from '../../components/download.ts';
import { choice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noticeIn } from '../../components/notice-in-url.ts';
import { pathWith } from '../../components/pager.ts';
import { printFooter } from '../../components/print-footer.ts';
import { textQuery } from '../../components/query.ts';
import { empty, type PageColumn, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { statementEntries } from './month-statement.ts';
import { reportsNav } from './report-parts.ts';
import { returnsReadPart } from './returns-read.ts';
import { entryColumns, exceptionColumns, progressColumns, sumColumns } from './statement-tables.ts';

/** Entries on the page; the CSV has all. */
const MOST_ENTRIES = 1_000;
/** The entries that are listed apart, because somebody has to do something about each. */
const NOT_PAID = ['returned', 'failed'] as const;
/** Months to choose from. */
const MONTHS = 24;
const BALANCES = 'Balances at the payout service are not part of it: Payrun keeps none of past days.';

/** `GET /reports/statements?merchant=&month=`, also as `/reports/statement.csv`. */
export function statements(deps: PageDeps): Feature {
  const { ledger, config } = deps.appContext;
  const { db } = ledger;
  const { timeZone } = config;

  /** The month and merchant of the address. `range` null: no merchant is chosen, or the reader may not see it. */
  const asked = async (context: Context, view: View) => {
    const months = lastMonths(showInZone(view.now, timeZone).slice(0, 7));
    const given = textQuery(context, 'month') ?? '';
    const merchants = await selectMerchants(db, view.currentUser.merchants, 200);
    const merchant = textQuery(context, 'merchant') ?? (merchants.length === 1 ? merchants[0]! : null);
    const isThere = merchant !== null && (await hasMerchant(db, view.currentUser.merchants, merchant));
    const latest = isThere ? await latestStatementTime(db, view.currentUser.merchants, merchant) : null;
    const opening = latest === null ? months[1]! : showInZone(latest.getTime(), timeZone).slice(0, 7);
    const month = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : opening;
    const range: ReportRange | null = isThere ? { ...daysOfMonth(month), timeZone, merchant } : null;
    return { months: [...new Set([month, ...months])].sort().reverse(), month, merchants, merchant, range };
  };
  const entriesOf = ({ currentUser }: View, range: ReportRange, kinds?: StatementPage['kinds']) =>
    statementEntries(db, currentUser.merchants, range, kinds);

  return (app) => {
    get(app, deps, '/reports/statements', 'viewer', async (context, view) => {
      const { months, month, merchants, merchant, range } = await asked(context, view);
      if (merchant !== null && range === null) return null;
      const title = range === null ? 'Statements' : `Statement of ${merchant}, ${monthName(month)}`;
      const notice = noticeIn(context, view);
      return layout(view, {
        title,
        ...(notice === undefined ? {} : { notice }),
        main: html`${reportsNav(view)}
<form class="filters" action="/reports/statements" method="get">
${
  merchants.length === 1
    ? ''
    : choice('merchant', 'Merchant', [['', 'Choose...'], ...merchants.map((id) => [id, id] as const)], merchant ?? '')
}
${choice(
  'month',
  'Month',
  months.map((one) => [one, monthName(one)] as const),
  month,
)}
<button>Show</button></form>
${range === null ? (merchants.length === 0 ? empty('No statements yet.', 'They are there from the first run on.') : empty('No merchant is chosen.', 'Choose a merchant and a month.')) : await statementOf(view, range, month)}`,
      });
    });
    get(app, deps, '/reports/statement.csv', 'viewer', async (context, view) => {
      const { range, month } = await asked(context, view);
      if (range === null) return null;
      return downloadCsv(
        context,
        `payrun-statement-${range.merchant}-${month}.csv`,
        statementCsv(entriesOf(view, range), timeZone),
      );
    });
    const tables = { totals: statementTotalsCsv, progress: statementProgressCsv };
    for (const [name, lines] of Object.entries(tables))
      get(app, deps, `/reports/statement-${name}.csv`, 'viewer', async (context, view) => {
        const { range, month } = await asked(context, view);
        if (range === null) return null;
        const statement = await selectStatement(db, view.currentUser.merchants, range);
        return downloadCsv(context, `payrun-statement-${name}-${range.merchant}-${month}.csv`, lines(statement));
      });
  };

  async function statementOf(view: View, range: ReportRange, month: string): Promise<Markup> {
    const scope = view.currentUser.merchants;
    const most = { skip: 0, limit: MOST_ENTRIES + 1 };
    const [{ sums, inProgress }, entries, exceptions] = await Promise.all([
      selectStatement(db, scope, range),
      selectStatementEntries(db, scope, range, { ...most, kinds: ['paid'] }),
      selectStatementEntries(db, scope, range, { ...most, kinds: NOT_PAID }),
    ]);
    const query = { merchant: range.merchant, month };
    const counts = sums.reduce(
      (all, { paid, returned, failed }) => ({ paid: all.paid + paid, notPaid: all.notPaid + returned + failed }),
      { paid: 0, notPaid: 0 },
    );
    const without = sums.reduce((all, { withoutAmounts }) => all + withoutAmounts, 0);
    const csvLink = (name: string, caption: string) =>
      html`<p class="csv-link"><a href="${pathWith(`/reports/${name}.csv`, query)}">Download CSV<span class="hidden">: ${caption}</span></a></p>`;
    return html`<p class="quiet">${range.from} to ${range.to}, days and times in ${timeZone}. A payment is in the month in which it became final, and a return in the month in which it was reported. What was sent and the fees on top are the total debit; less what came back, it is the net debit. ${BALANCES}</p>
${await returnsReadPart(db, view, range.merchant)}
<p class="actions"><a class="button" href="${pathWith('/reports/statement.csv', query)}">Download CSV</a></p>
<section class="report landscape" aria-labelledby="totals"><h2 id="totals">Totals</h2>
${table('Totals by currency of the balance', sumColumns(view, sums), sums, empty('Nothing was paid, returned or failed in this month.', 'Choose another month.'), { stacks: true })}
${sums.length === 0 ? '' : csvLink('statement-totals', 'Totals by currency')}
${without === 0 ? '' : html`<p class="notice wait">${figure(view, without)} ${without === 1 ? 'entry has' : 'entries have'} no amounts, because the payout service has reported none. No total includes them.</p>`}</section>
${inProgress.length === 0 ? '' : html`<section class="report" aria-labelledby="progress"><h2 id="progress">In progress</h2>${table('Payments that were sent and not final', progressColumns(view), inProgress, undefined, { stacks: true })}${csvLink('statement-progress', 'In progress')}</section>`}
${entriesPart(view, { id: 'exceptions', title: 'Returned and failed', entries: exceptions, count: counts.notPaid, columns: exceptionColumns(view, timeZone) })}
${entriesPart(view, { id: 'payments', title: 'Paid', entries, count: counts.paid, columns: entryColumns(view, entries, timeZone) })}
${printFooter(view)}`;
  }
}

/** Entries of some kinds, the first of them if there are many; nothing if there are none. */
function entriesPart(
  view: View,
  given: {
    readonly id: string;
    readonly title: string;
    readonly entries: readonly StatementEntry[];
    readonly count: number;
    readonly columns: readonly PageColumn<StatementEntry>[];
  },
): Markup | '' {
  const { id, title, entries, count, columns } = given;
  if (entries.length === 0) return '';
  return html`<section class="report landscape" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${table(`${title}: ${figure(view, count)} entries`, columns, entries.slice(0, MOST_ENTRIES), undefined, { stacks: true })}
${entries.length > MOST_ENTRIES ? html`<p class="quiet">The first ${figure(view, MOST_ENTRIES)} of ${figure(view, count)}; the CSV has all.</p>` : ''}</section>`;
}

/** First and last day of a month, YYYY-MM. */
function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** This month and those before it, the latest first. */
function lastMonths(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, number - 1 - ago, 1)).toISOString().slice(0, 7),
  );
}

const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `October 2026`. */
function monthName(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));
}
