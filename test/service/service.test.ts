import { afterEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { ServiceRefusal } from '../../src/service/service-refusal.ts';
import { freePort } from '../support/servers/free-port.ts';
import { type Script, type ScriptedServer, startScriptedServer } from '../support/servers/scripted-server.ts';
import { createTestService, type TestService } from '../support/test-service.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(
  script: (n: number, request: ScriptedServer['received'][number]) => Script,
  options: Parameters<typeof createTestService>[1] = {},
): Promise<TestService & { server: ScriptedServer }> {
  const server = await startScriptedServer(script);
  const client = createTestService(server.url, options);
  open.push(server, client);
  return { ...client, server };
}

const BATCH = { ok: true, batch: { id: 'B-1', status: 'open' } };
const BALANCES = { ok: true, balances: [{ type: 'paymentrails', currency: 'EUR', amount: '10.00' }] };
const refused = (code: string, field?: string, message = 'It is refused') => ({
  ok: false,
  errors: [{ code, field, message }],
});
const params = { id: 'B-1' };
const HTML = '<html><body>Please log in, jane@example.org</body></html>';

describe('a maintenance page', () => {
  /** The clock runs only in pauses. */
  function pausingClock(): Clock & { readonly pauses: number[] } {
    const pauses: number[] = [];
    let at = 1_800_000_000_000;
    return {
      pauses,
      now: () => at,
      sleep: async (ms) => {
        at += ms;
      },
      pause: async (ms) => {
        pauses.push(ms);
        at += ms;
      },
    };
  }
  const backoff = { attempts: 2, baseMs: 500, capMs: 8_000 };

  test.each([502, 503, 504])(
    'of HTTP %i is waited for with growing pauses, and the log says so once',
    async (status) => {
      const clock = pausingClock();
      const script = () => (clock.now() < 1_800_000_060_000 ? { status, body: HTML } : { body: BALANCES });
      const options = { clock, backoff, outageWaitMs: 300_000, windowMs: 1, perWindow: 10_000 };
      const { service, logged } = await start(script, options);
      expect((await service.call('listBalances', {})).balances).toHaveLength(1);
      expect(clock.pauses.slice(0, 4)).toEqual([375, 750, 1_500, 3_000]);
      expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(30_000);
      expect(logged().match(/maintenance page; waiting up to 5 min until it is back/g)).toHaveLength(1);
    },
  );

  test('that does not end is an outage when the limit is over', async () => {
    const clock = pausingClock();
    const options = { clock, backoff, outageWaitMs: 60_000, windowMs: 1, perWindow: 10_000 };
    const { service } = await start(() => ({ status: 503, body: HTML }), options);
    await expect(service.call('listBalances', {})).rejects.toMatchObject({ code: 'service_not_json', exitCode: 5 });
    const waited = clock.pauses.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(60_000);
    expect(waited).toBeLessThan(90_001);
  });

  test('in answer to a change is never answered with the same change', async () => {
    const { service, server } = await start(() => ({ status: 503, body: HTML }), { outageWaitMs: 60_000 });
    const body = { sourceCurrency: 'EUR', payments: [] };
    await expect(service.call('createBatch', { body })).rejects.toMatchObject({ retry: 'read-first' });
    expect(server.received).toHaveLength(1);
  });
});

describe('a response as an error', () => {
  test.each<[string, Script, string, string]>([
    ['400 invalid_field', { status: 400, body: refused('invalid_field', 'email') }, 'service_refused', 'never'],
    ['400 invalid_status', { status: 400, body: refused('invalid_status') }, 'service_refused', 'never'],
    ['406 invalid_status', { status: 406, body: refused('invalid_status') }, 'service_refused', 'never'],
    ['409 invalid_status', { status: 409, body: refused('invalid_status') }, 'service_refused', 'never'],
    ['406 empty_field', { status: 406, body: refused('empty_field', 'iban') }, 'service_refused', 'never'],
    ['410 deprecated', { status: 410, body: refused('deprecated_functionality_error') }, 'service_refused', 'never'],
    ['413', { status: 413, body: refused('invalid_field') }, 'service_refused', 'never'],
    ['401', { status: 401, body: refused('invalid_api_key') }, 'service_keys_refused', 'never'],
    ['401 without errors', { status: 401, body: {} }, 'service_keys_refused', 'never'],
    ['403', { status: 403, body: refused('not_authorized') }, 'service_not_authorized', 'never'],
    ['403 invalid_field', { status: 403, body: refused('invalid_field', 'id') }, 'service_refused', 'never'],
    ['404', { status: 404, body: refused('not_found') }, 'service_not_found', 'never'],
    ['500', { status: 500, body: refused('internal_server_error') }, 'service_failed', 'read-first'],
    ['500 of a partner', { status: 500, body: refused('partner_integration_error') }, 'service_failed', 'read-first'],
    ['503 without errors', { status: 503, body: {} }, 'service_failed', 'read-first'],
    ['502 as a page', { status: 502, body: HTML }, 'service_not_json', 'read-first'],
    ['200 as a page', { status: 200, body: HTML }, 'service_not_json', 'read-first'],
    ['404 as a page', { status: 404, body: HTML }, 'service_not_json', 'read-first'],
    ['an empty 200', { status: 200 }, 'service_not_json', 'read-first'],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }, 'service_not_json', 'read-first'],
    ['400 without errors', { status: 400, body: { message: 'no' } }, 'service_unexpected', 'read-first'],
    ['200 with ok false', { status: 200, body: refused('invalid_field') }, 'service_refused', 'never'],
    ['200 with ok false and a wrong key', { body: refused('invalid_api_key') }, 'service_keys_refused', 'never'],
    ['200 with ok false and nothing more', { body: { ok: false } }, 'service_unexpected', 'read-first'],
    ['200 without ok', { body: { batch: BATCH.batch } }, 'service_unexpected', 'read-first'],
    [
      '200 with another form',
      { body: { ok: true, batch: { id: 7, status: 'open' } } },
      'service_unexpected',
      'read-first',
    ],
    ['200 with null', { body: 'null' }, 'service_unexpected', 'read-first'],
  ])('%s', async (_, script, code, retry) => {
    const { service, server, records } = await start(() => script);
    const error = await service.call('startProcessing', { params }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, retry });
    expect(error).toBeInstanceOf(ServiceRefusal);
    expect(String(error)).not.toMatch(/undefined|\{|jane/);
    expect(server.received).toHaveLength(1);
    expect(records).toHaveLength(1);
  });

  test('of more than 32 MB is not read to its end, and may have taken effect', async () => {
    const long = { ...BATCH, padding: 'x'.repeat(33 * 1024 * 1024) };
    const { service, server } = await start(() => ({ body: long }));
    await expect(service.call('startProcessing', { params })).rejects.toMatchObject({ retry: 'read-first' });
    expect(server.received).toHaveLength(1);
  });

  test('has every item with its field, and a message that is safe to show', async () => {
    const { service } = await start(() => ({
      status: 400,
      body: {
        ok: false,
        errors: [
          { code: 'invalid_field', field: 'payments[3].recipient', message: 'jane@example.org is not known' },
          { code: 'empty_field', field: 'GB29NWBK60161331926819 ', message: '' },
          'nonsense',
        ],
      },
    }));
    const error = await service.call('startProcessing', { params }).catch((thrown: unknown) => thrown);
    expect((error as ServiceRefusal).refusals).toEqual([
      { code: 'invalid_field', field: 'payments[3].recipient', message: '[e-mail] is not known' },
      { code: 'empty_field', message: '' },
    ]);
    expect(String(error)).toContain('payments[3].recipient: [e-mail] is not known; empty_field');
  });

  test.each([
    [-95, '95 s behind'],
    [95, '95 s ahead of'],
  ])('names a clock that is off by %i s if the keys are refused', async (seconds, words) => {
    const theirs = 1_800_000_000_000;
    const clock: Clock = { ...systemClock, now: () => theirs + seconds * 1000 };
    const headers = { date: new Date(theirs).toUTCString() };
    const { service } = await start(() => ({ status: 401, headers, body: refused('invalid_api_key') }), { clock });
    const error = await service.call('listBalances', {}).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(new RegExp(`merchant acme .*${words}`));
  });

  test('is not read beyond what an answer can be, and the call counts as sent', async () => {
    const endless = () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)) }),
      );
    const { service } = await start(() => ({}), { fetch: async () => endless() });
    const error = await service.call('startProcessing', { params }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'service_unreachable' });
    expect(String(error)).toContain('ANSWER_TOO_LONG');
  });

  test('does not name a clock that is right', async () => {
    const { service } = await start(() => ({ status: 401, body: refused('invalid_api_key') }));
    await expect(service.call('listBalances', {})).rejects.toThrow(/keys of merchant acme\.$/);
  });

  const other = { ok: true, recipient: { id: 'R-2', status: 'active' }, payment: { id: 'P-2', status: 'pending' } };
  const otherBatch = { ok: true, batch: { id: 'B-2', status: 'open' }, batchSummary: { batchId: 'B-2' } };
  test.each([
    ['getRecipient', { id: 'R-1' }, other, 'safe'],
    ['getBatchPayment', { id: 'B-1', paymentId: 'P-1' }, other, 'safe'],
    ['getPayment', { paymentId: 'P-1' }, other, 'safe'],
    ['getBatch', params, otherBatch, 'safe'],
    ['getBatchSummary', params, otherBatch, 'safe'],
    ['generateQuote', params, otherBatch, 'safe'],
    ['startProcessing', params, otherBatch, 'read-first'],
  ] as const)('G2: the answer to %s is refused if it is about another object', async (call, asked, body, retry) => {
    const { service } = await start(() => ({ body }));
    await expect(service.call(call, { params: asked } as never)).rejects.toMatchObject({
      code: 'service_unexpected',
      message: expect.stringContaining('it is about another'),
      retry,
    });
  });

  test('refuses an amount that is not in quotes', async () => {
    const { service } = await start(() => ({
      body: { ok: true, payment: { id: 'P-1', status: 'pending', amount: 5 } },
    }));
    await expect(service.call('getPayment', { params: { paymentId: 'P-1' } })).rejects.toMatchObject({
      code: 'service_unexpected',
      message: expect.stringContaining('payment.amount'),
    });
  });
});

/**
 * A server of which the first `hanging` answers may never come, and a client that gives those up soon after the server
 * has the call, and waits for the others: none of them has to be quicker than a time limit.
 */
async function startHanging(script: (n: number) => Script, hanging: number) {
  const received = Array.from({ length: hanging }, () => Promise.withResolvers<void>());
  let sent = 0;
  const impatient: typeof fetch = (input, init) => {
    const arrival = received[sent++];
    if (!arrival) return fetch(input, { ...init, signal: null });
    const givenUp = new AbortController();
    const limit = init!.signal!;
    void arrival.promise.then(() => {
      if (limit.aborted) givenUp.abort();
      else limit.addEventListener('abort', () => givenUp.abort());
    });
    return fetch(input, { ...init, signal: givenUp.signal });
  };
  return start(
    (n) => {
      received[n]?.resolve();
      return script(n);
    },
    { timeoutMs: 150, fetch: impatient },
  );
}

describe('a repeated call', () => {
  const OTHERS: readonly [string, Script][] = [
    ['500', { status: 500, body: refused('internal_server_error') }],
    ['a page with 502', { status: 502, body: HTML }],
    ['no answer in time', { instead: 'hang' }],
    ['no end of the answer in time', { instead: 'hang_in_body' }],
    ['a dropped connection', { instead: 'drop' }],
    ['a connection dropped within the answer', { instead: 'drop_in_body' }],
  ];

  test.each(OTHERS)('after %s a call that reads is, until it succeeds', async (_, script) => {
    const { service, server, records } = await startHanging((n) => (n < 2 ? script : { body: BALANCES }), 2);
    expect((await service.call('listBalances', {})).balances[0]?.amount).toBe('10.00');
    expect(server.received).toHaveLength(3);
    expect(records.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(records[2]?.outcome).toBe('ok');
  });

  test.each(OTHERS)('after %s a quote is: it moves no money', async (_, script) => {
    const { service, server } = await startHanging((n) => (n === 0 ? script : { body: BATCH }), 1);
    expect((await service.call('generateQuote', { params })).batch.id).toBe('B-1');
    expect(server.received).toHaveLength(2);
  });

  for (const name of ['startProcessing', 'deleteBatch'] as const)
    test.each(OTHERS)(`G3: after %s ${name} never is`, async (_, script) => {
      const { service, server } = await startHanging(() => script, 9);
      await expect(service.call(name, { params })).rejects.toMatchObject({ retry: 'read-first' });
      expect(server.received).toHaveLength(1);
    });

  test('a call that reads is given up after some attempts', async () => {
    const { service, server } = await start(() => ({ status: 500, body: refused('internal_server_error') }));
    await expect(service.call('listBalances', {})).rejects.toMatchObject({ code: 'service_failed', retry: 'safe' });
    expect(server.received).toHaveLength(4);
  });

  test.each([
    ['a wrong key', { status: 401, body: refused('invalid_api_key') }],
    ['a refusal', { status: 400, body: refused('invalid_field') }],
    ['an unknown object', { status: 404, body: refused('not_found') }],
    ['a page', { status: 200, body: HTML }],
  ])('after %s nothing is, not even a call that reads', async (_, script) => {
    const { service, server } = await start(() => script);
    await expect(service.call('getBatch', { params })).rejects.toThrow();
    expect(server.received).toHaveLength(1);
  });

  test('if no connection is made, everything is: nothing was sent', async () => {
    const client = createTestService(`http://127.0.0.1:${await freePort()}`);
    open.push(client);
    await expect(client.service.call('deleteBatch', { params })).rejects.toMatchObject({
      code: 'service_unreachable',
      retry: 'safe',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(client.records.map(({ codes, outcome, status }) => [codes, outcome, status])).toEqual(
      Array.from({ length: 4 }, () => [['ECONNREFUSED'], 'dropped', null]),
    );
  });

  test('the pauses double up to a cap, and are spread by chance', async () => {
    const slept: number[] = [];
    const clock: Clock = {
      ...systemClock,
      sleep: (ms, signal) => {
        slept.push(ms);
        return systemClock.sleep(0, signal);
      },
    };
    const failing: Script = { status: 500, body: refused('internal_server_error') };
    for (const random of [0, 1]) {
      const { service, close } = await start(() => failing, {
        clock,
        windowMs: 600_000,
        random: () => random,
        backoff: { attempts: 5, baseMs: 100, capMs: 300 },
      });
      await service.call('listBalances', {}).catch(() => {});
      await close();
    }
    // The quota's own timers are the long ones.
    expect(slept.filter((ms) => ms <= 300)).toEqual([50, 100, 150, 150, 100, 200, 300, 300]);
  });
});

describe('a 429', () => {
  const limited: Script = {
    status: 429,
    headers: { 'x-rate-limit-remaining': '0' },
    body: refused('rate_limit_exceeded'),
  };

  test('is scheduled again, even for a call that changes something', async () => {
    const { service, server, records } = await start((n) => (n < 2 ? limited : { body: BATCH }));
    expect((await service.call('deleteBatch', { params })).ok).toBe(true);
    expect(server.received).toHaveLength(3);
    expect(records.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['rate_limited', 429],
      ['rate_limited', 429],
      ['ok', 200],
    ]);
  });

  test('is given up after some attempts', async () => {
    const { service, server } = await start(() => limited, { windowMs: 100 });
    await expect(service.call('deleteBatch', { params })).rejects.toMatchObject({
      code: 'service_rate_limited',
      retry: 'safe',
    });
    expect(server.received).toHaveLength(6);
  });

  test('G2: leaves a start to its caller, who compares the batch again', async () => {
    const { service, server } = await start(() => limited);
    await expect(service.call('startProcessing', { params })).rejects.toMatchObject({
      code: 'service_rate_limited',
      retry: 'safe',
    });
    expect(server.received).toHaveLength(1);
  });

  test('holds every call back until X-Rate-Limit-Reset, by the service’s clock', async () => {
    const ahead = 3_600_000;
    const resets: number[] = [];
    const arrived: number[] = [];
    const { service } = await start(
      (n) => {
        arrived.push(Date.now());
        if (n > 0) return { body: BALANCES };
        const reset = Math.ceil((Date.now() + 700) / 1000);
        resets.push(reset * 1000);
        const date = new Date(Date.now() + ahead).toUTCString();
        return { ...limited, headers: { date, 'x-rate-limit-reset': String(reset + ahead / 1000) } };
      },
      { windowMs: 10_000 },
    );
    await service.call('listBalances', {});
    await service.call('listBalances', {});
    expect(arrived).toHaveLength(3);
    expect(arrived[1]).toBeGreaterThanOrEqual(resets[0]! - 5);
  });
});

describe('the two forms of a path', () => {
  const unknown: Script = { status: 404, body: refused('not_found') };

  test.each([
    ['listBalances', {}, '/v1/balances', '/v1/balance', BALANCES],
    ['getBatchSummary', { params }, '/v1/batches/B-1/summary', '/v1/batch/B-1/summary', { ok: true, batchSummary: {} }],
  ] as const)('of %s: the other one is tried once, and remembered', async (name, input, first, second, body) => {
    const { service, server } = await start((_, { target }) => (target === second ? { body } : unknown));
    await service.call(name as 'listBalances', input as object);
    await service.call(name as 'listBalances', input as object);
    expect(server.received.map(({ target }) => target)).toEqual([first, second, second]);
  });

  test('an object that is unknown in both is not found, and no form is remembered for it', async () => {
    const { service, server } = await start((_, { target }) =>
      target === '/v1/batches/B-2/summary' ? { body: { ok: true, batchSummary: {} } } : unknown,
    );
    await expect(service.call('getBatchSummary', { params })).rejects.toMatchObject({ code: 'service_not_found' });
    await service.call('getBatchSummary', { params: { id: 'B-2' } });
    await expect(service.call('getBatchSummary', { params })).rejects.toMatchObject({ code: 'service_not_found' });
    expect(server.received.map(({ target }) => target)).toEqual([
      '/v1/batches/B-1/summary',
      '/v1/batch/B-1/summary',
      '/v1/batches/B-2/summary',
      '/v1/batches/B-1/summary',
    ]);
  });

  test('no other call tries another path', async () => {
    const { service, server } = await start(() => unknown);
    await expect(service.call('getBatch', { params })).rejects.toMatchObject({ code: 'service_not_found' });
    expect(server.received).toHaveLength(1);
  });
});

describe('a signal from the caller', () => {
  test('ends a call that reads with its own reason', async () => {
    const { service } = await start(() => ({ instead: 'hang' }));
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(service.call('listBalances', {}, { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('leaves a call that changes something with an unknown outcome, once it was sent', async () => {
    const stop = new AbortController();
    const { service, records } = await start(() => {
      setTimeout(() => stop.abort(new Error('enough')), 20);
      return { instead: 'hang' };
    });
    await expect(service.call('startProcessing', { params }, { signal: stop.signal })).rejects.toMatchObject({
      code: 'service_unreachable',
      retry: 'read-first',
    });
    expect(records).toHaveLength(1);
  });

  test('that came before sends nothing', async () => {
    const { service, server } = await start(() => ({ body: BATCH }));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(service.call('startProcessing', { params }, { signal })).rejects.toThrow('enough');
    expect(server.received).toHaveLength(0);
  });
});

describe('together', () => {
  test('a quote and its start are sent without a wait between them, though the quota is used up', async () => {
    const { service, server } = await start(() => ({ body: BATCH }), { perWindow: 2, windowMs: 400 });
    await service.together(2, async (permits) => {
      await service.call('generateQuote', { params }, { permits });
      await service.call('startProcessing', { params }, { permits });
      // A third one finds no seat and waits like every other.
      await service.call('getBatch', { params }, { permits });
    });
    expect(server.received.map(({ target }) => target)).toEqual([
      '/v1/batches/B-1/generate-quote',
      '/v1/batches/B-1/start-processing',
      '/v1/batches/B-1',
    ]);
  });

  test('a repeated quote does not take the permit of the start', async () => {
    const { service, server } = await start(
      (n) => (n === 0 ? { status: 500, body: refused('internal_server_error') } : { body: BATCH }),
      { perWindow: 10 },
    );
    const left = await service.together(2, async (permits) => {
      await service.call('generateQuote', { params }, { permits });
      return permits.left;
    });
    expect(left).toBe(1);
    expect(server.received).toHaveLength(2);
  });
});

describe('the record of a call', () => {
  test('has every attempt, without the query string', async () => {
    const { service, records } = await start((n) =>
      n === 0
        ? { status: 400, body: refused('invalid_field', 'email') }
        : { body: { ok: true, recipients: [], meta: { page: 1, pages: 0, records: 0 } } },
    );
    const query = { email: 'jane@example.org' };
    await service.call('listRecipients', { query }).catch(() => {});
    await service.call('listRecipients', { query });
    expect(records).toEqual([
      {
        at: expect.any(Number),
        method: 'GET',
        path: '/v1/recipients',
        status: 400,
        codes: ['invalid_field'],
        ms: expect.any(Number),
        attempt: 1,
        outcome: 'refused',
      },
      expect.objectContaining({ status: 200, codes: [], attempt: 1, outcome: 'ok' }),
    ]);
  });

  test('has no key, no bank detail, no e-mail address and no query string in the log or in an error', async () => {
    const { service, logged, records } = await start((_, { method }) =>
      method === 'GET'
        ? { status: 500, body: refused('internal_server_error', undefined, 'jane@example.org') }
        : {
            status: 406,
            body: refused('invalid_field', 'iban', 'DE89370400440532013000 of jane@example.org is wrong'),
          },
    );
    const errors = [
      await service.call('listRecipients', { query: { email: 'jane@example.org' } }).catch((error: unknown) => error),
      await service
        .call('createAccount', {
          params: { id: 'R-1' },
          body: { type: 'bank-transfer', iban: 'DE89370400440532013000', accountHolderName: 'Jane Roe' },
        })
        .catch((error: unknown) => error),
    ];
    expect(logged()).toContain('/v1/recipients');
    for (const text of [
      logged(),
      JSON.stringify(records),
      ...errors.map((error) => String(error) + JSON.stringify(error)),
    ])
      expect(text).not.toMatch(/SK-test|AK-test|DE8937|jane|Jane|\?/);
  });

  test('is not required for the result', async () => {
    const { service, logged } = await start(() => ({ body: BATCH }), {
      onCall: () => Promise.reject(new Error('database')),
    });
    expect((await service.call('startProcessing', { params })).batch.id).toBe('B-1');
    expect(logged()).toContain('not recorded');
  });
});

describe('an input that does not match the form', () => {
  test.each([
    [
      'an amount as a number',
      { sourceCurrency: 'EUR', payments: [{ recipient: { id: 'R-1' }, amount: 5, currency: 'EUR' }] },
    ],
    ['an amount with one decimal', { sourceCurrency: 'EUR', payments: [{ recipient: { id: 'R-1' }, amount: '5.5' }] }],
    ['an amount of nothing', { sourceCurrency: 'EUR', payments: [{ recipient: { id: 'R-1' }, amount: '0.00' }] }],
    [
      'both amounts',
      { sourceCurrency: 'EUR', payments: [{ recipient: { id: 'R-1' }, amount: '5', targetAmount: '5' }] },
    ],
    ['no currency', { payments: [] }],
  ])('is never sent: %s', async (_, body) => {
    const { service, server, records } = await start(() => ({ body: BATCH }));
    await expect(service.call('createBatch', { body: body as never })).rejects.toMatchObject({ code: 'defect' });
    expect([server.received.length, records.length]).toEqual([0, 0]);
  });

  test.each(['', '.', '..'])('is never sent: %j as an id', async (id) => {
    const { service, server } = await start(() => ({ body: BATCH }));
    await expect(service.call('deleteBatch', { params: { id } })).rejects.toMatchObject({ code: 'defect' });
    expect(server.received).toHaveLength(0);
  });

  test('cannot lead to another path by an id', async () => {
    const { service, server } = await start(() => ({
      body: { ok: true, batch: { id: '../recipients?x=1#', status: 'open' } },
    }));
    await service.call('getBatch', { params: { id: '../recipients?x=1#' } });
    expect(server.received[0]?.target).toBe('/v1/batches/..%2Frecipients%3Fx%3D1%23');
  });
});
