import type { PaidReport } from '../../../ledger/reports/report-paid.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { filtersOf } from '../../../lists/list.ts';
import { askedPeriod, monthsOf, PERIOD_FILTERS } from '../../../lists/period.ts';
import { REPORTS, reportFigures } from '../../../lists/reports.ts';
import { amountText } from '../../components/amount.ts';
import { field, merchantChoice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noticeIn } from '../../components/notice-in-url.ts';
import { textQuery } from '../../components/query.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { type Bar, timePlot } from './plot.ts';
import { reportSection, reportsNav } from './report-parts.ts';
import { returnsReadPart } from './returns-read.ts';

/** Number of currencies with their own charts, those with the most payments; the tables have all. */
const MOST_CURRENCIES = 3;
/** Rows of a table. */
const MOST_ROWS = 400;

/** `GET /reports?from=&to=&merchant=`: paid and failed payments. Each table is a list with a page and a CSV. */
export const reports =
  ({ appContext }: PageDeps): Feature =>
  (app) =>
    get(app, { appContext }, '/reports', 'viewer', async (context, view) => {
      const { db } = appContext.ledger;
      const scope = view.currentUser.merchants;
      const filters = filtersOf(PERIOD_FILTERS, (name) => textQuery(context, name));
      const period = askedPeriod(appContext, filters);
      const [{ paid, at }, merchants, returns, tables] = await Promise.all([
        reportFigures(appContext, scope, period),
        selectMerchants(db, scope, 200),
        returnsReadPart(db, view, period.merchant),
        Promise.all(
          REPORTS.map(async (list) => ({
            list,
            found: await list.read(appContext, scope, { filters, after: null, limit: MOST_ROWS, door: 'page' }),
          })),
        ),
      ]);
      const { from, to, timeZone, merchant, fault } = period;
      const notice = noticeIn(context, view);
      return layout(view, {
        title: 'Reports',
        ...(notice === undefined ? {} : { notice }),
        main: html`${reportsNav(view)}${fault ? html`<p class="notice wait" role="alert">${fault}</p>` : ''}
<form class="filters" action="/reports" method="get">
${field({ name: 'from', label: 'From', type: 'date', value: from })}
${field({ name: 'to', label: 'To', type: 'date', value: to })}
${merchantChoice(merchants, merchant)}
<button>Show</button> <a href="/reports">The last 30 days</a></form>
<p class="quiet">Days in ${timeZone}. Paid is what is not known to have come back, on the day on which it was known to be paid. The total debit is what was sent and the fees on top. Counted ${moment(view, new Date(Math.min(at, view.now)))}.${
          paid.byCurrency.length > MOST_CURRENCIES
            ? ` Charts show the ${MOST_CURRENCIES} currencies with the most payments.`
            : ''
        }</p>
${returns}
${tables
  // If nothing was paid, one table says so.
  .filter(({ list, found }) => found!.rows.length > 0 || list.name === 'currencies' || list.name === 'failures')
  .map(({ list, found }) =>
    reportSection(view, list, {
      ...found!,
      query: { from, to, merchant },
      above: list.name === 'months' ? html`<div class="plots">${plotsOf(view, paid, period)}</div>` : '',
      look: 'figures',
    }),
  )}`,
      });
    });

/** The chart of each currency. */
function plotsOf(view: View, { byMonth, byCurrency }: PaidReport, range: ReportRange): readonly (Markup | '')[] {
  return byCurrency.slice(0, MOST_CURRENCIES).map(({ currency }) => {
    const found = new Map(byMonth.filter((row) => row.currency === currency).map((row) => [row.month, row.sent]));
    // Every month has a bar, even without a payment.
    const bars = monthsOf(range).map((month): Bar => {
      const minor = found.get(month) ?? 0n;
      return { label: month, value: minor, text: `${amountText(view, { minor, currency })} ${currency}` };
    });
    return timePlot(`months-${currency}`, `Paid by month, ${currency}`, bars);
  });
}
