import type { RunFacts } from '../ledger/runs/run-facts.ts';
import { formatMinor } from '../money.ts';
import { controlTotalOfSheet } from '../outcomes/control-total-line.ts';
import { withCurrencyTotals } from '../outcomes/currency-totals.ts';
import { moneyByCurrency, moneyLines, statedLines, statedSums } from '../outcomes/run-money.ts';
import { runResult } from '../outcomes/run-result.ts';
import type { ResultTotals } from '../sheets/write/row-result.ts';

/** The totals of a results workbook: amounts of the rows, total debits, and what recipients get. */
export function reportTotals(facts: readonly RunFacts[]): ResultTotals {
  const groups = facts.flatMap((one) => one.groups);
  const money = moneyLines(groups);
  const { rows: all, control } = runResult(facts);
  return {
    sheet: controlTotalOfSheet(all, statedSums(groups)),
    sent: control,
    asked: withCurrencyTotals(statedLines(groups), ['rows', 'minor']).map(({ currency, state, rows, minor }) => ({
      currency: currency ?? '',
      status: state,
      rows,
      amount: currency === null ? '' : formatMinor(minor, currency),
    })),
    paid: withCurrencyTotals(moneyByCurrency(money, 'from'), MONEY).map(
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
    received: withCurrencyTotals(moneyByCurrency(money, 'to'), MONEY).map(
      ({ state, currency, payments, recipientGets }) => ({
        currency,
        status: state,
        payments,
        amount: formatMinor(recipientGets, currency),
      }),
    ),
  };
}

const MONEY = ['payments', 'sent', 'fees', 'recipientFees', 'totalDebit', 'recipientGets'] as const;
