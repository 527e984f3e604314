import { type Clock, systemClock } from '../../src/platform/clock.ts';

/** Waits a part of the usual before it asks the service again: that of the tests answers within moments. */
export const impatientClock = (part: number): Clock => ({
  ...systemClock,
  pause: (ms, signal) => systemClock.sleep(ms * part, signal),
});
