import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interfaceDocument } from '../../../src/engine/context/open-api-document.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { Endpoint } from '../../../src/service/shapes/endpoint.ts';
import { ENDPOINTS } from '../../../src/service/shapes/endpoints.ts';
import { ENDPOINTS as CONTRACT } from '../../conformance/contract.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

type Json = Record<string, unknown>;
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Json;
}
interface Reply {
  readonly $ref?: string;
  readonly content?: Record<string, { schema: Json }>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-keys': 'merchant' | 'parent';
  readonly security: readonly Json[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Json }> };
  readonly responses: Readonly<Record<string, Reply>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

// As a reader of the JSON sees it.
const document: Document = JSON.parse(JSON.stringify(interfaceDocument()));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const TABLE: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);

/** What a reference leads to; undefined where it leads nowhere. */
const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);

function refsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));
}

describe('the OpenAPI document', () => {
  it('is of version 3.1, with the required parts', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: '1' });
    expect(Object.keys(document.components.securitySchemes!)).toEqual(['signature', 'timestamp']);
    const known = new Set(['openapi', 'info', 'servers', 'tags', 'paths', 'components']);
    expect(Object.keys(document).filter((key) => !known.has(key))).toEqual([]);
  });

  it('has no reference that leads nowhere, and no unused schema', () => {
    const refs = new Set(refsIn(document));
    expect([...refs].filter((ref) => resolve(ref) === undefined)).toEqual([]);
    const unused = Object.keys(document.components.schemas!).filter(
      (name) => !refs.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('has every call of the table, once, with a name, a summary and its keys', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(TABLE.map(([name]) => name).filter((name) => !ids.includes(name))).toEqual([]);
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(['merchant', 'parent']).toContain(operation['x-keys']);
      expect(operation.security).toEqual([{ signature: [], timestamp: [] }]);
      expect(document.tags).toContainEqual({ name: operation.tags[0] });
    }
  });

  it('has every call of the contract', () => {
    const there = new Set(
      operations.map(({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`),
    );
    const asked = CONTRACT.map(({ method, path }) => {
      const versioned = path.startsWith('/v1/') ? path : `/v1${path}`;
      return `${method} ${versioned.replaceAll(/:\w+|<[^>]*>/g, '*')}`;
    });
    expect(asked.length).toBeGreaterThan(35);
    expect(asked.filter((one) => !there.has(one))).toEqual([]);
  });

  it.each(
    operations.map(({ path, method, operation }) => [`${method.toUpperCase()} ${path}`, path, operation] as const),
  )('%s: its parameters are those of its path, its request and its answers are described', (_, path, operation) => {
    const [, endpoint] = TABLE.find(([name]) => operation.operationId.replace(/Otherwise$/, '') === name)!;
    const inPath = operation.parameters.filter((one) => one.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required, schema }) => required && Object.keys(schema).length > 0)).toBe(true);
    const inQuery = operation.parameters.filter((one) => one.in === 'query');
    expect(inQuery.length > 0).toBe(endpoint.query !== undefined);
    expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined || endpoint.method === 'POST');
    if (operation.requestBody) expect(operation.requestBody.content['application/json']?.schema).toBeTypeOf('object');

    const { 200: done, ...refused } = operation.responses;
    const answer = resolve(String(done?.content?.['application/json']?.schema.$ref)) as Json;
    expect(answer).toMatchObject({ type: 'object', properties: { ok: { const: true } } });
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['401', '403', '429', '500']));
    for (const { $ref } of Object.values(refused)) {
      const reply = resolve(String($ref)) as Reply;
      expect(reply.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ErrorEnvelope' });
    }
  });

  it('describes the form of an error', () => {
    expect(document.components.schemas!.ErrorEnvelope).toMatchObject({
      type: 'object',
      properties: {
        ok: { const: false },
        errors: {
          type: 'array',
          items: { properties: { code: {}, field: {}, message: {} }, required: ['code', 'message'] },
        },
      },
      required: ['ok', 'errors'],
    });
  });

  it('has the statuses that the contract lists for each call', () => {
    const missing = CONTRACT.flatMap(({ method, path, statuses }) => {
      const versioned = path.startsWith('/v1/') ? path : `/v1${path}`;
      const form = versioned.replaceAll(/:\w+|<[^>]*>/g, '*');
      const found = operations.find(
        (one) => one.method === method.toLowerCase() && one.path.replaceAll(/\{\w+\}/g, '*') === form,
      )!;
      return statuses
        .filter((status) => !found.operation.responses[status])
        .map((status) => `${method} ${path}: ${status}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('a sandbox', () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ openApi: interfaceDocument, quota: 10_000 });
  });
  afterAll(() => sandbox.close());

  it('serves the document to everybody, including browsers of other origins', async () => {
    const response = await fetch(`${sandbox.url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual(document);
  });

  it('without a document has nothing there', async () => {
    const other = await startSandbox();
    const response = await fetch(`${other.url}/openapi.json`);
    await other.close();
    expect([response.status, await response.json()]).toMatchObject([404, { ok: false }]);
  });

  it('knows every path of the document, for keys of the kind that it names and for no other', async () => {
    const unanswered: string[] = [];
    const { merchant, parent } = sandbox;
    const other = { merchant: parent, parent: merchant };
    for (const { path, method, operation } of operations) {
      const url = path.replace('{payoutMethod}', 'paypal').replaceAll(/\{\w+\}/g, 'X-1');
      const body = operation.requestBody ? {} : undefined;
      const call = signedFetch({ url: sandbox.url, keys: sandbox[operation['x-keys']] });
      const answered = await call(method.toUpperCase(), url, body);
      const messages = JSON.stringify(answered.body.errors ?? '');
      // What answers with anything but this knows the path.
      if (
        messages.includes('nothing at this path') ||
        (answered.status === 403 && messages.includes('not_authorized')) ||
        answered.status >= 500
      )
        unanswered.push(`${method} ${path}: ${answered.status} ${messages}`);
      const documented = answered.status === 200 || operation.responses[answered.status] !== undefined;
      if (!documented) unanswered.push(`${method} ${path}: ${answered.status} is not in the document`);
      const wrong = await signedFetch({ url: sandbox.url, keys: other[operation['x-keys']] })(
        method.toUpperCase(),
        url,
        body,
      );
      if (wrong.status !== 403) unanswered.push(`${method} ${path}: the other keys get ${wrong.status}`);
    }
    expect(unanswered).toEqual([]);
  });
});
