import { PAYMENT_STATUS } from '../../outcomes/status-words.ts';
import type { MovedMoney } from '../../reports/outcome.ts';
import { showAmount } from './show-totals.ts';
import { printedTable } from './table.ts';

/** Total debit, fees and what recipients get, one line for each status and currency pair. Empty if nothing was sent. */
export function showMovedMoney(money: readonly MovedMoney[]): readonly string[] {
  if (money.length === 0) return [];
  return printedTable(
    [
      { title: 'status', text: ({ state }) => PAYMENT_STATUS[state].toLowerCase() },
      { title: 'payments', align: 'right', text: ({ payments }) => payments.toLocaleString('en-US') },
      { title: 'total debit', align: 'right', text: ({ totalDebit, from }) => showAmount(totalDebit, from) },
      { title: 'fees', align: 'right', text: ({ fees, from }) => showAmount(fees, from) },
      { title: 'recipients get', align: 'right', text: ({ recipientGets, to }) => showAmount(recipientGets, to) },
    ],
    money,
  ).split('\n');
}
