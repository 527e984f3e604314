import { PAYMENT_STATUS } from '../../outcomes/status-words.ts';
import type { PaymentState } from '../../states.ts';
import { listed } from './state-lists.ts';

const MOVES_ON: readonly PaymentState[] = ['ready', 'batched', 'started', 'held', 'unknown', 'discrepancy'];

/**
 * SQL expression for the state of a payment within a sentence that is stored and read later: "paid", "ready at the
 * time".
 */
export const pastStateSql = (state: string): string =>
  `case ${state} ${Object.entries(PAYMENT_STATUS)
    .map(([code, words]) => `when '${code}' then '${words.toLowerCase()}'`)
    .join(' ')} else ${state} end || case when ${state} in (${listed(MOVES_ON)}) then ' at the time' else '' end`;
