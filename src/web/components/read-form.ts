import type { Context } from 'hono';

/** The fields of a form without files, as text; nothing where the body is none, is cut off or too long. */
export async function readForm(context: Context): Promise<Readonly<Record<string, string | undefined>>> {
  const body = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
