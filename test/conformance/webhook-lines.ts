import { expect } from 'vitest';
import { type Contractor, type Reply, type SubMerchant, US_ACCOUNT } from './client.ts';
import { expectOk, expectRefused, ISO_TIME, type Line, line } from './line.ts';
import { isSigned, type Receiver, startReceiver } from './receiver.ts';

const CREATE = 'POST /v1/subscriptions';
const LIST = 'GET /v1/subscriptions';
const GET = 'GET /v1/subscriptions/<webhook id>';
const PATCH = 'PATCH /v1/subscriptions/<webhook id>';
const DELETE = 'DELETE /v1/subscriptions/<webhook id>';

const ACTIONS =
  'created updated deleted processing completed failed returned processed password-reset compliance-check upload-received upload-processing upload-completed *'.split(
    ' ',
  );
const MODELS = 'user recipient upload batch payment recipientAccount *'.split(' ');

interface Post {
  readonly keys: SubMerchant;
  readonly receiver: Receiver;
  subscribe(change?: object): Promise<Reply>;
  readonly mine: Contractor['call'];
}

/** A line with a sub-merchant and a target of its own; webhooks are as they were afterwards. */
function posted(
  about: string,
  covers: (string | number)[] | string,
  run: (post: Post, contractor: Contractor) => Promise<void>,
): Line {
  return line(about, covers, async (contractor) => {
    const receiver = await startReceiver();
    const keys = await contractor.subMerchant();
    const mine: Contractor['call'] = (method, path, body) => contractor.call(method, path, body, { keys });
    const subscribe = (change = {}) =>
      mine('POST', '/v1/subscriptions', { action: '*', model: '*', target: receiver.url, ...change });
    try {
      await run({ keys, receiver, subscribe, mine }, contractor);
    } finally {
      await contractor.control('webhooks', {
        duplicate: 0,
        reorder: false,
        paused: false,
        validate: true,
        retryMs: 1000,
      });
      await receiver.close();
    }
  });
}

const CALLS: readonly Line[] = [
  posted(CREATE, [200, 'action', 'model', 'target', 'validation POST'], async ({ subscribe, receiver }) => {
    const reply = expectOk(await subscribe({ action: 'created', model: 'payment' }));
    expect(reply.body.subscription).toMatchObject({
      id: expect.any(String),
      action: 'created',
      model: 'payment',
      target: receiver.url,
    });
    expect(receiver.deliveries.map(({ text }) => text)).toEqual(['{}']);
  }),
  posted(CREATE, 'every action', async ({ subscribe }) => {
    for (const action of ACTIONS) expectOk(await subscribe({ action }));
    expectRefused(await subscribe({ action: 'danced' }), [400, 'invalid_field', 'action']);
  }),
  posted(CREATE, 'every model', async ({ subscribe }) => {
    for (const model of [...MODELS, 'merchant']) expectOk(await subscribe({ model }));
    expectRefused(await subscribe({ model: 'shoe' }), [400, 'invalid_field', 'model']);
  }),
  posted(CREATE, ['action', 'model', 'target'], async ({ subscribe }) => {
    for (const field of ['action', 'model', 'target']) {
      expectRefused(await subscribe({ [field]: undefined }), [400, 'empty_field', field]);
      expectRefused(await subscribe({ [field]: 5 }), [400, 'invalid_field', field]);
    }
    for (const target of ['shop', 'ftp://127.0.0.1/', 'http://', 'javascript:alert(1)'])
      expectRefused(await subscribe({ target }), [400, 'invalid_field', 'target']);
  }),
  posted(CREATE, 'validation POST', async ({ subscribe, receiver }) => {
    for (const status of [404, 204, 302, 500]) {
      receiver.answers = [status];
      expectRefused(await subscribe(), [400, 'invalid_field', 'target']);
    }
    expectRefused(await subscribe({ target: 'http://127.0.0.1:1/' }), [400, 'invalid_field', 'target']);
  }),
  posted(LIST, [200, 'list'], async ({ subscribe, mine, receiver }) => {
    expectOk(await mine('GET', '/v1/subscriptions'), { subscriptions: [] });
    const { id } = (await subscribe()).body.subscription;
    expect((await subscribe()).body.subscription.id).toBe(id);
    expectOk(await mine('GET', '/v1/subscriptions'), {
      subscriptions: [{ id, action: '*', model: '*', target: receiver.url }],
    });
  }),
  posted(GET, [200, 'subscription', 'not_found'], async ({ subscribe, mine }, { call }) => {
    const { id } = (await subscribe()).body.subscription;
    expectOk(await mine('GET', `/v1/subscriptions/${id}`), { subscription: { id, action: '*', model: '*' } });
    expectRefused(await mine('GET', '/v1/subscriptions/W-1'), [404, 'not_found']);
    expectRefused(await call('GET', `/v1/subscriptions/${id}`), [404, 'not_found']);
  }),
  posted(PATCH, [200, 'action', 'model', 'target', 'not_found'], async ({ subscribe, mine, receiver }) => {
    const path = `/v1/subscriptions/${(await subscribe()).body.subscription.id}`;
    const target = `${receiver.url}/2`;
    expectOk(await mine('PATCH', path, { action: 'created' }), { action: 'created', model: '*', target: receiver.url });
    expectOk(await mine('PATCH', path, { model: 'batch', target }), { action: 'created', model: 'batch', target });
    expect(receiver.deliveries).toHaveLength(2);
    expectRefused(await mine('PATCH', path, { action: 'danced' }), [400, 'invalid_field', 'action']);
    expectRefused(await mine('PATCH', path, { model: 5 }), [400, 'invalid_field', 'model']);
    expectRefused(await mine('PATCH', path, { target: 'shop' }), [400, 'invalid_field', 'target']);
    expectRefused(await mine('PATCH', '/v1/subscriptions/W-1', { action: '*' }), [404, 'not_found']);
  }),
  posted(DELETE, [200, 'deleted', 'not_found'], async ({ subscribe, mine }) => {
    const path = `/v1/subscriptions/${(await subscribe()).body.subscription.id}`;
    expectOk(await mine('DELETE', path));
    expectRefused(await mine('DELETE', path), [404, 'not_found']);
    expectOk(await mine('GET', '/v1/subscriptions'), { subscriptions: [] });
  }),
];

const DELIVERIES: readonly Line[] = [
  posted(
    'webhooks',
    ['signature', 'delivery id', 'body format', 'validation POST of {}', 'recipient events'],
    async (post, contractor) => {
      const { subscribe, receiver, keys, mine } = post;
      const { signingKey } = (await subscribe({ model: 'recipient' })).body.subscription;
      const id = await contractor.recipient({}, keys);
      await mine('PATCH', `/v1/recipients/${id}`, { firstName: 'Grace' });
      await mine('DELETE', `/v1/recipients/${id}`);
      expect((await receiver.names(6)).slice(1)).toEqual([
        'recipient:created',
        'recipient:compliance-check',
        'recipient:updated',
        'recipient:compliance-check',
        'recipient:deleted',
      ]);
      const [validation, first, , third] = receiver.deliveries;
      expect(validation!.text).toBe('{}');
      expect(first!.body).toMatchObject({
        model: 'recipient',
        action: 'created',
        body: { recipient: { id, firstName: 'Ada' } },
      });
      expect(third!.body.body.recipient.firstName).toBe('Grace');
      for (const delivery of receiver.deliveries) {
        expect(isSigned(delivery, signingKey)).toBe(true);
        expect(delivery.headers['x-paymentrails-created']).toMatch(ISO_TIME);
        expect(delivery.headers['content-type']).toBe('application/json');
      }
      const ids = receiver.deliveries.map(({ headers }) => headers['x-paymentrails-delivery']);
      expect(new Set(ids).size).toBe(ids.length);
    },
  ),
  posted('webhooks', 'recipientAccount events', async ({ subscribe, receiver, keys, mine }, { payee }) => {
    await subscribe({ model: 'recipientAccount' });
    const id = await payee(US_ACCOUNT, keys);
    const { accounts } = (await mine('GET', `/v1/recipients/${id}/accounts`)).body;
    await mine('DELETE', `/v1/recipients/${id}/accounts/${accounts[0].recipientAccountId}`);
    expect((await receiver.names(3)).slice(1)).toEqual(['recipientAccount:created', 'recipientAccount:deleted']);
    expect(receiver.deliveries[1]!.body.body.recipientAccount.accountNum).toBe('*******89');
  }),
  posted(
    'webhooks',
    ['batch events', 'payment events'],
    async ({ subscribe, receiver, keys, mine }, { batch, control }) => {
      await subscribe({ model: 'batch' });
      await subscribe({ model: 'payment' });
      const before = receiver.deliveries.length;
      const { id } = await batch(['10.00', '21.21', '22.22'], {}, keys);
      await control('outcomes', [
        { match: { amount: '21.21' }, outcome: 'failed', reason: 'x' },
        { match: { amount: '22.22' }, outcome: 'returned', reason: 'x' },
      ]);
      await mine('POST', `/v1/batches/${id}/start-processing`, {});
      await control('settle', {});
      await control('outcomes', []);
      const names = (await receiver.names(before + 13)).slice(before);
      expect(names.filter((name) => name.startsWith('batch'))).toEqual([
        'batch:created',
        'batch:processing',
        'batch:processed',
        'batch:completed',
      ]);
      expect(names.filter((name) => name.startsWith('payment'))).toEqual([
        ...Array(3).fill('payment:created'),
        ...Array(3).fill('payment:processing'),
        'payment:processed',
        'payment:failed',
        'payment:returned',
      ]);
      const last = receiver.deliveries.find(({ body }) => body.action === 'returned')!;
      expect(last.body.body.payment).toMatchObject({ status: 'returned', amount: '22.22', batch: { id } });
      const processing = receiver.deliveries.find(
        ({ body }) => body.model === 'payment' && body.action === 'processing',
      )!;
      expect(processing.body.body.payment.status).toBe('processing');
    },
  ),
  posted('webhooks', 'batch events', async ({ subscribe, receiver, keys, mine }, { batch, control }) => {
    await subscribe({ model: 'batch', action: 'failed' });
    const { id } = await batch(['31.31'], {}, keys);
    await control('outcomes', [{ match: { amount: '31.31' }, outcome: 'failed', reason: 'x' }]);
    await mine('POST', `/v1/batches/${id}/start-processing`, {});
    await control('settle', {});
    await control('outcomes', []);
    expect((await receiver.names(2)).slice(1)).toEqual(['batch:failed']);
    expect(receiver.deliveries[1]!.body.body.batch).toMatchObject({ id, status: 'failed' });
  }),
  line('webhooks', 'merchant events', async ({ subMerchant, call, control }) => {
    const receiver = await startReceiver();
    const keys = await subMerchant(true);
    await call('POST', '/v1/subscriptions', { action: 'updated', model: 'merchant', target: receiver.url }, { keys });
    await control('approve', { merchant: keys.id });
    expect((await receiver.names(2))[1]).toBe('merchant:updated');
    const { merchant } = receiver.deliveries[1]!.body.body;
    await receiver.close();
    expect(merchant).toEqual({
      id: expect.any(Number),
      merchantId: keys.id,
      name: expect.any(String),
      parentMerchantId: expect.stringMatching(/^M-/),
      status: 'approved',
      phone: expect.any(String),
      website: expect.any(String),
      sandbox: true,
      primaryCurrency: 'USD',
      allowedIPs: expect.any(String),
      allowedDomains: expect.any(String),
      country: 'US',
      region: null,
    });
  }),
  posted(
    'webhooks',
    'retry with the same delivery id',
    async ({ subscribe, receiver, keys }, { recipient, control }) => {
      await control('webhooks', { retryMs: 1 });
      await subscribe({ action: 'created' });
      receiver.answers = [500, 404];
      await recipient({}, keys);
      await receiver.names(4);
      const [, ...tries] = receiver.deliveries;
      expect(tries).toHaveLength(3);
      expect(new Set(tries.map(({ headers }) => headers['x-paymentrails-delivery'])).size).toBe(1);
    },
  ),
  posted('webhooks', 'duplicates on request', async ({ subscribe, receiver, keys }, { recipient, control }) => {
    await subscribe({ action: 'created' });
    await control('webhooks', { duplicate: 2 });
    await recipient({}, keys);
    await receiver.names(4);
    const [, ...tries] = receiver.deliveries;
    expect([tries.length, new Set(tries.map(({ headers }) => headers['x-paymentrails-delivery'])).size]).toEqual([
      3, 1,
    ]);
  }),
  posted('webhooks', 'reordering on request', async ({ subscribe, receiver, keys, mine }, { recipient, control }) => {
    await subscribe({ model: 'recipient' });
    await control('webhooks', { reorder: true, paused: true });
    await mine('DELETE', `/v1/recipients/${await recipient({}, keys)}`);
    await control('webhooks', { paused: false });
    expect((await receiver.names(4)).slice(1)).toEqual([
      'recipient:deleted',
      'recipient:compliance-check',
      'recipient:created',
    ]);
  }),
  posted('webhooks', 'only to this machine', async ({ subscribe, mine, keys }, { control, recipient }) => {
    for (const target of [
      'http://192.0.2.1/',
      'https://example.com/hook',
      'http://127.0.0.1.example.com/',
      'http://[::ffff:192.0.2.1]/',
    ]) {
      const { body } = expectRefused(await subscribe({ target }), [400, 'invalid_field', 'target']);
      expect(body.errors[0].message).toContain('on this machine');
    }
    await control('webhooks', { validate: false });
    const target = 'http://192.0.2.1/';
    expectOk(await subscribe({ target }));
    expectOk(await mine('GET', '/v1/subscriptions'), { subscriptions: [{ target }] });
    const sent = async () => (await control('webhooks')).body.counts.sent;
    const before = await sent();
    await recipient({}, keys);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await sent()).toBe(before);
  }),
  posted('webhooks', 'nothing of other merchants', async ({ subscribe, receiver, keys }, { recipient }) => {
    await subscribe({ action: 'created' });
    await recipient();
    const mine = await recipient({}, keys);
    await receiver.names(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(receiver.deliveries.slice(1).map(({ body }) => body.body.recipient.id)).toEqual([mine]);
  }),
];

export const WEBHOOK_LINES: readonly Line[] = [...CALLS, ...DELIVERIES];
