import { expect, it } from 'vitest';
import { fundsIn, missingFunds, takeFrom } from '../../../src/batches/prices/shortfall.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { Balance } from '../../../src/service/shapes/answer-shapes.ts';

const balance = (currency: string, amount: string, more: Partial<Balance> = {}) =>
  ({ currency, amount, type: 'paymentrails', ...more }) as Balance;
const batch = (debitMinor: string, more: Partial<BatchRow> = {}) =>
  ({
    currency: 'EUR',
    quote: { debitMinor },
    start_attempted_at: null,
    debited_from: ['EUR'],
    ...more,
  }) as unknown as BatchRow;
const REFUSED = { start_attempted_at: new Date(0) };

it.each<[what: string, balances: readonly Balance[], batch: BatchRow, missing: bigint | null]>([
  ['is none if the balance covers it to the cent', [balance('EUR', '10.00')], batch('1000'), null],
  ['is what the balance lacks', [balance('EUR', '9.99')], batch('1000'), 1n],
  ['is all of it if no balance has anything', [balance('EUR', '0.00'), balance('USD', '0.00')], batch('1000'), 1000n],
  [
    'is of this currency, whatever other balances have, if the service debits only this one',
    [balance('EUR', '4.00'), balance('USD', '900.00')],
    batch('1000'),
    600n,
  ],
  [
    'is not known if the service may convert another balance',
    [balance('EUR', '4.00'), balance('USD', '900.00')],
    batch('1000', { debited_from: ['EUR', 'USD'] }),
    null,
  ],
  [
    'is not known if there is no balance in this currency: another one has to be converted',
    [balance('USD', '900.00')],
    batch('1000'),
    null,
  ],
  [
    'is not known while money is on its way that covers it',
    [balance('EUR', '4.00', { pendingCredit: '6.00' })],
    batch('1000'),
    null,
  ],
  [
    'is known if what is on its way does not cover it either',
    [balance('EUR', '4.00', { pendingCredit: '5.99' })],
    batch('1000'),
    600n,
  ],
  [
    'is known once the service has refused it, whatever could be converted',
    [balance('EUR', '4.00', { pendingCredit: '6.00' }), balance('USD', '900.00')],
    batch('1000', { ...REFUSED, debited_from: ['EUR', 'USD'] }),
    600n,
  ],
  ['is not known if the balance cannot be read', [balance('EUR', null as never)], batch('1000'), null],
  ['is not known if a balance of no currency cannot be read', [balance('', null as never)], batch('1000'), null],
  ['does not count what is at PayPal', [balance('EUR', '99.00', { type: 'paypal' })], batch('1000'), 1000n],
])('a shortfall %s', (_, balances, of, missing) => {
  expect(missingFunds(of, fundsIn(balances))).toBe(missing);
});

it('a shortfall counts what earlier batches have taken', () => {
  const funds = fundsIn([balance('EUR', '15.00')]);
  expect(missingFunds(batch('1000'), funds)).toBeNull();
  takeFrom(funds, batch('1000'));
  expect(missingFunds(batch('1000'), funds)).toBe(500n);
});
