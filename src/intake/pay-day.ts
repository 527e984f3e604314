import type { Config } from '../config.ts';
import { PayrunError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { showInZone } from '../platform/time-zone.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FURTHEST_MS = 366 * 86_400_000;

/** The fault of a text that is not a day on which payments can be made; null if it is one. `today`: YYYY-MM-DD. */
export function payDayFault(text: string, today: string): 'pay_on_form' | 'pay_on_past' | 'pay_on_far' | null {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A day that the calendar does not have, such as February 30, becomes another one.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return 'pay_on_form';
  if (text < today) return 'pay_on_past';
  return at - Date.parse(`${today}T00:00:00Z`) > FURTHEST_MS ? 'pay_on_far' : null;
}

const FAULTS = {
  pay_on_form: 'is not a valid date: enter year, month and day, for example 2026-12-01',
  pay_on_past: 'is in the past',
  pay_on_far: 'is more than a year away',
} as const;

/** Throws `pay_day` if a run cannot be paid on this day. */
export function requirePayDate(
  { clock, config }: { readonly clock: Clock; readonly config: Pick<Config, 'timeZone'> },
  day: string,
): void {
  const fault = payDayFault(day, showInZone(clock.now(), config.timeZone).slice(0, 10));
  if (fault !== null) throw new PayrunError('pay_day', { day, fault: FAULTS[fault] });
}
