import type { ListOf, Rows } from '../../../lists/list.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/paths.ts';
import { partsNav } from '../../components/settings-nav.ts';
import type { View } from '../../components/view.ts';
import { type ListTableOptions, listTable } from '../../lists/list-table.ts';

const PARTS = [
  { path: '/reports', label: 'Paid and failed' },
  { path: '/reports/statements', label: 'Statements' },
  { path: '/reports/journal', label: 'Journal' },
];

/** The links between the pages of reports. */
export const reportsNav = ({ path }: View): Markup => partsNav('Reports', PARTS, path);

export interface ReportSection<Row> extends Partial<Rows<Row>>, ListTableOptions<Row> {
  readonly rows: readonly Row[];
  /** The filters of its page and its CSV. */
  readonly query: Parameters<typeof pathWith>[1];
  /** The anchor and the title; absent: those of the list. */
  readonly id?: string;
  readonly title?: string;
  readonly above?: Content;
  readonly below?: Content;
  /** With many columns: it is printed on a page that is wider than high. */
  readonly isWide?: true;
}

/** The first rows of a list on a page of reports, with the links to all of them and to the CSV. */
export function reportSection<Row>(
  view: View,
  list: ListOf<Row>,
  { rows, next, query, id = list.name, title = list.title, above, below, isWide, ...options }: ReportSection<Row>,
): Markup {
  const csv = html`<a href="${pathWith(`${list.path}.csv`, query)}">Download CSV<span class="hidden">: ${title}</span></a>`;
  const all = next
    ? html`<a href="${pathWith(list.path!, query)}">See all<span class="hidden">: ${title}</span></a> `
    : '';
  return html`<section class="report${isWide ? ' landscape' : ''}" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${above}${listTable(view, list, rows, options)}${rows.length === 0 ? '' : html`<p class="csv-link">${all}${csv}</p>`}${below}</section>`;
}
