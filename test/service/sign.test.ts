import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { sign } from '../../src/service/sign.ts';
import { type ScriptedServer, startScriptedServer } from '../support/servers/scripted-server.ts';
import { createTestService, TEST_KEYS, type TestService } from '../support/test-service.ts';

let server: ScriptedServer;
let client: TestService;
afterEach(async () => {
  await client.close();
  await server.close();
});

async function start(body: unknown) {
  server = await startScriptedServer(() => ({ body }));
  client = createTestService(server.url);
}

/** The service's own check: over what came over the wire, never over JSON that was written again. */
function verifies({ method, target, headers, body }: ScriptedServer['received'][number]): boolean {
  const head = Buffer.from(`${headers['x-pr-timestamp']}\n${method}\n${target}\n`);
  const wanted = createHmac('sha256', TEST_KEYS.secretKey)
    .update(Buffer.concat([head, body, Buffer.from('\n')]))
    .digest('hex');
  return headers.authorization === `prsign ${TEST_KEYS.accessKey}:${wanted}`;
}

const meta = { page: 1, pages: 0, records: 0 };

describe('a signature', () => {
  test('is the one that other implementations of HMAC-SHA256 give', async () => {
    await start({});
    const request = { method: 'POST', target: '/v1/batches/?a=b', body: Buffer.from('{"x":"ü"}') };
    // printf '1791021600\nPOST\n/v1/batches/?a=b\n{"x":"ü"}\n' | openssl dgst -sha256 -hmac secret
    expect(sign({ accessKey: 'AK-1', secretKey: 'secret' }, 1791021600, request)).toEqual({
      authorization: 'prsign AK-1:a8b65cd472b0ad72042ee080d3d62a68f762ecc99d9b199303f25463f79ffa33',
      'x-pr-timestamp': '1791021600',
    });
  });

  test('holds for the raw bytes of a body in any script', async () => {
    await start({ ok: true, recipient: { id: 'R-1', status: 'incomplete' } });
    await client.service.call('createRecipient', {
      body: { type: 'individual', email: 'zoë@example.org', firstName: 'Zoë "Z" \u2028', lastName: '李😀' },
    });
    expect(server.received[0]?.body.toString()).toContain('李😀');
    expect(verifies(server.received[0]!)).toBe(true);
  });

  test('holds for a query string exactly as it is sent', async () => {
    await start({ ok: true, recipients: [], meta });
    await client.service.call('listRecipients', {
      query: { email: 'a+b&c=d@example.org', search: "O'Neil (ö) 100% *" },
    });
    expect(new URL(server.received[0]!.target, server.url).searchParams.get('email')).toBe('a+b&c=d@example.org');
    expect(verifies(server.received[0]!)).toBe(true);
  });

  test('holds for a GET, which has no body, and for a POST without one, which sends {}', async () => {
    await start({ ok: true, batch: { id: 'B-1', status: 'open' } });
    await client.service.call('getBatch', { params: { id: 'B-1' } });
    await client.service.call('generateQuote', { params: { id: 'B-1' } });
    expect(server.received.map(({ body }) => body.toString())).toEqual(['', '{}']);
    expect(server.received.map(verifies)).toEqual([true, true]);
  });

  test('holds if the service is below a path, and for a DELETE with and without a body', async () => {
    server = await startScriptedServer(() => ({ body: { ok: true } }));
    client = createTestService(`${server.url}/gate/`);
    await client.service.call('deleteBatch', { params: { id: 'B-1' } });
    await client.service.call('deleteBatches', { body: { ids: ['B-1', 'B-2'] } });
    expect(server.received.map(({ target }) => target)).toEqual(['/gate/v1/batches/B-1', '/gate/v1/batches']);
    expect(server.received.map(({ body }) => body.toString())).toEqual(['', '{"ids":["B-1","B-2"]}']);
    expect(server.received.map(verifies)).toEqual([true, true]);
  });

  test('is made when the call is sent, not when it begins to wait', async () => {
    server = await startScriptedServer(() => ({ body: { ok: true, balances: [] } }));
    client = createTestService(server.url, { perWindow: 1, windowMs: 1_200 });
    await client.service.call('listBalances', {});
    const asked = Math.floor(Date.now() / 1000);
    await client.service.call('listBalances', {});
    expect(Number(server.received[1]?.headers['x-pr-timestamp'])).toBeGreaterThan(asked);
  });
});
