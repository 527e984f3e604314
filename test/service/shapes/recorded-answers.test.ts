import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/service/shapes/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/service/shapes/endpoints.ts';
import { createTestService } from '../../support/test-service.ts';

/** An exchange as it is kept in `recorded/`: made up from the contract and from what was seen on the wire; no real data. */
interface Recorded {
  readonly call: EndpointName;
  /** As the contract writes it, or as it is seen. */
  readonly form: 'contract' | 'wire';
  readonly note?: string;
  readonly input?: object;
  readonly exchanges: readonly {
    readonly request: string;
    /** What the client must send. */
    readonly sent?: unknown;
    readonly status?: number;
    readonly body: unknown;
  }[];
  /** What the client must read in the answer, by path. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** The error that it must end with instead. */
  readonly error?: string;
}

const FOLDER = join(import.meta.dirname, '../recorded');
const RECORDED: readonly Recorded[] = readdirSync(FOLDER).flatMap((file) =>
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
);
/** Where contract and wire differ, and the contract has an answer: both are there. */
const TWO_FORMS: readonly EndpointName[] = [
  'getBatchSummary',
  'listBalances',
  'listRecipientLogs',
  'deleteRecipient',
  'deleteRecipients',
  'deleteAccount',
  'deleteBatch',
  'updateAccount',
  'listWebhooks',
  'updateWebhook',
  'getPayment',
  'createRecipient',
  'createAccount',
];

/** A service that plays the exchanges in their order; anything else that is asked of it fails the test. */
function playing(exchanges: Recorded['exchanges']) {
  const seen: { request: string; body: unknown }[] = [];
  const played: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const sent = init?.body ? JSON.parse(Buffer.from(init.body as Uint8Array).toString('utf8')) : undefined;
    seen.push({ request: `${init?.method} ${url.pathname}${url.search}`, body: sent });
    const { status = 200, body } = exchanges[seen.length - 1] ?? { status: 500, body: {} };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  return { seen, played };
}

/** The call against the exchanges, by the real client with keys of the kind that it takes. */
async function replay({ call, input = {}, exchanges }: Recorded) {
  const { seen, played } = playing(exchanges);
  const client = createTestService('http://service.test', {
    fetch: played,
    merchant: { id: 'acme', keys: { accessKey: 'AK-test', secretKey: 'SK-test' }, kind: ENDPOINTS[call].keys },
  });
  const answer: unknown = await client.service.call(call, input as never).catch((error: unknown) => error);
  await client.close();
  return { answer, seen, logged: client.logged, records: client.records };
}

const valueAt = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], answer);

describe('a recorded answer', () => {
  test.each(RECORDED.map((one) => [`${one.call}, ${one.form}: ${one.note ?? one.error ?? 'a success'}`, one] as const))(
    '%s',
    async (_, recorded) => {
      const { answer, seen } = await replay(recorded);
      expect(seen.map(({ request }) => request)).toEqual(recorded.exchanges.map(({ request }) => request));
      for (const [n, { sent }] of recorded.exchanges.entries()) if (sent) expect(seen[n]?.body).toEqual(sent);
      if (recorded.error) return void expect(answer).toMatchObject({ code: recorded.error, retry: 'never' });
      const read = Object.keys(recorded.reads ?? {}).map((path) => [path, valueAt(answer, path)]);
      expect(Object.fromEntries(read)).toEqual(recorded.reads);
    },
  );

  test('exists for every call of the table, and in both forms if they differ', () => {
    const successes = RECORDED.filter(({ reads }) => reads !== undefined);
    const names = Object.keys(ENDPOINTS) as EndpointName[];
    expect(names.filter((name) => !successes.some(({ call }) => call === name))).toEqual([]);
    const formsOf = (name: EndpointName) => successes.filter(({ call }) => call === name).map(({ form }) => form);
    expect(TWO_FORMS.filter((name) => new Set(formsOf(name)).size < 2)).toEqual([]);
  });
});

/** Every place of an answer that has a value, as its path. */
function placesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]));
}

function withValue(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

describe('a response that does not fit', () => {
  const AMOUNTS =
    /^(amount|.*Amount|.*[fF]ees?|exchangeRate|routeMinimum|pendingCredit|pendingDebit|[ABC]|ach|paypal|min|max)$/;
  /** The contract has them as strings; nothing here reads them, so an odd one does not cost the answer. */
  const NOT_RELIED_ON =
    /withholdingAmount$|estimatedFees$|accounts?\.(\d\.)?recipientFees$|batchSummary\.(balances|detail)|^batch\.payments\./i;
  const successes = RECORDED.filter(({ reads }) => reads !== undefined);

  test('with an amount, a fee or a rate that is a number is never accepted', () => {
    const taken: string[] = [];
    let tried = 0;
    for (const recorded of successes) {
      const { answer } = ENDPOINTS[recorded.call];
      const { body } = recorded.exchanges.at(-1)!;
      for (const path of placesOf(body)) {
        const value = valueAt(body, path.join('.'));
        if (typeof value !== 'string' || !AMOUNTS.test(path.at(-1)!) || !/^\d+(\.\d+)?$/.test(value)) continue;
        if (NOT_RELIED_ON.test(path.join('.'))) continue;
        tried += 1;
        if (answer.safeParse(withValue(body, path, Number(value))).success)
          taken.push(`${recorded.call}: ${path.join('.')}`);
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(taken).toEqual([]);
  });

  const ODD: readonly [what: string, call: EndpointName, path: string, value: unknown][] = [
    ['an id that is a number', 'getRecipient', 'recipient.id', 7],
    ['an empty id', 'createRecipient', 'recipient.id', ''],
    ['a list that is an object', 'listRecipients', 'recipients', {}],
    ['a list that is null', 'listFees', 'fees', null],
    ['a page without a count', 'listRecipients', 'meta.records', null],
    ['a page number that is no number', 'listPayments', 'meta.pages', 'one'],
    ['a status that is a number', 'getBatch', 'batch.status', 1],
    ['a count that is no number', 'getBatch', 'batch.totalPayments', 'one'],
    ['a switch that is text', 'getPayoutMethod', 'payoutMethod.enabled', 'true'],
    ['a method without a status', 'listPayoutMethods', 'payoutMethods.0.status', null],
    ['an amount with a thousands separator', 'listFees', 'fees.0.bankTransfer.ach', '1,000.00'],
    ['an amount with a currency', 'getPayment', 'payment.fees', '10.00 USD'],
    ['an amount in scientific notation', 'getPayment', 'payment.sourceAmount', '1e3'],
    ['an amount under a name that is a bank detail', 'listFees', 'fees.0.bankTransfer.DE89370400440532013000', 1],
    ['a webhook without an id', 'createWebhook', 'subscription.id', null],
    ['a secret key that is empty', 'createSubMerchant', 'merchant.secretKey', ''],
    ['a secret key that is a number', 'createSubMerchant', 'merchant.secretKey', 12345678],
    ['text in the place of a record', 'putBankAccount', 'merchantBankAccount', 'done'],
  ];

  test.each(ODD)('is an error that names the place and not the value: %s', async (_, call, path, value) => {
    const recorded = successes.find((one) => one.call === call)!;
    const [last, ...before] = recorded.exchanges.toReversed();
    const odd = { ...last!, body: withValue(last!.body, path.split('.'), value) };
    const { answer, seen, logged, records } = await replay({ ...recorded, exchanges: [...before, odd] });
    const { effect, repeatable }: Endpoint = ENDPOINTS[call];
    expect(answer).toMatchObject({
      code: 'service_unexpected',
      retry: effect === 'reads' || repeatable ? 'safe' : 'read-first',
    });
    expect(String(answer)).toContain(
      path
        .split('.')
        .at(-1)!
        .replace(/^DE\d+$/, '[account]'),
    );
    // It succeeded in a form that is not known: sending it again would do it twice.
    expect(seen).toHaveLength(recorded.exchanges.length);
    const reported = [String(answer), JSON.stringify(answer), logged(), JSON.stringify(records)].join();
    expect(reported).not.toMatch(/recorded-secret|12345678|SK-|AK-|thousand|1,000|1e3/);
  });

  test.each([
    ['null', null],
    ['text', 'fine'],
    ['a list', [{ ok: true }]],
    ['a number', 200],
    ['nothing but ok', { ok: true }],
    ['ok as text', { ok: 'true' }],
    ['ok as a number', { ok: 1 }],
  ])('is an error for every call: %s', async (_, body) => {
    const taken: string[] = [];
    // These rely on nothing but ok.
    const OK_ONLY =
      /^(delete|updateOnboarding|setWidgetColors|listWalletPayers|createRevenueStream|update(Account|Webhook)$)/;
    for (const call of Object.keys(ENDPOINTS) as EndpointName[]) {
      if ((body as { ok?: unknown } | null)?.ok === true && OK_ONLY.test(call)) continue;
      if (ENDPOINTS[call].answer.safeParse(body).success) taken.push(call);
    }
    expect(taken).toEqual([]);
  });
});

describe('keys', () => {
  const successes = RECORDED.filter(({ reads, form }) => reads !== undefined && form === 'contract');

  test.each(['createSubMerchant', 'createSandboxMerchant'] as const)(
    'that %s returns are in the response only: not in the log, not in the records of calls',
    async (call) => {
      const { answer, logged, records } = await replay(successes.find((one) => one.call === call)!);
      expect(valueAt(answer, 'merchant.secretKey')).toBe('SK-recorded-secret');
      expect(records).toHaveLength(1);
      expect(logged() + JSON.stringify(records)).not.toMatch(/recorded-(secret|access)|SK-|AK-|Example Ltd/);
    },
  );

  test('of the wrong kind are refused before anything is sent, for every call of the table', async () => {
    const { seen, played } = playing([]);
    for (const kind of ['merchant', 'parent'] as const) {
      const keys = { accessKey: 'AK-test', secretKey: 'SK-test' };
      const client = createTestService('http://service.test', {
        fetch: played,
        merchant: { id: 'acme', keys, kind },
        perWindow: 1,
      });
      for (const call of Object.keys(ENDPOINTS) as EndpointName[]) {
        if (ENDPOINTS[call].keys === kind) continue;
        const error = await client.service.call(call, {} as never).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'keys_of_wrong_kind', retry: 'never', exitCode: 2 });
        expect(String(error)).toMatch(
          /requires the keys of a (merchant|parent), but acme has those of a (merchant|parent)/,
        );
      }
      expect(client.records).toEqual([]);
      await client.close();
    }
    expect(seen).toEqual([]);
  });

  test('of a parent are for sub-merchants only', () => {
    const ofParent = Object.entries(ENDPOINTS).filter(([, { keys }]) => keys === 'parent');
    expect(ofParent.map(([name]) => name)).toEqual([
      'createSubMerchant',
      'createSandboxMerchant',
      'deleteSandboxMerchant',
    ]);
  });
});
