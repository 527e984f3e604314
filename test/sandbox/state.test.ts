import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openState } from '../../src/sandbox/state.ts';
import { aRecipient, batchOf, movableClock, startWorld, US_ACCOUNT, type World } from './world.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  folders.push(folder);
  return join(folder, 'state.jsonl');
}

const everything = async ({ call, control }: World) => {
  const { requests: _, ...ledger } = (await control('ledger')).body;
  const [balances, recipients, batches, payments] = await Promise.all(
    ['balances', 'recipients?pageSize=1000', 'batches', 'payments'].map(
      async (path) => (await call('GET', `/v1/${path}`)).body,
    ),
  );
  return { ledger, balances, recipients, batches, payments };
};

test('a restart keeps keys, recipients, batches, payments, balances and outcomes', async () => {
  const file = stateFile();
  const clock = movableClock();
  const before = await startWorld({ stateFile: file, clock, settleMs: 1000 });
  const id = await aRecipient(before, US_ACCOUNT);
  const open = await batchOf(before, id, ['10.00'], { batch: { tags: ['t'] } });
  const started = await batchOf(before, id, ['11.00', '12.00'], { payment: { coverFees: true } });
  await before.call('POST', `/v1/batches/${started.id}/start-processing`, {});
  await before.call('POST', `/v1/batches/${open.id}/payments`, { recipient: { id }, amount: '5.00', currency: 'USD' });
  await before.call('DELETE', `/v1/batches/${open.id}/payments/${open.payments.payments[0].id}`);
  await before.control('fund', { currency: 'EUR', amount: '1.00' });
  await before.control('outcomes', [{ match: { amount: '11.00' }, outcome: 'failed', reason: 'closed' }]);
  const known = await everything(before);
  await before.sandbox.close();

  const after = await startWorld({ stateFile: file, clock, settleMs: 1000 });
  expect(after.sandbox.merchant).toEqual(before.sandbox.merchant);
  expect(after.sandbox.parent).toEqual(before.sandbox.parent);
  expect(await everything(after)).toEqual(known);
  // Processing goes on by time alone.
  clock.move(1000);
  const { batch } = (await after.call('GET', `/v1/batches/${started.id}`)).body;
  expect(batch.status).toBe('complete');
  expect(batch.payments.payments.map(({ status }: { status: string }) => status)).toEqual(['failed', 'processed']);
});

test('an acknowledged change is in the file before the response is sent', async () => {
  const file = stateFile();
  const world = await startWorld({ stateFile: file });
  const id = await aRecipient(world, US_ACCOUNT);
  const { id: batchId } = await batchOf(world, id, ['10.00']);
  await world.call('POST', `/v1/batches/${batchId}/start-processing`, {});
  // As after kill -9: the file as it is at this moment, without a close.
  const copy = stateFile();
  writeFileSync(copy, readFileSync(file));
  const survivor = await startWorld({ stateFile: copy, clock: world.clock });
  expect(await everything(survivor)).toEqual(await everything(world));
});

test('a batch that awaits funds still begins automatically after a restart', async () => {
  const file = stateFile();
  const clock = movableClock();
  const before = await startWorld({ stateFile: file, clock, balance: '5.00' });
  const { id } = await batchOf(before, await aRecipient(before, US_ACCOUNT), ['10.00']);
  expect((await before.call('POST', `/v1/batches/${id}/start-processing`, {})).status).toBe(400);
  await before.sandbox.close();
  const after = await startWorld({ stateFile: file, clock });
  await after.control('fund', { currency: 'USD', amount: '5.00' });
  expect((await after.control('ledger')).body.batches).toMatchObject([{ status: 'processing', startCalls: 1 }]);
});

test('a truncated last line is skipped', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  await aRecipient(before, null);
  const known = await everything(before);
  await before.sandbox.close();
  appendFileSync(file, '[{"kind":"recipient","record":{"id":"R-');
  const after = await startWorld({ stateFile: file, clock: before.clock });
  expect(await everything(after)).toEqual(known);
});

test('a damaged line in the middle is an error, not a loss', async () => {
  const file = stateFile();
  writeFileSync(file, '[{"kind":"reset"}]\n[{"kind":\n[{"kind":"reset"}]\n');
  await expect(openState(file)).rejects.toThrow('is damaged');
});

test('payments of a batch whose creation was cut off do not exist', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  const id = await aRecipient(before, US_ACCOUNT);
  const batch = await batchOf(before, id, ['10.00'], { payment: { externalId: 'x' } });
  await before.sandbox.close();
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/,?\{"kind":"batch".*?\}\}/, ''))
    .join('\n');
  expect(kept).toContain(batch.payments.payments[0].id);
  writeFileSync(file, kept);
  const after = await startWorld({ stateFile: file, clock: before.clock });
  expect((await after.control('ledger')).body).toMatchObject({ payments: [], batches: [] });
  await batchOf(after, id, ['10.00'], { payment: { externalId: 'x' } });
});

test('the file is compacted at the start and only its owner can read it', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  const id = await aRecipient(before, null);
  for (let times = 0; times < 50; times++) await before.call('PATCH', `/v1/recipients/${id}`, { tags: [`${times}`] });
  await before.sandbox.close();
  const grown = statSync(file).size;
  const after = await startWorld({ stateFile: file });
  const { size, mode } = statSync(file);
  expect(size).toBeLessThan(grown);
  expect(mode & 0o777).toBe(0o600);
  expect((await after.call('GET', `/v1/recipients/${id}`)).body.recipient.tags).toEqual(['49']);
});

test('a reset is stored too', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  await aRecipient(before, null);
  await before.control('fund', { currency: 'USD', amount: '1.00' });
  await before.control('reset', {});
  await aRecipient(before, null, { email: 'after@example.com' });
  await before.sandbox.close();
  const after = await startWorld({ stateFile: file });
  expect((await after.control('ledger')).body.recipients).toBe(1);
  expect((await after.call('GET', '/v1/balances')).body.balances[0].amount).toBe('1000000.00');
});

test('given keys replace the stored ones, with the same data', async () => {
  const file = stateFile();
  const before = await startWorld({ stateFile: file });
  await aRecipient(before, null);
  await before.sandbox.close();
  const merchantKeys = { accessKey: 'AK-new', secretKey: 'SK-new' };
  const after = await startWorld({ stateFile: file, merchantKeys, clock: before.clock });
  expect((await after.call('GET', '/v1/recipients')).body.meta.records).toBe(1);
});
