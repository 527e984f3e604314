import type { z } from 'zod';
import { PayrunError } from '../errors.ts';
import { cleanMessage } from './service-refusal.ts';
import type { Endpoint } from './shapes/endpoint.ts';
import type { Signable } from './sign.ts';

export interface Input {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** The bytes of a call, and its path without the query string for logs. */
export interface BuiltRequest extends Signable {
  readonly path: string;
}

/**
 * Builds a call from its entry in the endpoint table. Throws `defect` if the input does not match the entry, so that a
 * call that the service would refuse takes no slot. The error names fields, never values.
 */
export function buildRequest(name: string, endpoint: Endpoint, template: string, input: Input): BuiltRequest {
  const query = endpoint.query && input.query ? checked(name, 'query', endpoint.query, input.query) : {};
  const body = endpoint.body ? checked(name, 'body', endpoint.body, input.body) : {};
  const hasBody = endpoint.body !== undefined || endpoint.method === 'POST';
  const path = template.replace(/:(\w+)/g, (_, parameter: string) =>
    segment(name, parameter, input.params?.[parameter]),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query as Record<string, unknown>))
    if (value !== undefined) search.set(key, String(value));
  return {
    method: endpoint.method,
    path,
    target: search.size > 0 ? `${path}?${search}` : path,
    body: hasBody ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0),
  };
}

/** An empty segment or dots would address another resource. */
function segment(name: string, parameter: string, value: string | undefined): string {
  if (!value || /^\.+$/.test(value))
    throw new PayrunError('defect', { detail: `the call ${name} has no ${parameter} for its path` });
  return encodeURIComponent(value);
}

function checked(name: string, part: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PayrunError('defect', {
    detail: `the ${part} of the call ${name} is wrong: ${describeInvalidFields(parsed.error)}`,
  });
}

/** The first three fields with what is expected of each, without their values. */
export function describeInvalidFields(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, code, message }) => {
      const keyed = path.map((key) => (typeof key === 'symbol' ? '' : key)).join('.');
      // The message of these two codes quotes the input; other messages only state what is expected. Keys of a record
      // are the service's own text.
      return `${cleanMessage(keyed) || 'the whole'}: ${code === 'unrecognized_keys' || code === 'invalid_union' ? 'not of the known form' : message}`;
    })
    .join('; ');
}
