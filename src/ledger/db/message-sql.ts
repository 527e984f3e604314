import { type HoldCode, MESSAGES } from '../../messages.ts';
import { PAYMENT_STATUS } from '../../outcomes/status-words.ts';
import type { PaymentState } from '../../states.ts';
import { listed } from './state-lists.ts';

/**
 * SQL expression for a message of the catalog.
 *
 * @param values an SQL expression for each placeholder of the message; never unescaped input
 */
export function sqlMessage(code: HoldCode, values: Readonly<Record<string, string>> = {}): string {
  const used: string[] = [];
  const text = MESSAGES[code].text
    .replaceAll('%', '%%')
    .replaceAll("'", "''")
    .replace(/\{(\w+)\}/g, (_, key: string) => {
      used.push(values[key] ?? "''");
      return '%s';
    });
  return `format(${[`'${text}'`, ...used].join(', ')})`;
}

const MOVES_ON: readonly PaymentState[] = ['ready', 'batched', 'started', 'held', 'unknown', 'discrepancy'];

/**
 * SQL expression for the state of a payment within a sentence that is stored and read later: "paid", "ready at the
 * time".
 */
export const pastStateSql = (state: string): string =>
  `case ${state} ${Object.entries(PAYMENT_STATUS)
    .map(([code, words]) => `when '${code}' then '${words.toLowerCase()}'`)
    .join(' ')} else ${state} end || case when ${state} in (${listed(MOVES_ON)}) then ' at the time' else '' end`;

/** SQL for what a message says of another payment `o`, whose state is `state`. */
export const otherPayment = (state: string) =>
  ({
    row: 'o.row',
    run: 'o.run_id',
    state: pastStateSql(state),
    day: `to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  }) as const;
