import { describe, expect, it } from 'vitest';
import { createPriceSum } from '../../../src/batches/prices/batch-prices.ts';
import type { RemotePayment } from '../../../src/service/shapes/answer-shapes.ts';

const priced = (targetCurrency: string | null, targetAmount: string | null, exchangeRate: string | null = '1.1') =>
  ({ id: 'P-1', status: 'pending', targetCurrency, targetAmount, exchangeRate }) satisfies RemotePayment;

describe('the target amounts of a batch', () => {
  const CASES: readonly [name: string, payments: readonly RemotePayment[], sum: Record<string, string> | null][] = [
    ['is nothing of none', [], {}],
    [
      'is summed up by currency, to the last unit',
      [priced('USD', '0.10'), priced('JPY', '500'), priced('USD', '0.20'), priced('USD', '90071992547409.93')],
      { USD: '9007199254741023', JPY: '500' },
    ],
    ['is not known while one has no rate yet', [priced('USD', '1'), priced('USD', '1', '0')], null],
    ['is not known while a rate is nothing with decimals', [priced('USD', '1', '0.000000')], null],
    ['is known with a rate below one', [priced('USD', '1', '0.0001')], { USD: '100' }],
    ['is not known where no rate is told', [priced('USD', '1', null)], null],
    ['is not known where no amount is told', [priced('USD', null)], null],
    ['is not known where no currency is told', [priced(null, '1')], null],
    ['is not known where an amount is none', [priced('JPY', '1.5')], null],
  ];
  it.each(CASES)('%s', (_, payments, sum) => {
    const prices = createPriceSum();
    for (const payment of payments) prices.add(payment);
    expect(prices.sum()).toEqual(sum);
  });
  it('stay unknown, whatever follows', () => {
    const prices = createPriceSum();
    for (const payment of [priced('USD', '1', '0'), priced('USD', '1')]) prices.add(payment);
    expect(prices.sum()).toBeNull();
  });
});
