import { describe, expect, it } from 'vitest';
import { BANK_CALENDARS } from '../../../src/platform/calendars/bank-calendars.ts';
import { isDay, nextBusinessDay } from '../../../src/platform/calendars/business-days.ts';

describe('the next day on which banks work', () => {
  it.each([
    // TARGET is closed on six days a year, and on no national holiday.
    ['EUR', '2026-12-25', '2026-12-28', '2026-12-25 is a holiday of TARGET (EUR): Christmas Day'],
    ['EUR', '2027-03-26', '2027-03-30', '2027-03-26 is a holiday of TARGET (EUR): Good Friday'],
    ['EUR', '2027-05-06', '2027-05-06', null],
    ['EUR', '2026-11-26', '2026-11-26', null],
    // Fedwire: a holiday on a Sunday is kept on Monday, one on a Saturday not on Friday.
    ['USD', '2026-11-26', '2026-11-27', '2026-11-26 is a holiday of Fedwire (USD): Thanksgiving Day'],
    ['USD', '2026-07-03', '2026-07-03', null],
    ['USD', '2027-07-05', '2027-07-06', '2027-07-05 is a holiday of Fedwire (USD): Independence Day'],
    ['USD', '2027-06-18', '2027-06-18', null],
    ['USD', '2027-05-31', '2027-06-01', '2027-05-31 is a holiday of Fedwire (USD): Memorial Day'],
    // The UK keeps both days of Christmas 2026 and 2027 on working days.
    [
      'GBP',
      '2026-12-28',
      '2026-12-29',
      /^2026-12-28 is a holiday of the banks of England and Wales \(GBP\): Boxing Day/,
    ],
    ['GBP', '2027-12-27', '2027-12-29', /Christmas Day/],
    ['GBP', '2027-05-03', '2027-05-04', /Early May/],
    ['ILS', '2026-11-27', '2026-11-29', '2026-11-27 is a Friday'],
    ['XYZ', '2026-11-28', '2026-11-30', '2026-11-28 is a Saturday'],
  ])('%s on %s: %s', async (currency, asked, day, because) => {
    const found = await nextBusinessDay(asked, [currency]);
    expect(found.day).toBe(day);
    if (because instanceof RegExp) expect(found.because).toMatch(because);
    else expect(found.because).toBe(because);
  });

  it('is one on which the banks of every currency work, with the first reason', async () => {
    expect(await nextBusinessDay('2026-12-25', ['GBP', 'EUR'])).toEqual({
      day: '2026-12-29',
      because: expect.stringMatching(/2026-12-25 is a holiday of the banks of England/),
    });
    expect(await nextBusinessDay('2026-11-27', ['USD', 'EUR'])).toEqual({ day: '2026-11-27', because: null });
  });

  it('is known for each calendar, which has holidays in addition to weekends', async () => {
    for (const currency of Object.keys(BANK_CALENDARS)) {
      let holidays = 0;
      for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
        const { because } = await nextBusinessDay(new Date(at).toISOString().slice(0, 10), [currency]);
        if (because?.includes('holiday')) holidays++;
      }
      expect(holidays, currency).toBeGreaterThanOrEqual(3);
      expect(holidays, currency).toBeLessThan(40);
    }
  });
});

describe('a day', () => {
  it.each([
    ['2026-11-30', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    // PostgreSQL has no year 0, and would fail.
    ['0000-01-01', false],
    ['0001-01-01', true],
    ['-2026-01-01', false],
    ['2026-1-1', false],
  ])('%s is in the calendar: %s', (text, expected) => expect(isDay(text)).toBe(expected));
});
