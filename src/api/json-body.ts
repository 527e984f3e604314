import type { Context } from 'hono';
import type { z } from 'zod';
import { readBody } from '../http/bodies/read-body.ts';
import { jsonText } from '../references/json-text.ts';
import { usageError } from '../references/usage-error.ts';

export const asJson = (context: Context, value: unknown, status: 200 | 201 = 200): Response =>
  context.body(jsonText(value), status, { 'Content-Type': 'application/json' });

/** The body of a request. An empty one is `{}`. Throws `usage` with every fault, and `BodyTooLong`. */
export async function jsonBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const text = (await readBody(context)).toString('utf8');
  let json: unknown;
  try {
    json = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw usageError('body_no_json');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 20).map(({ path, message }) => `${fieldAt(path)}: ${message}`);
  throw usageError('body_invalid', { faults: faults.join('; ') });
}

/** `row 2, amount`: the rows are counted as those of a sheet, below the names of its columns. */
function fieldAt(path: readonly PropertyKey[]): string {
  const [first, index, ...field] = path;
  if (first === 'rows' && typeof index === 'number') return [`row ${index + 2}`, ...field.map(String)].join(', ');
  return path.join('.') || 'body';
}
