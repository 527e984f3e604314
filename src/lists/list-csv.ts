import type { Scope } from '../ledger/merchants/scope.ts';
import { FILE_FORMAT, valueText } from '../references/value.ts';
import { type AnyList, columnsOn, type FilterValues, type ListPlace, type Rows } from './list.ts';

/** A CSV: the name of its file, its days, and its lines, in pages. */
export interface ListCsv extends Pick<Rows<unknown>, 'period'> {
  readonly name: string;
  readonly lines: AsyncIterable<readonly (readonly string[])[]>;
}

/** All rows of a list as lines of a CSV, the titles first, read page by page. Null if `read` finds no object. */
export async function listCsv(
  list: AnyList,
  place: ListPlace,
  scope: Scope,
  filters: FilterValues<AnyList['filters']>,
): Promise<ListCsv | null> {
  const columns = columnsOn(list.columns, 'csv');
  const read = (after: string | null) =>
    list.read(place, scope, { filters, after, limit: list.perRead ?? 1_000, door: 'csv' });
  const first = await read(null);
  if (first === null) return null;
  const titleOf = ({ csv, title }: (typeof columns)[number]) =>
    typeof csv === 'function' ? csv(place.config.timeZone) : (csv ?? title.toLowerCase());
  async function* lines() {
    yield [columns.map(titleOf)];
    for (let found = first; found !== null; found = found.next === null ? null : await read(found.next))
      yield found.rows.map((row) => columns.map(({ value }) => valueText(value(row), FILE_FORMAT)));
  }
  const of = list.of ? `run-${filters.run}-${list.name}` : `payrun-${list.name}-${daysOf(place, first)}`;
  return { name: `${of}.csv`, lines: lines(), ...(first.period ? { period: first.period } : {}) };
}

/** The merchant and the days of the rows, or today. */
function daysOf({ clock }: ListPlace, { period }: Rows<unknown>): string {
  if (period === undefined) return new Date(clock.now()).toISOString().slice(0, 10);
  const { merchant, from, to } = period;
  return `${merchant === null ? '' : `${merchant.replace(/[^\w.-]/g, '_')}-`}${from}-to-${to}`;
}
