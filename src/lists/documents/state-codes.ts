import { OUTCOME_CODES } from '../../outcomes/run-outcome.ts';
import { DEBIT_STATES } from '../../outcomes/total-debits.ts';
import { BATCH_MOVES, PAYMENT_MOVES } from '../../states.ts';
import { oneOfCodes } from './json-schema.ts';

export const PAYMENT_STATE = oneOfCodes('PaymentStatus', Object.keys(PAYMENT_MOVES));
/** With what the batch of a payment awaits. */
export const SHOWN_PAYMENT_STATE = oneOfCodes('ShownStatus', DEBIT_STATES);
export const BATCH_STATE = oneOfCodes('BatchStatus', Object.keys(BATCH_MOVES));
export const RUN_STATUS = oneOfCodes('RunStatus', OUTCOME_CODES);
