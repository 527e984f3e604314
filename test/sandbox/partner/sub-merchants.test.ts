import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { MerchantKeys } from '../../../src/model.ts';
import { coverPart } from '../../../src/sandbox/payments/fees.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { startWorld, type World } from '../world.ts';

const as = ({ sandbox, clock }: World, keys: MerchantKeys) => signedFetch({ url: sandbox.url, keys }, clock.now);

async function subMerchant(world: World, name = 'Shop'): Promise<MerchantKeys & { id: string }> {
  const { body } = await as(world, world.sandbox.parent)('POST', '/v1/profile/sandbox', {
    apikey: true,
    merchant: { name, currency: 'USD' },
  });
  return body.merchant;
}

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'state.jsonl');
}

test('a restart keeps sub-merchants, their settings and deletions', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  const [kept, gone] = [await subMerchant(before), await subMerchant(before)];
  const call = as(before, kept);
  await before.control('approve', { merchant: kept.id });
  await call('PATCH', '/v1/payout-methods/bank-transfer', { enabled: true, enabledCountries: ['US'] });
  await call('PATCH', '/v1/fees', { currency: 'USD', integration: 'bankTransfer', type: 'ach', amount: '0.25' });
  const stream = {
    currency: 'USD',
    integration: 'paypal',
    routeType: 'paypal',
    merchantAmountType: 'fixed',
    merchantAmount: '1.00',
  };
  await call('POST', '/v1/fees/revenue-stream/create', stream);
  await as(before, before.sandbox.parent)('DELETE', '/v1/profile/sandbox', { id: gone.id });
  const paths = ['/v1/payout-methods', '/v1/fees', '/v1/balances', '/v1/balances/info'];
  const known = await Promise.all(paths.map(async (path) => (await call('GET', path)).body));
  await before.sandbox.close();

  const after = await startWorld({ stateFile: file, clock: before.clock });
  const again = as(after, kept);
  expect(await Promise.all(paths.map(async (path) => (await again('GET', path)).body))).toEqual(known);
  expect((await as(after, gone)('GET', '/v1/fees')).status).toBe(401);
  expect((await again('POST', '/v1/fees/revenue-stream/create', stream)).status).toBe(400);
});

test('a reset forgets sub-merchants and puts payout methods back', async () => {
  const world = await startWorld();
  const merchant = await subMerchant(world);
  await world.call('PATCH', '/v1/payout-methods/bank-transfer', { enabled: false });
  await world.control('reset', {});
  expect((await as(world, merchant)('GET', '/v1/fees')).status).toBe(401);
  const { body } = await world.call('GET', '/v1/payout-methods/bank-transfer');
  expect(body.payoutMethod).toMatchObject({ enabled: true, status: 'approved' });
});

test('a moved clock stays moved over a restart, and signatures use the machine’s clock', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  const { body } = await before.control('clock', { advanceMs: 86_400_000 });
  expect(body.now).toBe(new Date(before.clock.now() + 86_400_000).toISOString());
  expect((await before.call('GET', '/v1/balances')).status).toBe(200);
  await before.sandbox.close();
  const after = await startWorld({ stateFile: file, clock: before.clock });
  expect((await after.control('clock', { advanceMs: 0 })).body.now).toBe(body.now);
});

test.each([
  [{}, 200],
  [{ advanceMs: -1 }, 400],
  [{ advanceMs: '5' }, 400],
  [{ advanceMs: 1e18 }, 400],
])('the clock takes %j with %i', async (body, status) => {
  const world = await startWorld();
  expect((await world.control('clock', body)).status).toBe(status);
});

test('approval returns those it approved; a second one returns nobody', async () => {
  const world = await startWorld();
  const [one, two] = [await subMerchant(world, 'One'), await subMerchant(world, 'Two')];
  expect((await world.control('approve', { merchant: 'One' })).body.approved).toEqual([one.id]);
  expect((await world.control('approve', {})).body.approved).toEqual([two.id]);
  expect((await world.control('approve', {})).body.approved).toEqual([]);
  expect((await world.control('approve', { merchant: 'Nobody' })).status).toBe(404);
  expect((await world.control('approve', { payoutMethod: 'cash' })).status).toBe(400);
});

test('time alone approves if the sandbox is started so, and not before', async () => {
  const world = await startWorld({ approveMs: 60_000 });
  const call = as(world, await subMerchant(world));
  const status = async () => (await call('GET', '/v1/payout-methods/bank-transfer')).body.payoutMethod.status;
  world.clock.move(59_999);
  expect(await status()).toBe('pending');
  world.clock.move(1);
  expect(await status()).toBe('approved');
});

test('funds go to the named merchant', async () => {
  const world = await startWorld({ balance: '1.00' });
  const merchant = await subMerchant(world);
  await world.control('fund', { merchant: merchant.id, currency: 'USD', amount: '5.00' });
  const dollars = async (call: World['call']) => (await call('GET', '/v1/balances')).body.balances[0].amount;
  expect([await dollars(as(world, merchant)), await dollars(world.call)]).toEqual(['6.00', '1.00']);
});

test.each([
  ['a fixed part', { amount: '0.20', amountType: 'fixed', maximumFee: null }, 50n, 1000n, 20n],
  ['a fixed part above the fee', { amount: '9.00', amountType: 'fixed', maximumFee: null }, 50n, 1000n, 50n],
  ['a percentage of what is paid', { amount: '2.00', amountType: 'percentage', maximumFee: null }, 50n, 1000n, 20n],
  ['a percentage, half-up', { amount: '0.50', amountType: 'percentage', maximumFee: null }, 50n, 100n, 1n],
  [
    'a percentage above its ceiling',
    { amount: '50.00', amountType: 'percentage', maximumFee: '0.30' },
    50n,
    1000n,
    30n,
  ],
  ['nothing', { amount: '0.00', amountType: 'fixed', maximumFee: null }, 50n, 1000n, 0n],
] as const)('a cover bears %s', (_, cover, fee, paid, part) => {
  expect(coverPart(cover, fee, paid, 'USD')).toBe(part);
});

test('the secret keys of sub-merchants are shown by no control path', async () => {
  const world = await startWorld();
  const merchant = await subMerchant(world);
  for (const path of ['merchants', 'ledger', 'webhooks'])
    expect(JSON.stringify((await world.control(path)).body)).not.toContain(merchant.secretKey);
});
