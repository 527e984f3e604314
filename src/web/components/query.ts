import type { Context } from 'hono';

const LONGEST = 200;

/** What was asked for in the address, as plain text that a database takes; null where nothing was. */
export function textQuery(context: Context, name: string): string | null {
  return plainText(context.req.query(name));
}

/** The same of any text that somebody sent. */
export function plainText(given: string | undefined): string | null {
  const text = (given ?? '').slice(0, LONGEST).replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? null : text;
}

/** The row to go on `after`; -1 where none is named. */
export function rowQuery(context: Context): number {
  const text = context.req.query('after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
