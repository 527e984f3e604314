import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Readonly<Record<string, unknown>>;
interface Answered {
  readonly method: string;
  /** As the description has it: `/runs/{run}`. */
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
  /** The request; null: no body. */
  readonly sent: { readonly type: string; readonly body: unknown } | null;
}

const newAjv = () => new Ajv2020({ allErrors: true, allowUnionTypes: true, formats: FORMATS });

const faultsIn = (validate: ValidateFunction, at = ''): readonly string[] =>
  (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${at}${instancePath} ${message} ${JSON.stringify(params)}`,
  );

/** Differences between a document and its schema. A field without description is a fault, too. */
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
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly responses: Json; readonly requestBody?: Json }>>>
    >;
  };
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'api', components: closed(components) });
  const validators = new Map<string, ValidateFunction>();
  const visited = new Set<string>();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, requestBody }]) => ({
      ...{ method, path, responses },
      bodies: (requestBody?.content ?? {}) as Json,
    })),
  );

  function contentOf({ method, path, status }: Pick<Answered, 'method' | 'path' | 'status'>): Json | null {
    const found = paths[path]?.[method]?.responses[status] as Json | undefined;
    const name = (found?.$ref as string | undefined)?.split('/').at(-1);
    const response = name === undefined ? found : (components.responses[name] as Json);
    return (response?.content as Json | undefined) ?? null;
  }

  function faultsInJson(at: string, media: unknown, body: unknown): readonly string[] {
    const { schema } = media as { readonly schema: Json };
    const validate = validators.get(at) ?? ajv.compile(inDocument(closed(schema)) as Json);
    validators.set(at, validate);
    validate(body);
    return faultsIn(validate, `${at} `);
  }

  /** A body that is accepted is described. */
  function faultsInSent({ method, path, status, sent }: Answered): readonly string[] {
    if (sent === null || status >= 300) return [];
    const at = `${method} ${path} ${sent.type}`;
    visited.add(at);
    const { bodies } = operations.find((one) => one.method === method && one.path === path)!;
    if (!(sent.type in bodies)) return [`${at} is not described`];
    return sent.type.endsWith('json') ? faultsInJson(at, bodies[sent.type], sent.body) : [];
  }

  return {
    operations,
    /** Faults of an answer, or of its request; an empty list if there are none. */
    faults(answered: Answered): readonly string[] {
      const { method, path, status, type, body } = answered;
      const at = `${method} ${path} ${status}`;
      visited.add(at);
      const content = contentOf(answered);
      if (content === null) return [`${at} is not described: ${JSON.stringify(body)}`];
      if (!(type in content)) return [`${at} has the type ${type}, and not ${Object.keys(content).join(', ')}`];
      return [...faultsInSent(answered), ...(type.endsWith('json') ? faultsInJson(at, content[type], body) : [])];
    },
    /** Described operations that were not requested. */
    unvisited: (): readonly string[] =>
      operations
        .flatMap(({ method, path, responses, bodies }) =>
          [...Object.keys(responses), ...Object.keys(bodies)].map((one) => `${method} ${path} ${one}`),
        )
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
