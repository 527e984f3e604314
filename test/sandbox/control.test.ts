import { request } from 'node:http';
import { expect, test } from 'vitest';
import { aRecipient, batchOf, startWorld, US_ACCOUNT } from './world.ts';

/** What a new merchant has, but for what was paid. */
const balancesOf = (left: Readonly<Record<string, string>>) =>
  ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD'].map((currency) => ({
    merchant: 'Sandbox merchant',
    currency,
    amount: left[currency] ?? '1000000.00',
  }));

test('the ledger has exactly what happened', async () => {
  const world = await startWorld();
  const id = await aRecipient(world, US_ACCOUNT, { referenceId: 'ada', email: 'ada@example.org' });
  const batch = await batchOf(world, id, ['10.00'], { payment: { externalId: 'p-1' }, batch: { tags: ['run-1'] } });
  await world.call('POST', `/v1/batches/${batch.id}/start-processing`, {});
  await world.call('POST', `/v1/batches/${batch.id}/start-processing`, {});
  await aRecipient(world, null);
  const gone = await aRecipient(world, null);
  await world.call('DELETE', `/v1/recipients/${gone}`);
  const payment = {
    id: batch.payments.payments[0].id,
    externalId: 'p-1',
    recipientId: id,
    recipientReferenceId: 'ada',
    recipientEmail: 'ada@example.org',
    accountId: batch.payments.payments[0].account.id,
    batchId: batch.id,
    amount: '10.00',
    currency: 'USD',
    recipientFees: batch.payments.payments[0].recipientFees,
    merchantFees: batch.payments.payments[0].merchantFees,
    targetAmount: batch.payments.payments[0].targetAmount,
    targetCurrency: 'USD',
    reason: null,
    timesPaid: 1,
  };
  const batches = [{ id: batch.id, tags: ['run-1'], startCalls: 2 }];
  const requests = { [world.sandbox.merchant.accessKey]: { total: 8, refused: 0, maxInWindow: 8 } };
  const balances = balancesOf({ USD: '999990.00' });
  expect((await world.control('ledger')).body).toEqual({
    payments: [{ ...payment, status: 'processing' }],
    batches: batches.map((one) => ({ ...one, status: 'processing' })),
    recipients: 2,
    requests,
    balances,
  });
  await world.control('settle', {});
  expect((await world.control('ledger')).body).toEqual({
    payments: [{ ...payment, status: 'processed' }],
    batches: batches.map((one) => ({ ...one, status: 'complete' })),
    recipients: 2,
    requests,
    balances,
  });
});

test('a payment that was not started counts as never paid', async () => {
  const world = await startWorld();
  await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
  const { payments, batches } = (await world.control('ledger')).body;
  expect([payments[0].status, payments[0].timesPaid, batches[0].startCalls]).toEqual(['pending', 0, 0]);
});

test('reset removes everything except the keys', async () => {
  const world = await startWorld({ quota: 6, addressQuota: 1000 });
  await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
  await world.control('fund', { currency: 'USD', amount: '5.00' });
  await world.control('outcomes', [{ match: { amount: '10.00' }, outcome: 'failed', reason: 'no' }]);
  await world.control('faults', [{ match: {}, times: 100, status: 500 }]);
  expect((await world.control('reset', {})).body).toEqual({ ok: true });
  expect((await world.control('ledger')).body).toEqual({
    payments: [],
    batches: [],
    recipients: 0,
    requests: { [world.sandbox.merchant.accessKey]: { total: 0, refused: 0, maxInWindow: 0 } },
    balances: balancesOf({}),
  });
  const { body, headers } = await world.call('GET', '/v1/balances');
  expect(body.balances.map(({ amount }: { amount: string }) => amount)).toEqual(['1000000.00']);
  expect(headers.get('x-rate-limit-remaining')).toBe('5');
});

test.each([
  ['fund', { currency: 'QQQ', amount: '1.00' }, 'currency'],
  ['fund', { currency: 'USD', amount: 1 }, 'amount'],
  ['fund', { currency: 'USD', amount: '1.001' }, 'amount'],
  ['fund', 7, 'body'],
  ['outcomes', [{ match: {}, outcome: 'failed', reason: 'x' }], 'match'],
  ['outcomes', [{ match: { shoe: '42' }, outcome: 'failed' }], 'match'],
  ['outcomes', [{ match: { amount: '1.00' }, outcome: 'lost' }], 'outcome'],
])('%s %j is refused', async (path, body, field) => {
  const { control } = await startWorld();
  const { status, body: answer } = await control(path, body);
  expect([status, answer.ok, answer.errors[0].field]).toEqual([400, false, field]);
});

test('a page of another site cannot reach the control paths', async () => {
  const { sandbox } = await startWorld();
  const { port } = new URL(sandbox.url);
  const status = await new Promise((resolve, reject) => {
    request({ port, path: '/_sandbox/ledger', headers: { Host: 'evil.example' } }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers['access-control-allow-origin']]);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toEqual([403, undefined]);
  expect((await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'OPTIONS' })).status).toBe(404);
});
