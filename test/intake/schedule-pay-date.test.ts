import { describe, expect, it } from 'vitest';
import { payDayFault } from '../../src/intake/pay-day.ts';
import { getStartTime } from '../../src/intake/schedule-pay-date.ts';

describe('the moment at which payments are started', () => {
  const AT = { time: '09:00', zone: 'Europe/Berlin' };
  const now = Date.parse('2026-11-23T12:00:00Z');

  it('is the configured hour of that day, in its zone and with daylight saving time', () => {
    expect(getStartTime('2026-12-01', AT, ['EUR'], now)).toEqual({
      at: Date.parse('2026-12-01T08:00Z'),
      because: null,
    });
    expect(getStartTime('2027-07-01', AT, ['EUR'], now).at).toBe(Date.parse('2027-07-01T07:00Z'));
  });

  it('is on the next business day if banks are closed, and at once if the day is over', () => {
    expect(getStartTime('2026-11-28', AT, ['EUR'], now)).toEqual({
      at: Date.parse('2026-11-30T08:00Z'),
      because: '2026-11-28 is a Saturday',
    });
    expect(getStartTime('2026-11-21', AT, ['EUR'], now)).toEqual({
      at: Date.parse('2026-11-21T08:00Z'),
      because: null,
    });
  });

  it.each([
    ['2026-11-23', null],
    ['2027-11-23', null],
    ['2026-11-22', 'pay_on_past'],
    ['2028-01-01', 'pay_on_far'],
    ['2026-02-30', 'pay_on_form'],
    ['01.12.2026', 'pay_on_form'],
    ['', 'pay_on_form'],
  ])('a pay date %s: %s', (day, fault) => expect(payDayFault(day, '2026-11-23')).toBe(fault));
});
