import { expect, it } from 'vitest';
import { debitWords } from '../../src/outcomes/debit-value.ts';
import type { PaymentGroup } from '../../src/outcomes/run-money.ts';
import { debitStateWord, getBatchDebits, totalDebits } from '../../src/outcomes/total-debits.ts';
import { countPayments } from '../../src/states.ts';

const none = { batch: null, batch_state: null, quoted: null, is_short: false, target_currency: null, arriving: null };
const unpaid = { ...none, real: null, real_arriving: null, real_other: null, priced: 0, paid_source: null, fees: null };
const group = (state: PaymentGroup['state'], payments: number, minor: bigint, more: Partial<PaymentGroup> = {}) => ({
  ...{ ...unpaid, recipient_fees: null, paid_target: null, source_currency: 'USD', currency: 'USD' },
  ...{ state, payments, minor, ...more },
});
/** As the service reported them: amount, fees, and the part that recipients bear. */
const paid = (payments: number, paid_source: bigint, fees: bigint, recipient_fees: bigint) => ({
  ...{ priced: payments, paid_source, fees, recipient_fees },
});
const shown = (groups: readonly PaymentGroup[]) => {
  const debits = totalDebits(groups);
  expect(countPayments(debits)).toBe(countPayments(groups));
  return debits.map((one) => {
    const words = debitWords(one);
    return `${debitStateWord(one.state)} ${one.payments}${words === '' ? '' : `: ${words}`}`;
  });
};
const batch = (batch: string, batch_state: PaymentGroup['batch_state'], quoted: bigint | null, is_short = false) => ({
  ...{ batch, batch_state, quoted, is_short },
});
const YEN = { currency: 'JPY', arriving: 150_000n };

it.each<[string, readonly PaymentGroup[], readonly string[]]>([
  [
    'before the quote is not known of a target amount, and without fees of the others',
    [group('ready', 14, 21_851_96n), group('ready', 1, 150_000n, YEN)],
    ['Ready 15: 21,851.96 USD before fees and 1 payment not quoted yet'],
  ],
  [
    'of target amounts alone names only the balance',
    [group('ready', 1, 150_000n, YEN)],
    ['Ready 1: USD: 1 payment not quoted yet'],
  ],
  [
    'of a quoted batch is that of its quote, whatever its rows state',
    ['quoted', 'approved'].flatMap((state) => [
      group('batched', 14, 21_851_96n, batch(state, state as 'quoted', 22_868_99n)),
      group('batched', 1, 150_000n, { ...YEN, ...batch(state, state as 'quoted', 22_868_99n) }),
    ]),
    ['Queued 15: 22,868.99 USD', 'Awaiting approval 15: 22,868.99 USD'],
  ],
  [
    'of a batch that lacks funds stands apart from those that are queued',
    [
      group('batched', 1, 1_00n, batch('a', 'approved', 1_10n)),
      group('batched', 2, 2_00n, batch('b', 'approved', 2_20n, true)),
      group('batched', 4, 4_00n, batch('c', 'waiting_funds', 4_40n)),
      group('batched', 8, 8_00n, batch('d', 'awaiting_service_approval', 8_80n)),
      group('batched', 16, 16_00n, batch('e', 'open', null)),
    ],
    [
      'Awaiting approval in the service 8: 8.80 USD',
      ...['Queued 1: 1.10 USD', 'Awaiting funds 6: 6.60 USD', 'Ready 16: 16.00 USD before fees'],
    ],
  ],
  [
    'of paid payments is what the service reports, without fees that recipients bear; failed ones are only counted',
    [
      group('processed', 2, 20_00n, { ...batch('a', 'settled', 35_00n), ...paid(2, 20_00n, 1_50n, 50n) }),
      group('failed', 1, 10_00n, { ...batch('a', 'settled', 35_00n), ...paid(1, 10_00n, 0n, 0n) }),
      group('returned', 1, 4_00n, { ...batch('a', 'settled', 35_00n), ...paid(1, 4_00n, 0n, 0n) }),
      group('invalid', 1, 0n, { source_currency: null, currency: null }),
    ],
    ['Paid 2: 21.00 USD', 'Failed 1', 'Returned 1', 'Invalid 1'],
  ],
  [
    'of returned payments is the fees that the service keeps, without those that recipients bore',
    [
      group('returned', 2, 20_00n, { ...batch('a', 'settled', 44_00n), ...paid(2, 20_00n, 24_50n, 50n) }),
      group('failed', 1, 10_00n, { ...batch('a', 'settled', 44_00n), ...paid(1, 10_00n, 12_00n, 0n) }),
    ],
    ['Failed 1', 'Returned 2: 24.00 USD kept as fees'],
  ],
  [
    'of the rest of a batch is the rest of its quote',
    [
      group('processed', 1, 10_00n, { ...batch('a', 'started', 31_50n), ...paid(1, 10_00n, 50n, 0n) }),
      group('started', 2, 20_00n, batch('a', 'started', 31_50n)),
    ],
    ['Paid 1: 10.50 USD', 'Processing 2: 21.00 USD'],
  ],
])('the total debit %s', (_, groups, lines) => {
  expect(shown(groups)).toEqual(lines);
});

it('of payments without amounts in two states is in neither: the quote does not say what each of them debits', () => {
  const one = batch('a', 'settled', 31_50n);
  expect(shown([group('processed', 1, 10_00n, one), group('unknown', 2, 20_00n, one)])).toEqual([
    'Paid 1: 10.00 USD before fees',
    'Unconfirmed 2: 20.00 USD before fees',
  ]);
});

it('of a run that is too large for a list is what its batches were quoted, sent ones apart', () => {
  const sum = (state: 'settled' | 'started' | 'quoted' | 'void', payments: number, totalDebit: bigint | null) => ({
    ...{ state, currency: 'USD', payments, totalDebit, isShort: false },
  });
  const batchSums = [sum('settled', 9, 9_90n), sum('started', 1, 1_10n), sum('quoted', 2, 2_20n), sum('void', 4, null)];
  expect(
    getBatchDebits({ batchSums }).map(({ state, payments, totalDebit }) => [
      debitStateWord(state),
      payments,
      totalDebit,
    ]),
  ).toEqual([
    ['Sent, as quoted', 10, 11_00n],
    ['Awaiting approval', 2, 2_20n],
  ]);
});
