import { z } from 'zod';
import * as answers from './answer-shapes.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import * as partnerAnswers from './partner-answers.ts';
import * as partnerRequests from './partner-requests.ts';
import * as requests from './request-shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Every signed call can end with these. */
const ALWAYS = [401, 403, 429, 500];
const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'A field is wrong or missing, or the state of the object does not allow it',
  401: 'The keys, the signature or the timestamp are wrong',
  403: 'The keys are not permitted to do this, or are of the other kind',
  404: 'There is no such object',
  406: 'A field is wrong or missing',
  410: 'What is asked for was removed',
  429: 'Too many requests',
  500: 'The service, or one of its partners, failed',
};
const LIMIT_HEADERS = {
  'X-Rate-Limit-Limit': 'Requests allowed in a window',
  'X-Rate-Limit-Remaining': 'Requests left in this window',
  'X-Rate-Limit-Reset': 'When the window ends, in seconds of Unix time',
} as const;

const envelope = z.object({
  ok: z.literal(false),
  errors: z.array(z.object({ code: z.string(), field: z.string().optional(), message: z.string() })).min(1),
});

/**
 * The interface of the service as an OpenAPI 3.1 document, made from the endpoint table, so it matches the client.
 * `version` is the version of the document.
 */
export function openApi(version: string): Json {
  const { schemas, nameOf } = components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const forms = [endpoint.path, ...(endpoint.otherPath ? [endpoint.otherPath] : [])];
    for (const [n, form] of forms.entries()) {
      const path = form.replace(/:(\w+)/g, '{$1}');
      const operationId = n === 0 ? name : `${name}Otherwise`;
      paths[path] ??= {};
      paths[path][endpoint.method.toLowerCase()] = operation(operationId, form, endpoint, nameOf);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payout service',
      version,
      description:
        'Payouts to recipients, and the sub-merchants of a platform. Amounts are strings. Success is HTTP 200 and `ok: true`. A slash at the end of a path makes no difference.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values<Endpoint>(ENDPOINTS).map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      headers: Object.fromEntries(
        Object.entries(LIMIT_HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: 'integer' } },
        ]),
      ),
      responses: Object.fromEntries(
        Object.entries(STATUS_TEXT).map(([status, description]) => [
          `refused${status}`,
          reply(description, 'ErrorEnvelope'),
        ]),
      ),
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            '`prsign <access key>:<signature>`; the signature is the HMAC-SHA256 in hex, keyed by the secret key, over timestamp, method, path with query string and body, each followed by a newline.',
        },
        timestamp: {
          type: 'apiKey',
          in: 'header',
          name: 'X-PR-Timestamp',
          description: 'The time of the signature in seconds of Unix time; 30 s either way are allowed.',
        },
      },
    },
  };
}

function operation(operationId: string, form: string, endpoint: Endpoint, nameOf: (schema: z.ZodType) => string): Json {
  const { summary, keys, query, body, answer, method, effect, repeatable } = endpoint;
  const content = body
    ? { schema: { $ref: `#/components/schemas/${nameOf(body)}` } }
    : { schema: { type: 'object', additionalProperties: false } };
  return {
    operationId,
    summary,
    description: keys === 'parent' ? 'Takes the keys of a parent.' : 'Takes the keys of a merchant or a sub-merchant.',
    tags: [tagOf(endpoint)],
    'x-keys': keys,
    'x-repeatable': effect === 'reads' || repeatable === true,
    security: [{ signature: [], timestamp: [] }],
    parameters: [...pathParameters(form), ...(query ? queryParameters(query) : [])],
    ...(body || method === 'POST' ? { requestBody: { required: true, content: { 'application/json': content } } } : {}),
    responses: {
      200: reply('Done', nameOf(answer)),
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/refused${status}` }]),
      ),
    },
  };
}

/** The statuses that follow from a call's form, and those that the contract lists in addition. */
function refusalsOf({ path, query, body, alsoRefusedWith = [], refusedAs = {} }: Endpoint): readonly number[] {
  const statuses = [...ALWAYS, ...alsoRefusedWith, ...Object.keys(refusedAs).map(Number)];
  if (query || body || path.includes(':payoutMethod')) statuses.push(400);
  // An unknown payout method is a wrong field; an unknown object is not found.
  if (path.includes(':') && !path.includes(':payoutMethod')) statuses.push(404);
  return [...new Set(statuses)].sort();
}

function reply(description: string, schema: string): Json {
  return {
    description,
    headers: Object.fromEntries(
      Object.keys(LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

/** `/v1/payout-methods/:x` has the tag `payout-methods`. */
function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.split('/')[2] ?? 'other';
}

function pathParameters(form: string): readonly Json[] {
  return [...form.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'payoutMethod' ? { enum: partnerRequests.PAYOUT_METHODS } : { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType): readonly Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Every schema of the table under its exported name, and a lookup of that name. */
function components(): { schemas: Json; nameOf(schema: z.ZodType): string } {
  const registry = z.registry<{ id: string }>();
  const named = { ...answers, ...partnerAnswers, ...requests, ...partnerRequests, errorEnvelope: envelope };
  for (const [name, value] of Object.entries<unknown>(named))
    if (value instanceof z.ZodType) registry.add(value, { id: name.slice(0, 1).toUpperCase() + name.slice(1) });
  const generated = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  const schemas = Object.entries(generated.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]);
  return {
    schemas: Object.fromEntries(schemas.filter(([name]) => !String(name).endsWith('Query'))),
    nameOf: (schema) => registry.get(schema)!.id,
  };
}
