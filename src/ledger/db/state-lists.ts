import { LIVE_STATES } from '../../states.ts';

/** States as an SQL list. */
export const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** The states in which a payment holds its reference, for `state in (...)`. `started` is never stored. */
export const LIVE = listed(LIVE_STATES.filter((state) => state !== 'started'));

/** The live states in which a payment is in a batch: money may have moved, or may still move. */
export const LIVE_IN_BATCH = listed(LIVE_STATES.filter((state) => state !== 'started' && state !== 'ready'));
