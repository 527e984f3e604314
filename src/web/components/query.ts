import type { Context } from 'hono';

const LONGEST = 200;

/** A query parameter as plain text that the database accepts; null if it is missing or empty. */
export function textQuery(context: Context, name: string): string | null {
  return plainText(context.req.query(name));
}

/** The same for any text that a user sent: at most 200 characters. */
export function plainText(given: string | undefined): string | null {
  const text = (given ?? '').slice(0, LONGEST).replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? null : text;
}

/** The row after which the page begins; -1 if none is given. */
export function rowQuery(context: Context): number {
  const text = context.req.query('after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
