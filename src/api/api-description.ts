import { z } from 'zod';
import type { RunAction } from '../actions/action.ts';
import { XLSX } from '../http/download.ts';
import { type JsonSchema, objectSchema, orNull, TEXT, WHOLE_NUMBER } from '../lists/documents/json-schema.ts';
import type { Filter } from '../lists/filters.ts';
import type { AnyList } from '../lists/list.ts';
import { listSchema } from '../lists/list-document.ts';
import { capitalized } from '../platform/capitalize.ts';
import { API_ACTIONS, actionBodySchema, actionPath, DONE_SCHEMA } from './action-routes.ts';
import { CHECK_SCHEMA } from './check-routes.ts';
import { API_LISTS, filtersInPath, listPath, MOST, PER_PAGE } from './list-routes.ts';
import { MESSAGE_SCHEMAS } from './message-data.ts';
import { PROBLEM_TYPE } from './problem.ts';
import { RUN_SCHEMA } from './run-answer.ts';
import { CREATED_RUN_SCHEMA } from './run-routes.ts';
import { FORM_SENT, ROWS_SENT } from './sent-sheet.ts';

type Json = Readonly<Record<string, unknown>>;

const ref = (name: string): Json => ({ $ref: `#/components/${name}` });
const content = (type: string, schema: JsonSchema): Json => ({ content: { [type]: { schema } } });
const answer = (description: string, schema: JsonSchema): Json => ({
  description,
  ...content('application/json', schema),
});
/** Refusals of every request: its host, its token, too many requests, or an error of Payrun. */
const ALWAYS: readonly number[] = [400, 401, 429, 500, 503];

const PROBLEM = objectSchema('Problem', {
  type: [TEXT, 'urn:payrun:problem: and the code'],
  title: [TEXT, 'the code as words'],
  status: [WHOLE_NUMBER, 'the HTTP status'],
  code: [TEXT, 'stable: see the errors'],
  detail: [TEXT, 'what is wrong'],
  'next?': [TEXT, 'what to do next'],
});

const inPath = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: TEXT }));
const inQuery = (name: string, description: string, schema: JsonSchema = TEXT): Json => ({
  ...{ name, in: 'query', description, schema },
});
const capital = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
function sent(title: string, schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return { title, ...json };
}

const ONCE: Json = {
  ...{ name: 'Idempotency-Key', in: 'header', schema: { ...TEXT, maxLength: 255 } },
  description: 'Sent again with the same content, the request has the first answer. Kept for 30 days.',
};

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly answers: Readonly<Record<number, Json>>;
  /** Refusals besides `ALWAYS`. */
  readonly refused: readonly number[];
}

/** Every operation by method and path, such as `get /runs/:run`. */
function operations(): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>();
  for (const list of API_LISTS) {
    found.set(`get ${listPath(list)}`, listOperation(list));
    found.set(`get ${listPath(list)}.csv`, csvOperation(list));
  }
  found.set('post /runs', {
    ...{ operationId: 'makeRun', summary: 'Makes a run of a sheet or of rows, to be submitted' },
    ...{ parameters: [ONCE], requestBody: SHEET_BODY },
    answers: { 201: answer('The run', CREATED_RUN_SCHEMA) },
    refused: [403, 409, 413, 422],
  });
  found.set('get /runs/:run', {
    ...{ operationId: 'readRun', summary: 'A run, its outcome, and what is to be submitted' },
    answers: { 200: answer('The run', RUN_SCHEMA) },
    refused: [404],
  });
  found.set('get /runs/:run/results.xlsx', {
    ...{ operationId: 'readResults', summary: 'The sheet with the outcome of every row, for makers' },
    answers: {
      200: { description: 'A workbook', ...content(XLSX, { ...TEXT, format: 'binary' }) },
    },
    refused: [403, 404, 409],
  });
  for (const action of API_ACTIONS) found.set(`post ${actionPath(action)}`, actionOperation(action));
  found.set('post /checks', {
    ...{ operationId: 'check', summary: 'What is wrong in a sheet or in rows; nothing is stored' },
    requestBody: SHEET_BODY,
    answers: { 200: answer('Every problem by row and column', CHECK_SCHEMA) },
    refused: [413, 422],
  });
  return found;
}

/** The interface of `/api/v1` as an OpenAPI 3.1 document, made from the lists, the actions and what is accepted. */
export function apiDescription(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [at, { answers, refused, parameters = [], ...operation }] of operations()) {
    const [method = '', path = ''] = at.split(' ');
    const refusals = [...ALWAYS, ...refused].map((status) => [status, ref('responses/Problem')]);
    const shown = path.replace(/:(\w+)/g, '{$1}');
    paths[shown] = {
      ...paths[shown],
      [method]: {
        ...operation,
        parameters: [...inPath(path), ...parameters],
        responses: { ...answers, ...Object.fromEntries(refusals) },
      },
    };
  }
  const responses = { Problem: { description: 'It was refused', ...content(PROBLEM_TYPE, PROBLEM) } };
  const schemas: Record<string, JsonSchema> = {};
  const webhooks = Object.fromEntries(Object.entries(MESSAGE_SCHEMAS).map(messageOperation));
  const described = { paths, webhooks, responses };
  const named = withNamedSchemas(described, schemas) as typeof described;
  return {
    openapi: '3.1.0',
    info: { title: 'Payrun', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths: named.paths,
    webhooks: named.webhooks,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: named.responses,
      schemas,
    },
  };
}

/** The messages posted to endpoints. */
const messageOperation = ([about, schema]: readonly [string, JsonSchema]): readonly [string, Json] => [
  about,
  {
    post: {
      ...{ operationId: `${about}Message`, summary: `A ${about} changed` },
      security: [],
      requestBody: { required: true, ...content('application/json', schema) },
      responses: { 200: { description: 'It is received; any other 2xx says the same' } },
    },
  },
];

/** Schemas with a title are components, and referred to by it. */
function withNamedSchemas(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((one) => withNamedSchemas(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { title, description, ...rest } = value as Json;
  if (typeof title !== 'string')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNamedSchemas(one, schemas)]));
  const schema = withNamedSchemas(rest, schemas) as JsonSchema;
  if (JSON.stringify(schemas[title] ?? schema) !== JSON.stringify(schema))
    throw new Error(`Two schemas are called ${title}`);
  schemas[title] = schema;
  return { ...ref(`schemas/${title}`), ...(description === undefined ? {} : { description }) };
}

const FORM = sent('SheetForm', FORM_SENT) as { readonly properties: Json };

const SHEET_BODY: Json = {
  required: true,
  content: {
    'application/json': { schema: sent('RowsOfRun', ROWS_SENT) },
    'multipart/form-data': {
      schema: {
        ...FORM,
        properties: { sheet: { ...TEXT, format: 'binary' }, ...FORM.properties },
        required: ['sheet'],
      },
    },
  },
};

const nameOf = ({ of, name }: AnyList): string => `${of === 'run' ? 'Run' : ''}${capital(name)}`;

const filterParameter = ([name, { summary, choices, open }]: readonly [string, Filter<unknown>]): Json =>
  inQuery(
    name,
    capitalized(summary.startsWith('only') ? summary : `only ${summary}`),
    choices && !open ? { ...TEXT, enum: choices.map(([value]) => value) } : TEXT,
  );

const refusedLists = ({ of }: AnyList): readonly number[] => (of === 'run' ? [404, 422] : [422]);

/** A page of a list, and the cursor of the next one. */
function pageSchema(list: AnyList): JsonSchema {
  const page = listSchema(list, nameOf(list)) as { required: readonly string[]; properties: Json };
  const next = { ...orNull(TEXT), description: '`after` of the next page; null at the end' };
  return { ...page, required: [...page.required, 'next'], properties: { ...page.properties, next } };
}

const listOperation = (list: AnyList): Operation => ({
  ...{ operationId: `list${nameOf(list)}`, summary: list.title },
  parameters: [
    ...filtersInPath(list).map(filterParameter),
    inQuery('after', '`next` of the page before'),
    inQuery('limit', `Rows of a page; ${PER_PAGE} if not given`, { type: 'integer', minimum: 1, maximum: MOST }),
  ],
  answers: { 200: answer('A page', pageSchema(list)) },
  refused: refusedLists(list),
});

const csvOperation = (list: AnyList): Operation => ({
  ...{ operationId: `list${nameOf(list)}AsCsv`, summary: `${list.title}, all of them as CSV` },
  parameters: filtersInPath(list).map(filterParameter),
  answers: { 200: { description: 'A CSV', ...content('text/csv', TEXT) } },
  refused: refusedLists(list),
});

const actionOperation = (action: RunAction): Operation => ({
  ...{ operationId: action.name, summary: action.button },
  ...(action.question === undefined ? {} : { description: action.question }),
  parameters: [ONCE],
  requestBody: content('application/json', sent(`${capital(action.name)}Body`, actionBodySchema(action))),
  answers: { 200: answer('What was done', DONE_SCHEMA) },
  refused: [403, 404, 409, 413, 422],
});
