import { apiDescription } from '../../src/api/api-description.ts';
import { code, markdownTable, prose } from './markdown.ts';

export type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The OpenAPI document of the API. */
export const API = JSON.parse(JSON.stringify(apiDescription())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export const nameOfRef = (ref: string): string => ref.split('/').at(-1)!;

/** The schema of an answer that is JSON. */
export const answerOf = ({ responses }: Described): Schema | undefined =>
  (responses[200] ?? responses[201])?.content?.['application/json']?.schema;

const WORDS: Readonly<Record<string, string>> = { string: 'text', integer: 'number' };

/** Cells are described as columns of sheets. */
const OWN_PAGE: Readonly<Record<string, string>> = { PaymentRow: 'columns.md' };

function typeOf(schema: Schema): string {
  const { $ref, type = 'string', anyOf, items, additionalProperties } = schema;
  if (typeof type !== 'string') return `${typeOf({ ...schema, type: type[0]! })}?`;
  if ($ref !== undefined) {
    const name = nameOfRef($ref);
    return `[${name}](${OWN_PAGE[name] ?? `#${name.toLowerCase()}`})`;
  }
  if (anyOf !== undefined) return `${typeOf(anyOf[0]!)}?`;
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object') return `${typeOf(additionalProperties)} by key`;
  return schema.format === 'date-time' ? 'time' : (WORDS[type] ?? type);
}

const fieldsTable = ({ properties = {}, required = [] }: Schema) =>
  markdownTable(
    ['field', 'type', 'what it holds'],
    Object.entries(properties).map(([name, schema]) => [
      code(required.includes(name) ? name : `${name}?`),
      typeOf(schema),
      schema.description ?? '',
    ]),
  );

function parametersOf({ parameters }: Described): string {
  const own = parameters.filter((one) => one.in === 'query' && !['after', 'limit'].includes(one.name));
  return own.map(({ name }) => code(name)).join(', ');
}

const bodyOf = ({ requestBody }: Described) =>
  Object.values(requestBody?.content ?? {})
    .map(({ schema }) => typeOf(schema))
    .join(' or ');

/** The rows of the page that a list answers; null if it is no list. */
export function rowsOf(operation: Described): Schema | null {
  const ref = answerOf(operation)?.$ref;
  const { properties = {} } = (ref && API.components.schemas[nameOfRef(ref)]) || {};
  return 'next' in properties ? Object.values(properties).find(({ items }) => items)!.items! : null;
}

const linkOf = (operation: Described) => {
  const schema = rowsOf(operation) ?? answerOf(operation);
  return schema === undefined ? 'a file' : typeOf(schema);
};

/** Fields that say enough by their names are in one line. */
function objectText({ enum: codes, properties = {}, ...schema }: Schema): string {
  if (codes !== undefined) return codes.map(code).join(', ');
  if (Object.values(properties).some(({ description }) => description)) return fieldsTable({ properties, ...schema });
  return Object.entries(properties)
    .map(([name, one]) => `${code(name)} ${typeOf(one)}`)
    .join(', ');
}

const methods = (method: 'get' | 'post', isMeant: (path: string, operation: Described) => boolean) =>
  Object.entries(API.paths).flatMap(([path, operations]) => {
    const operation = operations[method];
    return operation && isMeant(path, operation) ? [{ path, operation }] : [];
  });

const isList = (operation: Described) => rowsOf(operation) !== null;

/** The reference of the API, from its OpenAPI document. */
export function apiReference(): string {
  const lists = methods('get', (_, operation) => isList(operation));
  const others = methods('get', (path, operation) => !isList(operation) && !path.endsWith('.csv'));
  return [
    '# API reference',
    'Paths under `/api/v1`, from `GET /api/v1/openapi.json`: how they are used is in [API](../api.md). A type with `?` may be null, a field with `?` may be\nmissing; fields may be added, and are not renamed. Amounts and ids are text, times ISO 8601 in UTC.',
    '## Lists',
    'Each takes `limit` and `after`, and answers its rows under the last word of its path, `more` (whether others follow) and `next` (`after` of the next page,\nnull at the end); a list of a period also `period`: [Period](#period). The same path with `.csv` has all rows as CSV.',
    markdownTable(
      ['path', 'filters', 'rows'],
      lists.map(({ path, operation }) => [code(`GET ${path}`), parametersOf(operation), linkOf(operation)]),
    ),
    '## Other paths',
    markdownTable(
      ['path', 'does', 'body', 'answer'],
      [
        ...others.map(({ path, operation }) => ({ at: `GET ${path}`, operation })),
        ...methods('post', () => true).map(({ path, operation }) => ({ at: `POST ${path}`, operation })),
      ].map(({ at, operation }) => [
        code(at),
        prose([operation.summary, operation.description].filter(Boolean).join('. ')),
        bodyOf(operation),
        linkOf(operation),
      ]),
    ),
    'All `POST` but `/checks` take the header `Idempotency-Key`. A request that is refused is answered by a [Problem](#problem).',
    '## Objects',
    ...Object.entries(API.components.schemas)
      .filter(([name]) => OWN_PAGE[name] === undefined && !/^[A-Z]\w+Page$/.test(name))
      .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([name, schema]) => `### ${name}\n\n${objectText(schema)}`),
  ].join('\n\n');
}
