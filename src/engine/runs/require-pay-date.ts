import { PayrunError } from '../../errors.ts';
import { showInZone } from '../../platform/time-zone.ts';
import { payDayFault } from '../../rules/pay-date-fault.ts';
import type { AppContext } from '../context/app-context.ts';

const FAULTS = {
  pay_on_form: 'is not a valid date: enter year, month and day, for example 2026-12-01',
  pay_on_past: 'is in the past',
  pay_on_far: 'is more than a year away',
} as const;

/** Throws `pay_day` if a run cannot be paid on this day. */
export function requirePayDate({ clock, config }: Pick<AppContext, 'clock' | 'config'>, day: string): void {
  const fault = payDayFault(day, showInZone(clock.now(), config.timeZone).slice(0, 10));
  if (fault !== null) throw new PayrunError('pay_day', { day, fault: FAULTS[fault] });
}
