import type { RunFacts } from '../ledger/runs/run-facts.ts';
import { formatMinor } from '../money.ts';
import { moneyByCurrency, moneyLines, statedLines } from '../outcomes/run-money.ts';
import { runResult } from '../outcomes/run-result.ts';
import type { ResultTotals } from '../sheets/write/row-result.ts';

/** The totals of a results workbook: amounts of the rows, total debits, and what recipients get. */
export function reportTotals(facts: readonly RunFacts[]): ResultTotals {
  const groups = facts.flatMap((one) => one.groups);
  const money = moneyLines(groups);
  return {
    sent: runResult(facts).control,
    asked: statedLines(groups).map(({ currency, state, rows, minor, arriving }) => ({
      currency: currency ?? '',
      status: state,
      rows,
      amount: currency === null ? '' : formatMinor(minor, currency),
      arriving: currency === null || arriving === 0n ? '' : formatMinor(arriving, currency),
    })),
    paid: moneyByCurrency(money, 'from').map(
      ({ state, currency, payments, sent, fees, recipientFees, totalDebit }) => ({
        currency,
        status: state,
        payments,
        sent: formatMinor(sent, currency),
        fees: formatMinor(fees, currency),
        recipientFees: formatMinor(recipientFees, currency),
        totalDebit: formatMinor(totalDebit, currency),
      }),
    ),
    received: moneyByCurrency(money, 'to').map(({ state, currency, payments, recipientGets }) => ({
      currency,
      status: state,
      payments,
      amount: formatMinor(recipientGets, currency),
    })),
  };
}
