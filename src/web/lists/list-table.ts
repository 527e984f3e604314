import { columnsOn, type EmptyText, type Facts, type ListColumn, type ListOf, type TableOf } from '../../lists/list.ts';
import { may } from '../../permissions/access.ts';
import { jsonText } from '../../references/json-text.ts';
import { isNumeric, isZero, type Value } from '../../references/value.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import { empty, facts, type PageColumn, table } from '../components/table.ts';
import type { View } from '../components/view.ts';
import { valueMarkup } from './value-markup.ts';

/** The display of a list on one page. */
export interface ListTableOptions<Row> {
  readonly caption?: string;
  /** Content shown if there are no rows. */
  readonly none?: Content;
  /** A column in front, to choose rows. */
  readonly choose?: PageColumn<Row>;
  /** A column at the end. */
  readonly last?: PageColumn<Row>;
  /** Names of columns that this page leaves out. */
  readonly without?: readonly string[];
}

export function listTable<Row>(
  view: View,
  list: TableOf<Row>,
  rows: readonly Row[],
  {
    caption = list.caption ?? list.title,
    none = emptyNote(view, list.empty),
    choose,
    last,
    without = [],
  }: ListTableOptions<Row> = {},
): Markup {
  const columns = columnsOn(list.columns, 'page')
    .filter(({ name, may: wanted }) => !without.includes(name) && (!wanted || may(view.currentUser, wanted)))
    .map(withoutZeros);
  const telling = columns.filter((one) => isTelling(one, rows, columns));
  const shown = telling.filter(({ under }) => under === undefined);
  const below = ({ name }: ListColumn<Row>) => telling.filter(({ under }) => under === name);
  const pageColumns = shown.map((column) => pageColumn(view, column, below(column), rows));
  const all = [...(choose ? [choose] : []), ...pageColumns, ...(last ? [last] : [])];
  return table(caption, all, rows, none, { stacks: true });
}

export const objectFacts = (view: View, given: Facts): Markup =>
  facts(given.map(([name, value]) => [name, valueMarkup(view, value)]));

/** One row of a list as names and values, without what names it. */
export function listFacts<Row>(view: View, list: ListOf<Row>, row: Row): Markup {
  const columns = columnsOn(list.columns, 'page').filter(({ names }) => !names);
  return objectFacts(
    view,
    columns.map(({ title, value }) => [title, value(row)]),
  );
}

/** The sentence of an empty list, with what to do next. */
export function emptyNote(view: View, { what, page, link }: EmptyText): Markup {
  return empty(
    what,
    html`${page}${link && may(view.currentUser, link.may) ? html` <a href="${link.path}">${link.text}</a>.` : ''}`,
  );
}

function withoutZeros<Row>(column: ListColumn<Row>): ListColumn<Row> {
  if (column.unless !== 'zero') return column;
  return { ...column, value: (row) => (isZero(column.value(row)) ? null : column.value(row)) };
}

function isTelling<Row>(
  { unless, unlessAs = [], value }: ListColumn<Row>,
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
): boolean {
  const like = columns.filter(({ name }) => unlessAs.includes(name));
  const isSame = (row: Row, other: ListColumn<Row>) =>
    value(row) === null || jsonText(other.value(row)) === jsonText(value(row));
  if (like.some((other) => rows.every((row) => isSame(row, other)))) return false;
  if (unless === undefined) return true;
  const different = new Set(rows.map((row) => jsonText(value(row))));
  return unless === 'same' ? different.size > 1 : different.size > (different.has('null') ? 1 : 0);
}

function pageColumn<Row>(
  view: View,
  column: ListColumn<Row>,
  below: readonly ListColumn<Row>[],
  rows: readonly Row[],
): PageColumn<Row> {
  const { value, right } = column;
  const cell = (row: Row) =>
    html`${valueMarkup(view, value(row))}${linesBelow(below, row).map((line) => html`<br>${line.some(isStatus) ? shown(view, line) : html` <span class="quiet">${shown(view, line)}</span>`}`)}`;
  const align = right || rows.some((row) => isNumeric(value(row))) ? { align: 'right' as const } : {};
  return { ...column, cell, ...align };
}

/** The values below the one of a column, in lines. */
function linesBelow<Row>(below: readonly ListColumn<Row>[], row: Row): readonly (readonly Value[])[] {
  const lines: Value[][] = [];
  for (const { value, ownLine } of below) {
    const one = value(row);
    if (one === null || one === '') continue;
    if (ownLine || lines.length === 0) lines.push([one]);
    else lines.at(-1)!.push(one);
  }
  return lines;
}

const shown = (view: View, line: readonly Value[]) =>
  html`${line.map((one, i) => html`${i > 0 ? ', ' : ''}${valueMarkup(view, one)}`)}`;

const isStatus = (value: Value): boolean => value !== null && typeof value === 'object' && value.kind === 'status';
