import { expect, it } from 'vitest';
import { showMerchants } from '../../../src/cli/terminal/show-merchants.ts';
import { showOutcome } from '../../../src/cli/terminal/show-outcome.ts';
import type { DebitDocument } from '../../../src/outcomes/total-debits.ts';
import type { MerchantOutcome, RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { runNames } from '../../../src/reports/run-names.ts';
import { COUNTED_STATES } from '../../../src/states.ts';

const counts = (some: Record<string, number>) =>
  Object.fromEntries(COUNTED_STATES.map((state) => [state, some[state] ?? 0])) as RunOutcome['counts'];
const debit = (currency: string, totalDebit: string, payments = 1, state: DebitDocument['state'] = 'processed') =>
  ({ state, currency, payments, totalDebit, beforeFees: null, notQuoted: 0 }) as const;
const part = (merchant: string, run: string, more: Partial<MerchantOutcome> = {}): MerchantOutcome => ({
  ...{
    merchant,
    run,
    state: 'done',
    outcome: 'paid',
    rows: 2,
    reasons: [],
    money: [],
    paid: null,
    calls: 9,
    note: null,
  },
  counts: counts({ processed: 2 }),
  totals: { EUR: { rows: 2, amount: '20.00' } },
  onHold: {},
  debits: [debit('EUR', '20.00', 2)],
  ...more,
});

it('a merchant has a line, and one more for each further currency', () => {
  const debits = [debit('EUR', '1240.50'), debit('USD', '7.00')];
  expect(showMerchants([{ merchant: 'acme', run: '4', text: '2 payments', debits }], 'pays')).toEqual([
    'merchant  run  pays         total debit',
    'acme        4  2 payments  1,240.50 EUR',
    '                               7.00 USD',
  ]);
  expect(showMerchants([], 'pays')).toEqual([]);
});

it('the outcome of a sheet says which merchants are done, which are not, and the next step', () => {
  const error = { code: 'keys_required', message: 'Merchant beta has no API keys.', next: 'Add them.' };
  const lines = showOutcome({
    ...part('', '4', { state: 'waiting_approval', outcome: 'awaiting_approval', rows: 4, calls: 18 }),
    ...{ paidSides: null, problems: [], results: null, sameSheet: null, exitCode: 4 },
    runs: [
      part('acme', '4'),
      part('beta', '5', {
        state: 'working',
        outcome: 'processing',
        debits: [debit('EUR', '20.00', 2, 'ready')],
        error,
      }),
      part('cora', '6', { state: 'waiting_approval', outcome: 'awaiting_approval', counts: counts({ batched: 2 }) }),
    ],
  });
  expect(lines[0]).toContain('The sheet of runs 4, 5, 6: Awaiting approval. 4 rows');
  expect(lines.join('\n')).toMatch(/acme +4 +Paid: 2 paid.*\n.*beta +5 +Processing: 2 ready/);
  expect(lines).toContain('Merchant beta: Merchant beta has no API keys. Add them.');
});

it('a few runs are named individually', () => {
  expect(runNames([4n])).toBe('Run 4');
  expect(runNames(['4', '5'])).toBe('Runs 4, 5');
  expect(runNames(Array.from({ length: 300 }, (_, i) => BigInt(i + 4)))).toBe('Runs 4 to 303');
});
