import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deliveryId, signDelivery } from '../../../src/sandbox/webhooks/sign-delivery.ts';
import { type Receiver, startReceiver } from '../../conformance/receiver.ts';
import { aRecipient, batchOf, startWorld, US_ACCOUNT, type World } from '../world.ts';

async function receiver(): Promise<Receiver> {
  const made = await startReceiver();
  onTestFinished(() => made.close());
  return made;
}

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'state.jsonl');
}

const subscribe = async ({ call }: World, target: string, change: object = {}) => {
  const { status, body } = await call('POST', '/v1/subscriptions', { action: '*', model: '*', target, ...change });
  expect(status).toBe(200);
  return body.subscription;
};
const counts = async ({ control }: World) => (await control('webhooks')).body.counts;

/** Waits until nothing is left to deliver. */
async function quiet(world: World): Promise<void> {
  const until = Date.now() + 50_000;
  while ((await counts(world)).pending > 0 && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 5));
}

test('the signature covers the time directly followed by the body', () => {
  expect(signDelivery('secret', 1791021600, '{"model":"payment"}')).toBe(
    't=1791021600,v1=118b52899aec0f84424fad925ed4c94e532a5294f016591e1773189ce6317bea',
  );
});

test('the same event for the same subscriber has the same delivery id', () => {
  expect(deliveryId('E-1', 'W-1', 'P-1')).toBe(deliveryId('E-1', 'W-1', 'P-1'));
  expect(deliveryId('E-1', 'W-1', 'P-1')).not.toBe(deliveryId('E-1', 'W-1', 'P-2'));
  expect(deliveryId('E-1', 'W-1', 'P-1')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('a batch is settled, and its subscriber notified, without any call', async () => {
  const target = await receiver();
  const world = await startWorld({ settleMs: 10 });
  await subscribe(world, target.url, { model: 'batch', action: 'completed' });
  const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), ['10.00']);
  await world.call('POST', `/v1/batches/${id}/start-processing`, {});
  world.clock.move(20);
  expect(await target.names(2)).toEqual(['undefined:undefined', 'batch:completed']);
});

test('undelivered events are delivered after a restart, with the same delivery ids', async () => {
  const target = await receiver();
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  await subscribe(before, target.url, { model: 'recipient', action: 'created' });
  target.answers = [500];
  const id = await aRecipient(before, null);
  await target.names(2);
  await before.sandbox.close();
  const after = await startWorld({ stateFile: file, clock: before.clock });
  expect(await target.names(3)).toEqual(['undefined:undefined', 'recipient:created', 'recipient:created']);
  const [, first, second] = target.deliveries;
  expect(second!.body.body.recipient.id).toBe(id);
  expect(second!.headers['x-paymentrails-delivery']).toBe(first!.headers['x-paymentrails-delivery']);
  await quiet(after);
  expect((await counts(after)).pending).toBe(0);
});

test('a target that never answers well is given up, and the next event is tried anyway', async () => {
  const target = await receiver();
  const world = await startWorld();
  await world.control('webhooks', { retryMs: 1 });
  await subscribe(world, target.url, { model: 'recipient', action: 'created' });
  target.answers = Array(6).fill(500);
  await aRecipient(world, null);
  await quiet(world);
  expect(await counts(world)).toMatchObject({ failed: 1, delivered: 0, retried: 5, pending: 0 });
  await aRecipient(world, null);
  await quiet(world);
  expect(await counts(world)).toMatchObject({ delivered: 1 });
});

test('a failing delivery does not block the next one', async () => {
  const target = await receiver();
  const world = await startWorld();
  await subscribe(world, target.url, { model: 'recipient', action: 'created' });
  // Both are there before the first one fails: it is tried again after a while, however long the second takes to be made.
  await world.control('webhooks', { retryMs: 1_000, paused: true });
  target.answers = [500];
  const first = await aRecipient(world, null);
  const second = await aRecipient(world, null);
  await world.control('webhooks', { paused: false });
  await target.names(4);
  expect(target.deliveries.slice(1).map(({ body }) => body.body.recipient.id)).toEqual([first, second, first]);
});

test('events go to a matching subscription, and to no deleted one', async () => {
  const [mine, gone] = [await receiver(), await receiver()];
  const world = await startWorld();
  await subscribe(world, mine.url, { model: 'recipient', action: 'updated' });
  const { id } = await subscribe(world, gone.url);
  await world.call('DELETE', `/v1/subscriptions/${id}`);
  const recipient = await aRecipient(world, null);
  await world.call('PATCH', `/v1/recipients/${recipient}`, { tags: ['x'] });
  await quiet(world);
  expect(await mine.names(2)).toEqual(['undefined:undefined', 'recipient:updated']);
  expect(gone.deliveries).toHaveLength(1);
});

test('without subscriptions nothing is queued', async () => {
  const world = await startWorld();
  await aRecipient(world, US_ACCOUNT);
  expect(await counts(world)).toMatchObject({ sent: 0, pending: 0 });
});

test('a reset removes subscriptions and pending deliveries', async () => {
  const target = await receiver();
  const world = await startWorld();
  await subscribe(world, target.url);
  await world.control('webhooks', { paused: true });
  await aRecipient(world, US_ACCOUNT);
  expect((await counts(world)).pending).toBeGreaterThan(0);
  await world.control('reset', {});
  await aRecipient(world, US_ACCOUNT);
  expect((await counts(world)).pending).toBe(0);
  expect(target.deliveries).toHaveLength(1);
});

test('a large batch notifies of every payment once, and of its end in order', async () => {
  const target = await receiver();
  const world = await startWorld();
  await subscribe(world, target.url, { model: 'payment', action: 'processed' });
  const { id } = await batchOf(world, await aRecipient(world, US_ACCOUNT), Array(1500).fill('10.00'));
  await world.control('outcomes', [{ match: { externalId: 'nobody' }, outcome: 'failed', reason: 'x' }]);
  await world.call('POST', `/v1/batches/${id}/start-processing`, {});
  expect((await world.control('settle', {})).body.settled).toBe(1);
  await quiet(world);
  const ids = target.deliveries.slice(1).map(({ body }) => body.body.payment.id);
  expect([ids.length, new Set(ids).size]).toEqual([1500, 1500]);
});

test('the signing key is in the file only if nothing seals it', async () => {
  const target = await receiver();
  const file = stateFile();
  const cipher = {
    seal: (line: string) => Buffer.from(line).toString('base64'),
    open: (line: string) => Buffer.from(line, 'base64').toString(),
  };
  const world = await startWorld({ stateFile: file, cipher });
  const { signingKey } = await subscribe(world, target.url);
  expect(readFileSync(file, 'utf8')).not.toContain(signingKey);
});

test.each([
  [{ duplicate: -1 }],
  [{ duplicate: 1.5 }],
  [{ duplicate: 'often' }],
  [{ retryMs: 1e9 }],
  [{ reorder: 'maybe' }],
])('the control path refuses %j', async (orders) => {
  const world = await startWorld();
  expect((await world.control('webhooks', orders)).status).toBe(400);
});
