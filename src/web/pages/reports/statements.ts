import type { Feature } from '../../../http/feature.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { latestStatementTime, selectStatement } from '../../../ledger/reports/statement.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { defineFilters } from '../../../lists/list.ts';
import { statementExceptions, statementList, statementProgress, statementTotals } from '../../../lists/statement.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { counted, figure } from '../../components/amount.ts';
import { choice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { textQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { get } from '../route.ts';
import { reportSection, reportsNav } from './report-parts.ts';
import { returnsReadPart } from './returns-read.ts';

/** Entries of a table on the page; the list has all. */
const MOST_ENTRIES = 1_000;
const [PAID, NOT_PAID] = ['paid', 'returned,failed'];
const MONTHS = 24;
const BALANCES = 'Balances in the payout service are not included, because Payrun does not keep past balances.';

/** `GET /reports/statements?merchant=&month=` */
export function statements(deps: PageDeps): Feature {
  const { ledger, config } = deps.appContext;
  const { db } = ledger;
  const { timeZone } = config;
  const monthOf = (ms: number) => showInZone(ms, timeZone).slice(0, 7);

  return (app) =>
    get(app, deps, '/reports/statements', 'viewer', async (context, view) => {
      const scope = view.currentUser.merchants;
      const merchants = await selectMerchants(db, scope, 200);
      const merchant = textQuery(context, 'merchant') ?? merchants[0];
      if (merchant === undefined) {
        const none = empty('No statements yet.', 'They begin with the first run.');
        return layout(view, { title: 'Statements', main: html`${reportsNav(view)}${none}` });
      }
      const latest = await latestStatementTime(db, scope, merchant);
      if (latest === null) return null;
      const given = textQuery(context, 'month') ?? '';
      const month = isMonth(given) ? given : monthOf(latest.at?.getTime() ?? view.now);
      const months = [...new Set([month, ...lastMonths(monthOf(view.now))])].sort().reverse();
      const options = months.map((one) => [one, monthName(one)] as const);
      const ids = merchants.map((id) => [id, id] as const);
      return layout(view, {
        title: `Statement: ${merchant}, ${monthName(month)}`,
        main: html`${reportsNav(view)}
<form class="filters" action="/reports/statements" method="get" data-filters>
${merchants.length === 1 ? '' : choice('merchant', 'Merchant', ids, merchant)}
${choice('month', 'Month', options, month)}
<button>Show</button></form>
${await statementOf(view, { ...daysOfMonth(month), timeZone, merchant })}`,
      });
    });

  async function statementOf(view: View, range: ReportRange): Promise<Markup> {
    const scope = view.currentUser.merchants;
    const { from, to, merchant } = range;
    const query = { from, to, merchant };
    const entriesOf = (status: string) => {
      const filters = defineFilters(statementList.filters, (name) => ({ ...query, status })[name]);
      return statementList.read(deps.appContext, scope, { filters, after: null, limit: MOST_ENTRIES, door: 'page' });
    };
    const [{ sums, inProgress }, paid, notPaid, returns] = await Promise.all([
      selectStatement(db, scope, range),
      entriesOf(PAID),
      // They are listed apart, because each needs a person.
      entriesOf(NOT_PAID),
      returnsReadPart(db, view, merchant),
    ]);
    const total = (count: (sum: (typeof sums)[number]) => number) => sums.reduce((all, sum) => all + count(sum), 0);
    const without = total(({ withoutAmounts }) => withoutAmounts);
    const part = (list: typeof statementList, found: typeof paid, id: string, title: string, count: number) => {
      const status = found === paid ? PAID : NOT_PAID;
      const caption = `${title}: ${figure(view, count)} entries`;
      return found!.rows.length === 0
        ? ''
        : reportSection(view, list, { ...found!, id, title, caption, query: { ...query, status }, isWide: true });
    };
    const notPaidCount = total(({ returned, failed }) => returned + failed);
    const paidCount = total((sum) => sum.paid);
    return html`<p class="quiet">${from} to ${to}, dates and times in ${timeZone}. A payment counts in the month it became final, and a return in the month it was reported. The total debit is the amount sent plus any fees on top. The net debit is the total debit less returns. ${BALANCES}</p>
${returns}
<p class="actions"><a class="button" href="${pathWith(`${statementList.path}.csv`, query)}">Download CSV</a></p>
${reportSection(view, statementTotals, {
  ...{ id: 'totals', title: 'Totals', caption: statementTotals.title, rows: sums, query, isWide: true },
  none: empty('No paid, returned or failed payments in this month.', 'Choose another month.'),
  below:
    without === 0
      ? ''
      : html`<p class="notice wait">${counted(view, without, 'entry has', 'entries have')} no amounts, because the payout service has reported none. No total includes them.</p>`,
})}
${inProgress.length === 0 ? '' : reportSection(view, statementProgress, { id: 'progress', title: 'In progress', caption: statementProgress.title, rows: inProgress, query })}
${part(statementExceptions, notPaid, 'exceptions', 'Returned and failed', notPaidCount)}
${part(statementList, paid, 'payments', 'Paid', paidCount)}
${printFooter(view)}`;
  }
}

const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);

/** First and last day of a month, YYYY-MM. */
function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  return { from: dayIn(month, 0, 1), to: dayIn(month, 1, 0) };
}

/** This month and those before it, latest first. */
function lastMonths(month: string): readonly string[] {
  return Array.from({ length: MONTHS }, (_, ago) => dayIn(month, -ago, 1).slice(0, 7));
}

/** A day of the month that is `later` months after this one; day 0 is the last of the month before. */
function dayIn(month: string, later: number, day: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later, day)).toISOString().slice(0, 10);
}

const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `October 2026`. */
function monthName(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));
}
