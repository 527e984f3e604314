import { z } from 'zod';
import type { RunAction } from '../actions/action.ts';
import type { Filter } from '../lists/filters.ts';
import { type AnyList, columnsOn } from '../lists/list.ts';
import { API_ACTIONS, bodyOfAction, pathOfAction } from './action-routes.ts';
import { API_LISTS, filtersInPath, MOST, PER_PAGE, pathOfList } from './list-routes.ts';
import { PROBLEM_TYPE } from './problem.ts';
import { FORM_SENT, ROWS_SENT } from './sent-sheet.ts';

type Json = Readonly<Record<string, unknown>>;

const ref = (name: string): Json => ({ $ref: `#/components/${name}` });
const text: Json = { type: 'string' };
const content = (type: string, schema: Json): Json => ({ content: { [type]: { schema } } });
const answer = (description: string, schema: Json): Json => ({ description, ...content('application/json', schema) });
/** What each request can be answered with, besides its own. */
const REFUSALS = ['400', '401', '403', '404', '409', '413', '422', '429', '500', '503'] as const;
const refusals: Json = Object.fromEntries(REFUSALS.map((status) => [status, ref('responses/Problem')]));

const inPath = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
const inQuery = (name: string, description: string, schema: Json = text): Json => ({
  name,
  in: 'query',
  description,
  schema,
});
const capital = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const sent = (schema: z.ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
};
const openSchema = (properties: Json = {}): Json => ({ type: 'object', properties, additionalProperties: true });

const ONCE: Json = {
  ...{ name: 'Idempotency-Key', in: 'header', schema: { ...text, maxLength: 255 } },
  description: 'Sent again with the same content, the request has the first answer. Kept for 30 days.',
};

/** The interface of `/api/v1` as an OpenAPI 3.1 document, made from the lists, the actions and what is accepted. */
export function apiDescription(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const add = (method: 'get' | 'post', path: string, operation: Json) => {
    const at = path.replace(/:(\w+)/g, '{$1}');
    const { parameters = [], responses, ...rest } = operation as { parameters?: readonly Json[]; responses: Json };
    paths[at] = {
      ...paths[at],
      [method]: { ...rest, parameters: [...inPath(path), ...parameters], responses: { ...responses, ...refusals } },
    };
  };
  for (const list of API_LISTS) {
    add('get', pathOfList(list), listOperation(list));
    add('get', `${pathOfList(list)}.csv`, csvOperation(list));
  }
  add('post', '/runs', {
    ...{ operationId: 'makeRun', summary: 'Makes a run of a sheet or of rows, to be submitted' },
    ...{ parameters: [ONCE], requestBody: SHEET_BODY },
    responses: { 201: answer('The run', openSchema({ run: text })) },
  });
  add('get', '/runs/:run', {
    ...{ operationId: 'readRun', summary: 'A run, its outcome, and what is to be submitted' },
    responses: {
      200: answer('The run', openSchema({ run: text, state: text, toSubmit: { type: ['object', 'null'] } })),
    },
  });
  add('get', '/runs/:run/results.xlsx', {
    ...{ operationId: 'readResults', summary: 'The sheet with the outcome of every row, for makers' },
    responses: {
      200: { description: 'A workbook', ...content('application/octet-stream', { ...text, format: 'binary' }) },
    },
  });
  for (const action of API_ACTIONS) add('post', pathOfAction(action), actionOperation(action));
  add('post', '/checks', {
    ...{ operationId: 'check', summary: 'What is wrong in a sheet or in rows; nothing is stored' },
    requestBody: SHEET_BODY,
    responses: { 200: answer('Every problem by row and column', openSchema({ rows: { type: 'integer' } })) },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Payrun', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: { Problem: { description: 'It was refused', ...content(PROBLEM_TYPE, ref('schemas/Problem')) } },
      schemas: {
        Problem: {
          ...{ type: 'object', required: ['type', 'title', 'status', 'code', 'detail'] },
          properties: { type: text, title: text, status: { type: 'integer' }, code: text, detail: text, next: text },
        },
      },
    },
  };
}

const SHEET_BODY: Json = {
  required: true,
  content: {
    'application/json': { schema: sent(ROWS_SENT) },
    'multipart/form-data': { schema: withFile(sent(FORM_SENT)) },
  },
};

function withFile(schema: Json): Json {
  const { properties } = schema as { properties: Json };
  return { ...schema, properties: { sheet: { ...text, format: 'binary' }, ...properties }, required: ['sheet'] };
}

const idOf = ({ of, name }: AnyList): string => `list${of === 'run' ? 'Run' : ''}${capital(name)}`;

const filterParameter = ([name, { summary, choices, open }]: readonly [string, Filter<unknown>]): Json =>
  inQuery(name, `Only ${summary}`, choices && !open ? { ...text, enum: choices.map(([value]) => value) } : text);

function listOperation(list: AnyList): Json {
  const { name, title } = list;
  const properties = Object.fromEntries(
    list.document ? [] : columnsOn(list.columns, 'json').map((one) => [one.name, {}]),
  );
  return {
    ...{ operationId: idOf(list), summary: title },
    parameters: [
      ...filtersInPath(list).map(filterParameter),
      inQuery('after', '`next` of the page before'),
      inQuery('limit', `Rows of a page; ${PER_PAGE} if not given`, { type: 'integer', minimum: 1, maximum: MOST }),
    ],
    responses: {
      200: answer('A page', {
        ...{ type: 'object', required: [name, 'more', 'next'] },
        properties: {
          [name]: { type: 'array', items: openSchema(properties) },
          more: { type: 'boolean' },
          next: { type: ['string', 'null'] },
        },
      }),
    },
  };
}

const csvOperation = (list: AnyList): Json => ({
  ...{ operationId: `${idOf(list)}AsCsv`, summary: `${list.title}, all of them as CSV` },
  parameters: filtersInPath(list).map(filterParameter),
  responses: { 200: { description: 'A CSV', ...content('text/csv', text) } },
});

const actionOperation = (action: RunAction): Json => ({
  ...{ operationId: action.name, summary: `${action.button}: ${action.command.summary}` },
  parameters: [ONCE],
  requestBody: content('application/json', sent(bodyOfAction(action))),
  responses: {
    200: answer('What was done, and the runs that go on', {
      ...{ type: 'object', required: ['done', 'runs'] },
      properties: { done: text, runs: { type: 'array', items: text } },
    }),
  },
});
