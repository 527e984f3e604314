import type { PaymentState } from '../../src/states.ts';

/** The meaning of a state for a payment. The table has all states, so that a new one cannot be missed. */
const SAYS: Readonly<Record<PaymentState, 'not over' | 'paid' | 'not paid'>> = {
  invalid: 'not paid',
  already_paid: 'not paid',
  held: 'not paid',
  dismissed: 'not paid',
  ready: 'not over',
  batched: 'not over',
  started: 'not over',
  unknown: 'not over',
  discrepancy: 'not over',
  processed: 'paid',
  // It was, before it came back.
  returned: 'paid',
  failed: 'not paid',
  canceled: 'not paid',
};

const says = (what: (typeof SAYS)[PaymentState]): readonly string[] =>
  Object.entries(SAYS).flatMap(([state, one]) => (one === what ? [state] : []));

/** States of a row whose own payment must never have been paid; under `already_paid` that of an earlier row was. */
export const NOT_PAID = says('not paid');
/** States in which a run that is done may leave a payment. */
export const FINAL = [...NOT_PAID, ...says('paid')];
