import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { saveSubscription } from '../../../src/ledger/webhooks/webhook-subscription.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createApp } from '../../../src/web/app.ts';
import { serveApp, type WebServer } from '../../../src/web/serve-app.ts';
import { receiveWebhooks } from '../../../src/web/webhooks/receive-webhooks.ts';
import { describeDatabases } from '../../support/database.ts';
import { type SendOptions, SIGNING_KEY, webhookSender } from '../../support/servers/webhook-sender.ts';
import { addTestMerchant } from '../../support/test-run.ts';

const ID = '0197a1b2-0000-7000-8000-0000000000aa';
const payment = (more: object = {}, action = 'processed') => ({
  model: 'payment',
  action,
  body: { payment: { id: 'P-1', status: action, externalId: ID, recipient: { email: 'ada@example.com' }, ...more } },
});
const batch = (action: string, id: unknown = 'B-1') => ({ model: 'batch', action, body: { batch: { id } } });

describeDatabases('the receiver of webhooks', (database) => {
  let ledger: Ledger;
  let server: WebServer;
  let came = 0;
  let moved = 0;
  const logged: string[] = [];
  const refused: string[] = [];
  const send = webhookSender(() => server.url);

  beforeAll(async () => {
    ledger = await database.open();
    const subscription = { model: 'payment', action: 'processed', target: 'http://127.0.0.1/webhooks/default' };
    for (const [merchant, key] of [
      ['default', SIGNING_KEY],
      ['other', 'the key of another'],
    ] as const) {
      await addTestMerchant(ledger, merchant);
      await saveSubscription(ledger.db, ledger.vault, { ...subscription, merchant, remoteId: 'W-1' }, key);
    }
    const log = createLog('info', { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream);
    const feature = receiveWebhooks({
      ledger,
      clock: { ...systemClock, now: () => Date.now() + moved },
      log,
      toleranceMs: 300_000,
      came: () => {
        came++;
      },
      refused: (why) => refused.push(why),
    });
    server = await serveApp(createApp([feature], log), { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const kept = async () =>
    (
      await ledger.db.query<{ merchant_id: string; model: string; action: string; state: string; payment_id: string }>(
        'select merchant_id, model, action, state, payment_id, batch_remote_id, note from payrun.webhook_delivery order by id',
      )
    ).rows;

  const TAKEN: readonly [name: string, body: unknown, kept: object][] = [
    ['the end of a payment', payment(), { model: 'payment', action: 'processed', state: 'new', payment_id: ID }],
    ['the end of a batch', batch('completed'), { model: 'batch', state: 'new', batch_remote_id: 'B-1' }],
    [
      'a model that no one knows',
      { model: 'upload', action: 'created', body: {} },
      { model: 'upload', state: 'ignored' },
    ],
    ['an action that no one knows', payment({}, 'exploded'), { action: 'exploded', state: 'ignored' }],
    ['what happens before the end', payment({}, 'processing'), { action: 'processing', state: 'ignored' }],
    ['a payment that someone else made', payment({ externalId: 'INV-1' }), { state: 'ignored', payment_id: null }],
    ['a payment without an id of ours', payment({ externalId: null }), { state: 'ignored' }],
    ['a batch whose id is none', batch('completed', { id: 1 }), { state: 'ignored' }],
    ['a model that is a trap', '{"model":"__proto__","action":"processed"}', { model: '__proto__', state: 'ignored' }],
    [
      'a model that is no word',
      { model: { $: 1 }, action: 'a b\u0000' },
      { model: '?', action: '?', state: 'ignored' },
    ],
    ['an object that says nothing', { a: 1 }, { model: '?', state: 'ignored' }],
    ['a payment with text that no column takes', payment({ memo: '\u0000' }), { state: 'new' }],
  ];
  it.each(TAKEN)('stores %s', async (_, body, expected) => {
    const before = (await kept()).length;
    const woken = came;
    expect(await send(body)).toBe(200);
    const now = await kept();
    expect(now).toHaveLength(before + 1);
    expect(now.at(-1)).toMatchObject({ merchant_id: 'default', ...expected });
    expect(came - woken).toBe(now.at(-1)!.state === 'new' ? 1 : 0);
  });

  it('stores a signed body once, under whatever id it is sent again', async () => {
    const body = payment({ memo: 'repeated' });
    // One signature, however long the sending takes.
    const at = Date.now();
    expect(await send(body, { id: 'first', at })).toBe(200);
    const before = (await kept()).length;
    for (const id of ['second', 'third']) expect(await send(body, { id, at })).toBe(200);
    expect(await kept()).toHaveLength(before);
    expect(await send(body, { id: 'fourth', at, age: 7 })).toBe(200);
    expect(await kept(), 'signed anew it is another one').toHaveLength(before + 1);
  });

  const REFUSED: readonly [name: string, body: unknown, options: SendOptions, status: number][] = [
    ['another key', payment(), { key: 'wrong' }, 401],
    ['no signature', payment(), { unsigned: true }, 401],
    ['another body than was signed', payment(), { signed: '{}' }, 401],
    ['a signature of 301 s ago', payment(), { age: 301 }, 401],
    ['a signature of the future', payment(), { age: -302 }, 401],
    ['a merchant that nobody knows', payment(), { merchant: 'nobody' }, 401],
    ['a merchant whose name is no name', payment(), { merchant: "a'--" }, 401],
    ['the delivery of one merchant at the address of another', payment(), { merchant: 'other' }, 401],
    ['a body that is not JSON', '{"model":', {}, 400],
    ['a body that is no object', '[1]', {}, 400],
    ['an empty body', '', {}, 400],
    ['a body that is not JSON, unsigned', '{"model":', { unsigned: true }, 401],
    ['a body of 257 KB', payment({ memo: 'x'.repeat(257 * 1024) }), {}, 413],
  ];
  it.each(REFUSED)('refuses %s, and stores nothing', async (_, body, options, status) => {
    const before = (await kept()).length;
    expect(await send(body, options)).toBe(status);
    expect(await kept()).toHaveLength(before);
  });

  it('counts each refused delivery, and logs at most one line a minute', async () => {
    moved += 120_000;
    const lines = logged.length;
    const counted = refused.length;
    for (let n = 0; n < 50; n++) await send(payment(), { unsigned: true });
    await send('[1]');
    expect(refused.slice(counted)).toEqual([...Array(50).fill('signature'), 'content']);
    expect(logged.slice(lines)).toHaveLength(2);
    moved += 60_001;
    await send(payment(), { unsigned: true });
    expect(JSON.parse(logged.at(-1)!)).toMatchObject({ times: 50, msg: expect.stringContaining('signature') });
    moved = 0;
  });

  it('answers the check for an endpoint, signed or not, for any merchant', async () => {
    const before = (await kept()).length;
    expect(await send('{}', { unsigned: true })).toBe(200);
    expect(await send('{ }\n', { merchant: 'nobody', unsigned: true })).toBe(200);
    expect(await send({})).toBe(200);
    expect(await kept()).toHaveLength(before);
  });

  it('gives the same answer to an unknown merchant and to a wrong signature', async () => {
    const ask = async (merchant: string) => {
      const response = await fetch(`${server.url}/webhooks/${merchant}`, { method: 'POST', body: '{"a":1}' });
      return [response.status, await response.text()];
    };
    expect(await ask('default')).toEqual([401, expect.any(String)]);
    expect(await ask('nobody')).toEqual(await ask('default'));
  });

  it('stores a delivery once, however often and however concurrently it comes; another merchant may have the same id', async () => {
    const before = (await kept()).length;
    const id = randomUUID();
    expect(await Promise.all(Array.from({ length: 20 }, () => send(payment({ memo: id }), { id })))).toEqual(
      Array(20).fill(200),
    );
    expect(await kept()).toHaveLength(before + 1);
    expect(await send(payment(), { id, merchant: 'other', key: 'the key of another' })).toBe(200);
    expect(await kept()).toHaveLength(before + 2);
  });

  it('accepts many at once', async () => {
    const before = (await kept()).length;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(payment({ memo: `no. ${n}` }))));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await kept()).toHaveLength(before + 50);
  });

  it('accepts the key of a subscription that was made after it started', async () => {
    await addTestMerchant(ledger, 'late');
    expect(await send(payment(), { merchant: 'late', key: 'new' })).toBe(401);
    const subscription = { merchant: 'late', remoteId: 'W-9', model: '*', action: '*', target: 'http://127.0.0.1' };
    await saveSubscription(ledger.db, ledger.vault, subscription, 'new');
    moved = 1_000;
    expect(await send(payment(), { merchant: 'late', key: 'new' })).toBe(200);
  });

  it('answers as JSON on unknown paths', async () => {
    const response = await fetch(`${server.url}/elsewhere`);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { ok: false, errors: [{ code: 'not_found' }] },
    ]);
    expect((await fetch(`${server.url}/webhooks/default`)).status).toBe(404);
  });

  it('G5: stores no name and no address, and no key in plain text: neither in the log nor in the database', async () => {
    const { rows } = await ledger.db.query<{ row: string }>(
      'select d::text as row from payrun.webhook_delivery d union all select s::text from payrun.webhook_subscription s',
    );
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const text of [...rows.map(({ row }) => row), ...logged])
      for (const secret of ['ada@example.com', SIGNING_KEY]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(hex(secret));
      }
    expect(rows.length).toBeGreaterThan(10);
    expect(logged.length).toBeGreaterThan(10);
  });
});
