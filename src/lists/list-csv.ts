import type { Scope } from '../ledger/merchants/scope.ts';
import { FILE_FORMAT, valueText } from '../references/value.ts';
import { type AnyList, columnsOn, type FilterValues, type ListPlace } from './list.ts';

/** Rows of one query of a file. */
const PER_READ = 1_000;

/** All rows of a list as lines of a CSV, the titles first, read page by page. Null if `read` finds no object. */
export async function listCsv(
  list: AnyList,
  place: ListPlace,
  scope: Scope,
  filters: FilterValues<AnyList['filters']>,
): Promise<AsyncIterable<readonly (readonly string[])[]> | null> {
  const columns = columnsOn(list.columns, 'csv');
  const read = (after: string | null) => list.read(place, scope, { filters, after, limit: PER_READ, door: 'csv' });
  const first = await read(null);
  if (first === null) return null;
  async function* lines() {
    yield [columns.map(({ csv, title }) => csv ?? title.toLowerCase())];
    for (let found = first; found !== null; found = found.next === null ? null : await read(found.next))
      yield found.rows.map((row) => columns.map(({ value }) => valueText(value(row), FILE_FORMAT)));
  }
  return lines();
}
