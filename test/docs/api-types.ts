import { API, nameOfRef, rowsOf, type Schema } from './api-reference.ts';

const WIDTH = 120;
const NAMES: Readonly<Record<string, string>> = { integer: 'number' };

const quoted = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`);

/** The type of a value, as lines: all but the first one are indented below it. */
function typeOf(schema: Schema): string {
  const { $ref, type = 'unknown', anyOf, items, properties, additionalProperties, required = [] } = schema;
  if (typeof type !== 'string') return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'null') return type;
  if ($ref !== undefined) return `ApiSchemas['${nameOfRef($ref)}']`;
  if (schema.enum !== undefined) return schema.enum.map((one) => `'${one}'`).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (items !== undefined) return `readonly ${items.enum ? `(${typeOf(items)})` : typeOf(items)}[]`;
  if (typeof additionalProperties === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(([name, one]) => {
      // What is said about a field is in the reference of the API.
      const isOptional = !required.includes(name);
      return field(`readonly ${quoted(name)}${isOptional ? '?' : ''}`, typeOf(one), '    ');
    });
    return fields.length === 0 ? 'Readonly<Record<string, never>>' : ['{', ...fields, '  }'].join('\n');
  }
  return NAMES[type] ?? type;
}

/** A line of a type, or a union below it if it is too wide. */
function field(name: string, type: string, indent: string): string {
  const line = `${indent}${name}: ${type};`;
  if (line.split('\n')[0]!.length <= WIDTH || !type.includes(' | ')) return line;
  return `${indent}${name}:\n${type
    .split(' | ')
    .map((one) => `${indent}  | ${one}`)
    .join('\n')};`;
}

/** The rows of the lists by their path in the client: `runs/12/payments`. */
const lists = Object.entries(API.paths).flatMap(([path, { get }]) => {
  const rows = get && rowsOf(get);
  return rows ? [{ path: path.slice(1), rows }] : [];
});

const key = (path: string) =>
  path.includes('{') ? `[path: \`${path.replace(/\{\w+\}/g, '$${string}')}\`]` : `readonly ${quoted(path)}`;

const actions = Object.entries(API.paths).flatMap(([path, { post }]) => {
  const [, name] = /^\/runs\/\{run\}\/(\w+)$/.exec(path) ?? [];
  const body = post?.requestBody?.content['application/json']?.schema;
  return name && body ? [{ name, body }] : [];
});

/** The schemas that these refer to, and so on. */
function reached(schemas: readonly unknown[], found = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!found.has(name)) reached([API.components.schemas[name]], found.add(name));
  return found;
}

/** What the client names besides rows and bodies. */
const NAMED = ['RowsOfRun', 'MadeRun', 'Run', 'CheckedSheet', 'ActionDone'].map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));
const SHOWN = reached([...NAMED, ...lists.map(({ rows }) => rows), ...actions.map(({ body }) => body)]);

/** The types of the client, from the OpenAPI document. */
export const apiTypes = (): string =>
  [
    '// Made from the OpenAPI document by `npm run docs:generate`: change the lists and schemas that it is made from.',
    '',
    '/** What the API takes and answers, as in `docs/reference/api.md`. */',
    'export interface ApiSchemas {',
    ...Object.entries(API.components.schemas)
      .filter(([name]) => SHOWN.has(name))
      .map(([name, schema]) => field(`readonly ${name}`, typeOf(schema), '  ')),
    '}',
    '',
    '/** The rows of each list. */',
    'export interface ApiLists {',
    ...lists.map(({ path, rows }) => `  ${key(path)}: ${typeOf(rows)};`),
    '}',
    '',
    '/** The body of each action. */',
    'export interface ApiActions {',
    ...actions.map(({ name, body }) => `  readonly ${name}: ${typeOf(body)};`),
    '}',
    '',
  ].join('\n');
