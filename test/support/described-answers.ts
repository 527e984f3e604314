import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Readonly<Record<string, unknown>>;
interface Answered {
  readonly method: string;
  /** As the description has it: `/runs/{run}`. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

const newAjv = () => new Ajv2020({ allErrors: true, allowUnionTypes: true, formats: FORMATS });

const faultsIn = (validate: ValidateFunction, at = ''): readonly string[] =>
  (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${at}${instancePath} ${message} ${JSON.stringify(params)}`,
  );

/** What a document has otherwise than its schema says. A field that it does not have is a fault, too. */
export function faultsOf(schema: Json, document: object): readonly string[] {
  const validate = newAjv().compile(closed(schema) as Json);
  validate(JSON.parse(JSON.stringify(document)));
  return faultsIn(validate);
}

/** Checks answers against an OpenAPI document. A field that it does not have is a fault, too. */
export function describedAnswers(document: Json) {
  const ajv = newAjv();
  const { components, paths } = document as {
    readonly components: Json & { readonly responses: Json };
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Json }>>>>;
  };
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'api', components: closed(components) });
  const validators = new Map<string, ValidateFunction>();
  const visited = new Set<string>();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ method, path, responses })),
  );

  function contentOf({ method, path, status }: Pick<Answered, 'method' | 'path' | 'status'>): Json | null {
    const found = paths[path]?.[method]?.responses[status] as Json | undefined;
    const name = (found?.$ref as string | undefined)?.split('/').at(-1);
    const response = name === undefined ? found : (components.responses[name] as Json);
    return (response?.content as Json | undefined) ?? null;
  }

  return {
    operations,
    /** What is wrong with an answer; an empty list if nothing is. */
    faults(answered: Answered): readonly string[] {
      const { method, path, status, type, body } = answered;
      const at = `${method} ${path} ${status}`;
      visited.add(at);
      const content = contentOf(answered);
      if (content === null) return [`${at} is not described: ${JSON.stringify(body)}`];
      const media = content[type] as { readonly schema: Json } | undefined;
      if (media === undefined) return [`${at} has the type ${type}, and not ${Object.keys(content).join(', ')}`];
      if (!type.endsWith('json')) return [];
      const validate = validators.get(at) ?? ajv.compile(inDocument(closed(media.schema)) as Json);
      validators.set(at, validate);
      validate(body);
      return faultsIn(validate, `${at} `);
    },
    /** What is described and was not asked for. */
    unvisited: (): readonly string[] =>
      operations
        .flatMap(({ method, path, responses }) => Object.keys(responses).map((status) => `${method} ${path} ${status}`))
        .filter((at) => !visited.has(at)),
  };
}

const FORMATS = {
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text),
  binary: true as const,
};

const each = (value: unknown, change: (found: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((one) => each(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, each(one, change)])));
};

/** Objects have the fields that are described, and no others. */
const closed = (value: unknown) =>
  each(value, (found) =>
    typeof found.properties === 'object' && found.type === 'object' ? { additionalProperties: false, ...found } : found,
  );

const inDocument = (value: unknown) =>
  each(value, (found) => (typeof found.$ref === 'string' ? { ...found, $ref: `api${found.$ref}` } : found));
