import type { Context } from 'hono';
import type { PaidReport } from '../../../ledger/reports/report-paid.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { amountText } from '../../components/amount.ts';
import { downloadCsv } from '../../components/download.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noticeIn } from '../../components/notice-in-url.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { type Bar, timePlot } from './plot.ts';
import { csvOf, rangeFilter, reportSection, reportsNav } from './report-parts.ts';
import { countReport, createReportsCache } from './reports-cache.ts';
import { askedRange, monthsOf } from './reports-range.ts';
import { reportTables } from './reports-tables.ts';
import { returnsReadPart } from './returns-read.ts';

/** Number of currencies with their own charts, those with the most payments; the tables have all. */
const MOST_CURRENCIES = 3;

/**
 * `GET /reports?from=&to=&merchant=`: paid and failed payments. `GET /reports/<table>.csv`: each table as CSV.
 */
export function reports(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger, clock, config } = appContext;
  const tables = reportTables(config.timeZone);
  const count = createReportsCache(clock, countReport);
  const asked = async (context: Context, view: View) => {
    const { range, fault } = askedRange(context, { now: view.now, timeZone: config.timeZone });
    return { range, fault, report: await count(ledger.db, view.currentUser.merchants, range) };
  };

  return (app) => {
    get(app, deps, '/reports', 'viewer', async (context, view) => {
      const [{ range, fault, report }, merchants] = await Promise.all([
        asked(context, view),
        selectMerchants(ledger.db, view.currentUser.merchants, 200),
      ]);
      const returns = await returnsReadPart(ledger.db, view, range.merchant);
      const notice = noticeIn(context, view);
      const { from, to, timeZone, merchant } = range;
      const plots = plotsOf(view, report.paid, range);
      const isNothingPaid = report.paid.byCurrency.length === 0;
      const isLeftOut: Readonly<Record<string, boolean>> = {
        months: isNothingPaid,
        countries: isNothingPaid,
        fees: isNothingPaid,
      };
      return layout(view, {
        title: 'Reports',
        ...(notice === undefined ? {} : { notice }),
        main: html`${reportsNav(view)}${fault ? html`<p class="notice wait" role="alert">${fault}</p>` : ''}
${rangeFilter('/reports', range, merchants)}
<p class="quiet">Days in ${timeZone}. Paid is what is not known to have come back, on the day on which it was known to be paid. The total debit is what was sent and the fees on top. Counted ${moment(view, new Date(Math.min(report.at, view.now)))}.${
          report.paid.byCurrency.length > MOST_CURRENCIES
            ? ` Charts show the ${MOST_CURRENCIES} currencies with the most payments.`
            : ''
        }</p>
${returns}
${tables
  .filter(({ name }) => !isLeftOut[name])
  .map((one) =>
    reportSection(view, one, report, { query: { from, to, merchant }, plots: one.name === 'months' ? plots : [] }),
  )}`,
      });
    });

    for (const one of tables) {
      get(app, deps, `/reports/${one.name}.csv`, 'viewer', async (context, view) => {
        const { range, report } = await asked(context, view);
        return downloadCsv(context, `payrun-${one.name}-${range.from}-to-${range.to}.csv`, csvOf(one, report));
      });
    }
  };
}

/** The chart of each currency. */
function plotsOf(view: View, { byMonth, byCurrency }: PaidReport, range: ReportRange): readonly (Markup | '')[] {
  return byCurrency
    .slice(0, MOST_CURRENCIES)
    .map(({ currency }) =>
      timePlot(`months-${currency}`, `Paid by month, ${currency}`, paidByMonth(view, { range, byMonth, currency })),
    );
}

/** Every month has a bar, even without a payment. */
function paidByMonth(
  view: View,
  { range, byMonth, currency }: { range: ReportRange; byMonth: PaidReport['byMonth']; currency: string },
): readonly Bar[] {
  const found = new Map(byMonth.filter((row) => row.currency === currency).map((row) => [row.month, row.sent]));
  return monthsOf(range).map((month) => {
    const minor = found.get(month) ?? 0n;
    return { label: month, value: minor, text: `${amountText(view, { minor, currency })} ${currency}` };
  });
}
