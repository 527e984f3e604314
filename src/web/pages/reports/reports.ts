import { exportEntries } from '../../../actions/journal.ts';
import type { Feature } from '../../../http/feature.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { defineFilters } from '../../../lists/list.ts';
import { askedPeriod, PERIOD_FILTERS } from '../../../lists/period.ts';
import { REPORTS, reportFigures } from '../../../lists/reports.ts';
import { may } from '../../../permissions/access.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { actButton } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { textQuery } from '../../components/query.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps } from '../../components/view.ts';
import { filterForm } from '../list-page.ts';
import { get } from '../route.ts';
import { hasEntriesToExport } from './journal.ts';
import { monthCharts } from './month-charts.ts';
import { reportSection, reportsNav } from './report-parts.ts';
import { returnsReadPart } from './returns-read.ts';

/** Rows of a table; the page of its list has all. */
const MOST_ROWS = 10;

/** `GET /reports?from=&to=&merchant=`: paid and failed payments. Each table is a list with a page and a CSV. */
export const reports =
  ({ appContext }: PageDeps): Feature =>
  (app) =>
    get(app, { appContext }, '/reports', 'viewer', async (context, view) => {
      const { db } = appContext.ledger;
      const scope = view.currentUser.merchants;
      const filters = defineFilters(PERIOD_FILTERS, (name) => textQuery(context, name));
      const period = askedPeriod(appContext, filters);
      const mayExport = may(view.currentUser, 'export_journal');
      const [{ paid, at }, merchants, returns, hasEntries, tables] = await Promise.all([
        reportFigures(appContext, scope, period),
        selectMerchants(db, scope, 200),
        returnsReadPart(db, view, period.merchant),
        mayExport && hasEntriesToExport(db, view),
        Promise.all(
          REPORTS.map(async (list) => ({
            list,
            found: await list.read(appContext, scope, { filters, after: null, limit: MOST_ROWS, door: 'page' }),
          })),
        ),
      ]);
      const { from, to, timeZone, merchant } = period;
      const today = showInZone(view.now, timeZone).slice(0, 10);
      const isFiltered = Object.values(filters).some((one) => one !== null);
      const form = { path: '/reports', texts: { merchant }, isFiltered, merchants, period };
      return layout(view, {
        title: 'Reports',
        actions: mayExport
          ? html`<div class="actions">${
              hasEntries
                ? actButton(view, {
                    action: '/reports/journal/export',
                    button: exportEntries.button,
                    hidden: { until: today },
                  })
                : html`<span class="quiet">No journal entries to export</span>`
            }</div>`
          : '',
        main: html`${reportsNav(view)}
${filterForm(view, Object.entries(PERIOD_FILTERS), form)}
<p class="quiet">Dates are in ${timeZone}. “Paid” excludes known returns. Each payment is dated the day on which Payrun recorded it as paid. The total debit is the amount sent plus any fees on top. Calculated ${moment(view, new Date(Math.min(at, view.now)))}.</p>
${returns}
${tables
  // If nothing was paid, one table says so.
  .filter(({ list, found }) => found!.rows.length > 0 || list.name === 'currencies' || list.name === 'failures')
  .map(({ list, found }) =>
    reportSection(view, list, {
      ...found!,
      query: { from, to, merchant },
      above: list.name === 'months' ? monthCharts(view, paid, period) : '',
    }),
  )}`,
      });
    });
