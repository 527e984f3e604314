import { expect, it } from 'vitest';
import { plannedDocument, showBalances } from '../../../src/cli/terminal/show-balances.ts';
import { type PlannedBalance, plannedBalances, plannedDebits } from '../../../src/engine/merchants/planned-balances.ts';
import { PayrunError } from '../../../src/errors.ts';
import type { PaymentState } from '../../../src/states.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('the balances of a plan', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, balance: '100.00', allBalances: true });
  const by = { by: 'mia', signal: new AbortController().signal };

  const asked = async (name: string, cells: readonly object[], isAway = false) => {
    const appContext = await payroll.appContext();
    const service = () => Promise.reject(new PayrunError('service_unreachable', { detail: 'x' }));
    const calls = async () => (await payroll.ledger()).requests[payroll.sandbox.merchant.accessKey]?.total ?? 0;
    let balances: readonly PlannedBalance[] = [];
    await payroll.pay(
      payroll.sheet(`${name}.csv`, sheetOf(cells.map((cell, i) => ({ reference: `${name}-${i}`, ...cell })))),
      {
        confirm: async (plan) => {
          const before = await calls();
          balances = await plannedBalances(isAway ? { ...appContext, service } : appContext, plan, by);
          expect((await calls()) - before).toBe(isAway ? 0 : 1);
          return false;
        },
      },
    );
    return { lines: showBalances(balances), document: plannedDocument(balances) };
  };

  it('show what is left after it, with one call', async () => {
    const { lines, document } = await asked('left', [{ amount: '30.25' }, { amount: '20.00' }]);
    expect(lines).toEqual(['Balance EUR: 100.00 EUR available; 49.75 EUR left after this run, before fees.']);
    expect(document).toEqual({
      balances: [
        {
          merchant: 'default',
          currency: 'EUR',
          payments: 2,
          unpriced: 0,
          debit: '50.25',
          available: '100.00',
          after: '49.75',
          committed: '0.00',
        },
      ],
    });
  });

  it('show the shortfall', async () => {
    expect((await asked('less', [{ amount: '130.25' }])).lines).toEqual([
      'Balance EUR: 100.00 EUR available, 30.25 EUR short for this run, before fees.',
    ]);
  });

  it('name what is committed to other runs', async () => {
    const cell = { reference: 'waits', amount: '40.00', email: 'waits@example.com' };
    await payroll.pay(payroll.sheet('waits.csv', sheetOf([cell])), { env: { 'approval.policy': 'manual' } });
    const { rows } = await (await payroll.appContext()).ledger.db.query<{ debit: string }>(
      `select quote->>'debitMinor' as debit from payrun.batch`,
    );
    const others = (Number(rows[0]!.debit) / 100).toFixed(2);
    const { lines, document } = await asked('beside', [{ amount: '30.00' }]);
    expect(lines).toEqual([
      `Balance EUR: 100.00 EUR available; 70.00 EUR left after this run, before fees. At least ${others} EUR is committed to other runs.`,
    ]);
    expect(document).toMatchObject({ balances: [{ after: '70.00', committed: others }] });
  });

  it('are unknown if the payout service does not report them, even if it did before', async () => {
    expect((await asked('away', [{ amount: '10.00' }], true)).lines).toEqual([
      'Balance EUR: not loaded. This run needs 10.00 EUR, before fees.',
    ]);
  });
});

it('count the amounts of ready payments in the currency of the balance, and the number in others', () => {
  const none = {
    batch: null,
    batch_state: null,
    quoted: null,
    is_short: false,
    target_currency: null,
    arriving: null,
    real: null,
    real_arriving: null,
    real_other: null,
    priced: 0,
  };
  const unpaid = { ...none, paid_source: null, fees: null, recipient_fees: null, paid_target: null };
  const group = (state: PaymentState, source_currency: string, currency: string, payments: number, minor: bigint) => {
    return { ...unpaid, state, source_currency, currency, payments, minor };
  };
  expect(
    plannedDebits([
      group('ready', 'USD', 'USD', 1, 7n),
      group('ready', 'EUR', 'EUR', 2, 30n),
      group('ready', 'EUR', 'GBP', 3, 900n),
      group('held', 'EUR', 'EUR', 1, 50n),
    ]),
  ).toEqual([
    { currency: 'EUR', payments: 5, minor: 30n, unpriced: 3 },
    { currency: 'USD', payments: 1, minor: 7n, unpriced: 0 },
  ]);
});

it('of payments in another currency do not know the debit before they are priced', () => {
  const balances = { available: 100_00n, after: null, committed: 0n };
  const planned = { merchant: 'acme', currency: 'EUR', payments: 3, minor: 10_00n, ...balances };
  expect(showBalances([{ ...planned, unpriced: 2 }])).toEqual([
    'Balance EUR: 100.00 EUR available. This run needs 10.00 EUR and the cost of 2 payments in another currency, before fees.',
  ]);
  expect(showBalances([{ ...planned, minor: 0n, unpriced: 1 }])).toEqual([
    'Balance EUR: 100.00 EUR available. This run needs the cost of 1 payment in another currency, before fees.',
  ]);
});
