import type { Context } from 'hono';

/** The text fields of a form; empty if the body is missing, truncated or too long. */
export async function readForm(context: Context): Promise<Readonly<Record<string, string | undefined>>> {
  const body = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
