import { refusal } from './refusal.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly meta: { readonly page: number; readonly pages: number; readonly records: number };
}

const DEFAULT_SIZE = 10;
const MOST = 1000;

/** One page of `all`, by `page` and `pageSize` of the query. Throws invalid_field. */
export function paginate<T>(all: readonly T[], query: URLSearchParams): Page<T> {
  const { from, to, meta } = getWindow(all.length, query);
  return { items: all.slice(from, to), meta };
}

/** Start and end of the page that the query asks for, out of this number of records. Throws invalid_field. */
export function getWindow(
  records: number,
  query: URLSearchParams,
): Pick<Page<never>, 'meta'> & { from: number; to: number } {
  const page = whole(query, 'page', 1, Number.MAX_SAFE_INTEGER);
  const size = whole(query, 'pageSize', DEFAULT_SIZE, MOST);
  const from = (page - 1) * size;
  return { from, to: from + size, meta: { page, pages: Math.ceil(records / size), records } };
}

function whole(query: URLSearchParams, name: string, absent: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return absent;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    throw refusal('invalid_field', `${name} must be a whole number from 1 to ${most}`, { field: name });
  return value;
}
