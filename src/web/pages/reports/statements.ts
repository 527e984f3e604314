import type { Context } from 'hono';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { hasMerchant, latestStatementTime, selectStatement } from '../../../ledger/reports/statement.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { statementExceptions, statementList, statementProgress, statementTotals } from '../../../lists/statement.ts';
import type { StatementKind } from '../../../outcomes/statement-sums.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { figure } from '../../components/amount.ts';
import { choice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noticeIn } from '../../components/notice-in-url.ts';
import { pathWith } from '../../components/pager.ts';
import { printFooter } from '../../components/print-footer.ts';
import { textQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { reportSection, reportsNav } from './report-parts.ts';
import { returnsReadPart } from './returns-read.ts';

/** Entries of a table on the page; the list has all. */
const MOST_ENTRIES = 1_000;
/** Months to choose from. */
const MONTHS = 24;
const BALANCES = 'Balances at the payout service are not part of it: Payrun keeps none of past days.';

/** `GET /reports/statements?merchant=&month=` */
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

  return (app) =>
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
${range === null ? (merchants.length === 0 ? empty('No statements yet.', 'They are there from the first run on.') : empty('No merchant is chosen.', 'Choose a merchant and a month.')) : await statementOf(view, range)}`,
      });
    });

  async function statementOf(view: View, range: ReportRange): Promise<Markup> {
    const scope = view.currentUser.merchants;
    const { from, to, merchant } = range;
    const query = { from, to, merchant };
    const entriesOf = (status: readonly StatementKind[]) =>
      statementList.read(deps.appContext, scope, {
        filters: { ...query, status },
        after: null,
        limit: MOST_ENTRIES,
        door: 'page',
      });
    const [{ sums, inProgress }, paid, notPaid, returns] = await Promise.all([
      selectStatement(db, scope, range),
      entriesOf(['paid']),
      // They are listed apart, because each needs a person.
      entriesOf(['returned', 'failed']),
      returnsReadPart(db, view, merchant),
    ]);
    const total = (count: (sum: (typeof sums)[number]) => number) => sums.reduce((all, sum) => all + count(sum), 0);
    const without = total(({ withoutAmounts }) => withoutAmounts);
    const entries = (id: string, title: string, list: typeof statementList, found: typeof paid, count: number) =>
      found!.rows.length === 0
        ? ''
        : reportSection(view, list, {
            ...{ id, title, caption: `${title}: ${figure(view, count)} entries`, query, isPart: true },
            ...found!,
          });
    return html`<p class="quiet">${from} to ${to}, days and times in ${timeZone}. A payment is in the month in which it became final, and a return in the month in which it was reported. What was sent and the fees on top are the total debit; less what came back, it is the net debit. ${BALANCES}</p>
${returns}
<p class="actions"><a class="button" href="${pathWith(`${statementList.path}.csv`, query)}">Download CSV</a></p>
${reportSection(view, statementTotals, {
  ...{ id: 'totals', title: 'Totals', caption: statementTotals.title, rows: sums, query },
  none: empty('Nothing was paid, returned or failed in this month.', 'Choose another month.'),
  below:
    without === 0
      ? ''
      : html`<p class="notice wait">${figure(view, without)} ${without === 1 ? 'entry has' : 'entries have'} no amounts, because the payout service has reported none. No total includes them.</p>`,
})}
${inProgress.length === 0 ? '' : reportSection(view, statementProgress, { id: 'progress', title: 'In progress', caption: statementProgress.title, rows: inProgress, query })}
${entries(
  'exceptions',
  'Returned and failed',
  statementExceptions,
  notPaid,
  total(({ returned, failed }) => returned + failed),
)}
${entries(
  'payments',
  'Paid',
  statementList,
  paid,
  total((sum) => sum.paid),
)}
${printFooter(view)}`;
  }
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
