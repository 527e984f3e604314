import type { RunFacts } from '../ledger/runs/run-facts.ts';
import { formatMinor } from '../money.ts';
import { sheetControlTotal } from '../outcomes/control-total-line.ts';
import { withCurrencyTotals, type MoneyLine, statedLines, statedSums } from '../outcomes/run-money.ts';
import { runResult } from '../outcomes/run-result.ts';
import { debitStateWord, type TotalDebit } from '../outcomes/total-debits.ts';
import type { DebitRow, ResultTotals } from '../sheets/write/row-result.ts';

/** The totals of a results workbook: total debits with their fees, and what the sheet states. */
export function reportTotals(facts: readonly RunFacts[]): ResultTotals {
  const groups = facts.flatMap((one) => one.groups);
  const { rows: all, control, debits, money } = runResult(facts);
  return {
    sheet: sheetControlTotal(all, statedSums(groups)),
    sent: control,
    stated: withCurrencyTotals(statedLines(groups), ['rows', 'minor']).map(({ currency, state, rows, minor }) => ({
      currency: currency ?? '',
      status: state,
      rows,
      amount: currency === null ? '' : formatMinor(minor, currency),
    })),
    debits: debits.flatMap((one) => (one.currency === null ? [] : [debitRow(one, one.currency, money)])),
  };
}

function debitRow(debit: TotalDebit, currency: string, money: readonly MoneyLine[]): DebitRow {
  const { state, payments, totalDebit, beforeFees } = debit;
  const reported = money.filter((line) => line.state === state && line.from === currency);
  const feesOf = (key: 'fees' | 'recipientFees') => reported.reduce((sum, line) => sum + line[key], 0n);
  const text = (minor: bigint | null) => (minor === null ? '' : formatMinor(minor, currency));
  const keptFees = state === 'returned' ? text(totalDebit) : '';
  return {
    ...{ currency, status: debitStateWord(state), payments },
    ...{ totalDebit: text(totalDebit), beforeFees: text(beforeFees) },
    fees: reported.length === 0 ? keptFees : text(feesOf('fees')),
    recipientFees: reported.length === 0 ? '' : text(feesOf('recipientFees')),
  };
}
