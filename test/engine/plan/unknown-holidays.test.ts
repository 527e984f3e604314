import { expect, it } from 'vitest';
import { unknownHolidays } from '../../../src/engine/plan/run-plan.ts';

it.each<[on: string, startsAt: string, currencies: readonly string[], says: string | undefined]>([
  ['2026-12-07', '2026-12-07T09:00Z', ['EUR', 'INR'], 'of INR in 2026. Check that 2026-12-07 is a business day there.'],
  ['2026-12-07', '2026-12-07T09:00Z', ['EUR', 'USD'], undefined],
  // Moved from a Friday, on which Saudi banks are closed: the day on which it is sent is what matters.
  ['2026-12-04', '2026-12-06T09:00Z', ['SAR'], 'of SAR in 2026. Check that 2026-12-06 is a business day there.'],
  ['2027-12-31', '2028-01-02T22:30Z', ['KWD'], 'of KWD in 2028. Check that 2028-01-03 is a business day there.'],
  // Known for 2026, and moved into the next year.
  ['2026-12-26', '2027-01-04T09:00Z', ['SGD'], 'of SGD in 2027. Check that 2027-01-04 is a business day there.'],
])('of a run for %s that is sent at %s in %j', (on, startsAt, currencies, says) => {
  const date = { on, startsAt: new Date(startsAt), zone: 'Asia/Kuwait', because: null };
  const [note] = unknownHolidays(date, currencies).map(({ text }) => text.replace(/^.*holidays /, ''));
  expect(note).toBe(says);
});
