import { describe, expect, test } from 'vitest';
import { aRecipient, batchOf, startWorld } from '../world.ts';

describe('while pricing is in progress', () => {
  test('rates and amounts show as zero, and a start is refused with "Operation In Progress"', async () => {
    const world = await startWorld({ pricingMs: 500 });
    const { id, payments } = await batchOf(world, await aRecipient(world), ['10.00']);
    expect(payments.payments[0]).toMatchObject({ exchangeRate: '0', targetAmount: '0.00', sourceAmount: '10.00' });
    const early = await world.call('POST', `/v1/batches/${id}/start-processing`, {});
    expect([early.status, early.body.errors[0].message]).toEqual([400, 'Operation In Progress']);
    world.clock.move(500);
    const { body } = await world.call('GET', `/v1/batches/${id}`);
    expect(body.batch.payments.payments[0]).toMatchObject({ exchangeRate: '0.89607', targetAmount: '8.29' });
    await world.call('POST', `/v1/batches/${id}/generate-quote`, {});
    expect((await world.call('POST', `/v1/batches/${id}/start-processing`, {})).status).toBe(400);
    world.clock.move(500);
    expect((await world.call('POST', `/v1/batches/${id}/start-processing`, {})).status).toBe(200);
  });
});

test('a batch of many payments is created, quoted and started, with exact counts', async () => {
  const world = await startWorld();
  const id = await aRecipient(world);
  const amounts = Array.from({ length: 2500 }, (_, at) => `${(at % 7) + 10}.00`);
  const batch = await batchOf(world, id, amounts, { payment: { memo: 'm' } });
  expect([batch.totalPayments, batch.amount]).toEqual([
    2500,
    `${amounts.reduce((sum, amount) => sum + Number(amount), 0)}.00`,
  ]);
  await world.call('POST', `/v1/batches/${batch.id}/generate-quote`, {});
  expect((await world.call('POST', `/v1/batches/${batch.id}/start-processing`, {})).status).toBe(200);
  const last = await world.call('GET', `/v1/batches/${batch.id}/payments?page=3&pageSize=1000`);
  expect([last.body.payments.length, last.body.meta]).toEqual([500, { page: 3, pages: 3, records: 2500 }]);
});
