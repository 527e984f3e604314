import type { Context } from 'hono';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { amountText, figure } from '../../components/amount.ts';
import { downloadCsv } from '../../components/download.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { type Bar, dayPlot, namePlot } from './plot.ts';
import { csvOf, rangeFilter, reportsNav } from './report-parts.ts';
import { type CountedReport, countReport, createReportsCache } from './reports-cache.ts';
import { byEndpoint } from './reports-calls.ts';
import { askedRange, daysOf } from './reports-range.ts';
import { capitalized, countryName, reportTables } from './reports-tables.ts';

/** Number of currencies with their own charts, those with the most payments; the tables have all. */
const MOST_CURRENCIES = 3;
/** Maximum number of bars in a horizontal chart. */
const MOST_BARS = 10;

/**
 * `GET /reports?from=&to=&merchant=`: paid and failed payments, and API calls. `GET /reports/<table>.csv`: each table
 * as CSV.
 */
export function reports(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger, clock, config, perWindow } = appContext;
  const perMinute = Math.max(1, Math.round((perWindow * 60_000) / config.quotaWindowMs));
  const tables = reportTables(perMinute, config.timeZone);
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
      const { from, to, timeZone, merchant } = range;
      const part = (name: string, plots: readonly (Markup | '')[]): Markup => {
        const one = tables.find((each) => each.name === name)!;
        const csv = pathWith(`/reports/${name}.csv`, { from, to, merchant });
        return html`<section class="report" aria-labelledby="${name}"><h2 id="${name}">${one.caption}</h2>
<div class="beside">${plots.some((plot) => plot !== '') ? html`<div>${plots}</div>` : ''}
<div>${one.show(view, report)}<p><a href="${csv}">Download as CSV</a></p></div></div></section>`;
      };
      const days = daysOf(range);
      const currencies = report.paid.byCurrency.slice(0, MOST_CURRENCIES).map(({ currency }) => currency);
      return layout(view, {
        title: 'Reports',
        main: html`${reportsNav(view)}${fault ? html`<p class="notice wait" role="alert">${fault}</p>` : ''}
${rangeFilter('/reports', range, merchants)}
<p class="quiet">Days in ${timeZone}. Paid is what arrived and has not come back, on the day on which that was known; the total debit is what was sent and the fees that were not deducted from recipients. Counted ${moment(view, new Date(Math.min(report.at, view.now)))}.</p>
${part('currencies', [])}
${part(
  'days',
  currencies.map((currency) =>
    dayPlot(`days-${currency}`, `Paid by day, ${currency}`, paidByDay(view, report, days, currency)),
  ),
)}
${part(
  'countries',
  currencies.map((currency) =>
    namePlot(
      `countries-${currency}`,
      `Paid by country, ${currency}`,
      paidBy(view, report.paid.byCountry, currency, ({ country }) => countryName(country)),
    ),
  ),
)}
${part(
  'merchants',
  currencies.map((currency) =>
    namePlot(
      `merchants-${currency}`,
      `Paid by merchant, ${currency}`,
      paidBy(view, report.paid.byMerchant, currency, (row) => row.merchant),
    ),
  ),
)}
${part('failures', [
  namePlot(
    'failures-plot',
    'Failed and returned payments',
    report.failures.slice(0, MOST_BARS).map(({ state, reason, payments }) => ({
      label: `${capitalized(reason)}${state === 'returned' ? ', returned' : ''}`,
      value: payments,
      text: figure(view, payments),
    })),
  ),
])}
${part('quota', [
  dayPlot(
    'quota-plot',
    `Calls in the fullest minute, of ${figure(view, perMinute)} that a merchant has`,
    callsByDay(view, report, days, ({ fullest }) => fullest),
  ),
  dayPlot(
    'refused-plot',
    'Calls refused because the quota was used up (429)',
    callsByDay(view, report, days, ({ refused }) => refused),
  ),
])}
${part('endpoints', [
  namePlot(
    'endpoints-plot',
    'Calls',
    byEndpoint(report.callGroups)
      .slice(0, MOST_BARS)
      .map(({ endpoint, calls }) => ({ label: endpoint, value: calls, text: figure(view, calls) })),
  ),
])}`,
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

/** Every day has a bar, even without a payment. */
function paidByDay(view: View, { paid }: CountedReport, days: readonly string[], currency: string): readonly Bar[] {
  const found = new Map(paid.byDay.filter((row) => row.currency === currency).map((row) => [row.day, row.sent]));
  return days.map((day) => {
    const minor = found.get(day) ?? 0n;
    return { label: day, value: minor, text: `${amountText(view, { minor, currency })} ${currency}` };
  });
}

function paidBy<Row extends { readonly currency: string; readonly sent: bigint }>(
  view: View,
  rows: readonly Row[],
  currency: string,
  label: (row: Row) => string,
): readonly Bar[] {
  return rows
    .filter((row) => row.currency === currency)
    .sort((a, b) => (b.sent > a.sent ? 1 : b.sent < a.sent ? -1 : 0))
    .slice(0, MOST_BARS)
    .map((row) => ({
      label: label(row),
      value: row.sent,
      text: `${amountText(view, { minor: row.sent, currency })} ${currency}`,
    }));
}

function callsByDay(
  view: View,
  { callDays }: CountedReport,
  days: readonly string[],
  countOf: (day: CountedReport['callDays'][number]) => number,
): readonly Bar[] {
  const found = new Map(callDays.map((one) => [one.day, countOf(one)]));
  return days.map((day) => ({ label: day, value: found.get(day) ?? 0, text: figure(view, found.get(day) ?? 0) }));
}
