import { PAYMENT_STATUS } from '../../outcomes/status-words.ts';

/** SQL expression for the state of a payment within a sentence: "paid", "on hold". */
export const stateInWords = (state: string): string =>
  `case ${state} ${Object.entries(PAYMENT_STATUS)
    .map(([code, words]) => `when '${code}' then '${words.toLowerCase()}'`)
    .join(' ')} else ${state} end`;
