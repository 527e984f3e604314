import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { field, merchantChoice } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import type { View } from '../../components/view.ts';
import type { ReportTable } from './report-table.ts';

/** The pages of reports. */
const PARTS = [
  { path: '/reports', label: 'Paid and failed' },
  { path: '/reports/statements', label: 'Statements' },
  { path: '/reports/journal', label: 'Journal' },
];

/** The links between the pages of reports. */
export function reportsNav({ path }: View): Markup {
  return html`<nav class="parts" aria-label="Reports"><ul>${PARTS.map(
    (part) =>
      html`<li><a href="${part.path}"${part.path === path ? html` aria-current="page"` : ''}>${part.label}</a></li>`,
  )}</ul></nav>`;
}

/** The form that chooses the days and the merchant of a report. */
export function rangeFilter(path: string, { from, to, merchant }: ReportRange, merchants: readonly string[]): Markup {
  return html`<form class="filters" action="${path}" method="get">
${field({ name: 'from', label: 'From', type: 'date', value: from })}
${field({ name: 'to', label: 'To', type: 'date', value: to })}
${merchantChoice(merchants, merchant)}
<button>Show</button> <a href="${path}">The last 30 days</a></form>`;
}

/** A table of a report with its charts above it and its CSV below it. */
export function reportSection<Report>(
  view: View,
  table: ReportTable<Report>,
  report: Report,
  { query, plots = [] }: { readonly query: Parameters<typeof pathWith>[1]; readonly plots?: readonly (Markup | '')[] },
): Markup {
  const { name, caption } = table;
  const shown = plots.filter((plot) => plot !== '');
  return html`<section class="report figures" aria-labelledby="${name}"><h2 id="${name}">${caption}</h2>
${shown.length === 0 ? '' : html`<div class="plots">${shown}</div>`}
${table.show(view, report)}${table.isEmpty(report) ? '' : html`<p class="csv-link"><a href="${pathWith(`/reports/${name}.csv`, query)}">Download CSV<span class="hidden">: ${caption}</span></a></p>`}</section>`;
}

/** The CSV of a table. */
export async function* csvOf<Report>({ header, lines }: ReportTable<Report>, report: Report) {
  yield [header, ...lines(report)];
}
