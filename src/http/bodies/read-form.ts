import type { Context } from 'hono';
import { getBodyLimit } from './body-limits.ts';
import { BodyTooLong, readBody } from './read-body.ts';

export type Form = Readonly<Record<string, string | undefined>>;

declare module 'hono' {
  interface ContextVariableMap {
    /** The form of this request, once it is read. */
    form: Promise<Form>;
  }
}

/**
 * The fields of a form; empty if there is none or it is truncated. It is read once. Throws `BodyTooLong` if it is
 * longer than its route allows or has more fields, before these are parsed.
 */
export function readForm(context: Context): Promise<Form> {
  const read = context.get('form') ?? formOf(context);
  context.set('form', read);
  return read;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

export const contentType = (context: Context): string =>
  (context.req.header('Content-Type') ?? '').split(';')[0]!.trim().toLowerCase();

async function formOf(context: Context): Promise<Form> {
  if (contentType(context) !== FORM_TYPE) return {};
  const bytes = await readBody(context).catch((error: unknown) => {
    if (error instanceof BodyTooLong) throw error;
    return Buffer.alloc(0);
  });
  // A handler that reads the body itself finds these bytes.
  context.req.raw = new Request(context.req.raw, { body: new Uint8Array(bytes) });
  requireFewFields(bytes, getBodyLimit(context).fields);
  return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
}

function requireFewFields(bytes: Buffer, most: number): void {
  let fields = 1;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > most) throw new BodyTooLong(`The form has more than ${most} fields.`);
  }
}
