import { PAYMENT_MOVES, type PaymentState, RUN_MOVES, type RunStatus } from '../states.ts';

/** A payment in one of these awaits its start, and changes with its run. */
const WITHOUT_MESSAGE: readonly PaymentState[] = ['ready', 'batched'];

/** The types of messages to endpoints: the status that a run or a payment then had, by its code. */
export const MESSAGE_TYPES = {
  run: (Object.keys(RUN_MOVES) as RunStatus[]).map((status) => `run.${status}`),
  payment: (Object.keys(PAYMENT_MOVES) as PaymentState[])
    .filter((state) => !WITHOUT_MESSAGE.includes(state))
    .map((state) => `payment.${state}`),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The types that an endpoint can subscribe to: single ones, or all of runs or payments. */
export const WANTED_TYPES: readonly string[] = Object.entries(MESSAGE_TYPES).flatMap(([about, types]) => [
  `${about}.*`,
  ...types,
]);
