import { figure } from '../../components/amount.ts';
import { type Content, html } from '../../components/markup.ts';
import { empty, type PageColumn, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** A table of the report, for the page and for the CSV. */
export interface ReportTable<Report> {
  /** Its path is `/reports/<name>.csv`. */
  readonly name: string;
  readonly caption: string;
  readonly isEmpty: (report: Report) => boolean;
  readonly show: (view: View, report: Report) => Content;
  readonly header: readonly string[];
  readonly lines: (report: Report) => readonly (readonly string[])[];
}

/** Maximum number of rows on the page; the CSV has all. */
const MOST_ROWS = 400;

export interface TableText<Report, Row> {
  readonly name: string;
  readonly caption: string;
  readonly rows: (report: Report) => readonly Row[];
  readonly columns: (view: View, rows: readonly Row[]) => readonly PageColumn<Row>[];
  readonly none: string;
  readonly csv: readonly CsvColumn<Row>[];
}

/** A table of a report by its columns, for the page and for the CSV. */
export function reportTable<Report, Row>({
  name,
  caption,
  rows,
  columns,
  none,
  csv,
}: TableText<Report, Row>): ReportTable<Report> {
  return {
    name,
    caption,
    isEmpty: (report) => rows(report).length === 0,
    show: (view, report) => {
      const found = rows(report);
      return html`${table(caption, columns(view, found), found.slice(0, MOST_ROWS), empty(none, 'Choose other days to look further.'), { stacks: true })}${
        found.length > MOST_ROWS
          ? html`<p class="quiet">The first ${MOST_ROWS} of ${figure(view, found.length)}; the CSV has all.</p>`
          : ''
      }`;
    },
    header: csv.map(([title]) => title),
    lines: (report) => rows(report).map((row) => csv.map(([, cell]) => cell(row))),
  };
}

/** A column of a CSV. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string];
