import { LIVE_STATES } from '../../states.ts';

/** States as a list in SQL. */
const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** The states in which a payment holds its reference, for `state in (...)`. `started` is never stored. */
export const LIVE = listed(LIVE_STATES.filter((state) => state !== 'started'));

/** Those of them in which it is in a batch: money may have moved, or may still move. */
export const LIVE_IN_BATCH = listed(LIVE_STATES.filter((state) => state !== 'started' && state !== 'ready'));
