import { describe, expect, it } from 'vitest';
import { isDay, nextBusinessDay, SETTLEMENT_CALENDARS } from '../../../src/platform/calendars/business-days.ts';

/** The weekdays of a year on which a currency does not settle. */
function closedDays(currency: string, year: number): readonly string[] {
  const closed: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (nextBusinessDay(day, [currency]).because?.includes('holiday')) closed.push(day.slice(5));
  }
  return closed;
}

describe('the days on which a currency does not settle, as its central bank publishes them', () => {
  it.each<[currency: string, year: number, closed: string]>([
    ['EUR', 2027, '01-01 03-26 03-29'],
    // A holiday on a Sunday is kept on Monday, one on a Saturday not on Friday.
    ['USD', 2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
    ['GBP', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    ['GBP', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    ['GBP', 2022 + 6, '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
    ['CAD', 2027, '01-01 03-26 05-24 07-01 09-06 09-30 10-11 11-11 12-27 12-28'],
    ['CHF', 2026, '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-25'],
    ['AUD', 2027, '01-01 01-26 03-26 03-29 06-14 12-27 12-28'],
    ['NZD', 2027, '01-01 01-04 02-08 03-26 03-29 04-26 06-07 06-25 10-25 12-27 12-28'],
    // Sunday, May 3 is kept on the next day that is free; September 22 is between two holidays.
    [
      'JPY',
      2026,
      '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
    ],
    ['SEK', 2026, '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31'],
    ['NOK', 2027, '01-01 03-25 03-26 03-29 05-06 05-17 12-24'],
    ['DKK', 2026, '01-01 04-02 04-03 04-06 05-14 05-15 05-25 06-05 12-24 12-25 12-31'],
    ['PLN', 2026, '01-01 01-06 04-06 05-01 06-04 11-11 12-24 12-25'],
    ['CZK', 2026, '01-01 04-03 04-06 05-01 05-08 07-06 09-28 10-28 11-17 12-24 12-25'],
    ['RON', 2026, '01-01 01-02 01-06 01-07 04-10 04-13 05-01 06-01 11-30 12-01 12-25'],
    ['ZAR', 2027, '01-01 03-22 03-26 03-29 04-27 06-16 08-09 09-24 12-16 12-27'],
    ['MXN', 2026, '01-01 02-02 03-16 04-02 04-03 05-01 09-16 11-02 11-16 12-25'],
    ['BRL', 2026, '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-20 12-25'],
    ['HKD', 2026, '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25'],
    ['HKD', 2027, '01-01 02-08 02-09 03-26 03-29 04-05 05-13 06-09 07-01 09-16 10-01 10-08 12-27'],
    ['SGD', 2026, '01-01 02-17 02-18 04-03 05-01 05-27 06-01 08-10 11-09 12-25'],
    [
      'CNY',
      2026,
      '01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07',
    ],
    // The statutory days; bridge days are announced later.
    ['CNY', 2027, '01-01 02-05 02-08 04-05 06-09 09-15 10-01'],
  ])('%s in %i', (currency, year, closed) => expect(closedDays(currency, year).join(' ')).toBe(closed));

  it('are placed for every calendar and each of its next ten years', () => {
    for (const [currency, { years }] of Object.entries(SETTLEMENT_CALENDARS))
      for (let year = 2026; year <= Math.min(2036, years[1]); year++)
        expect(closedDays(currency, year).length, `${currency} ${year}`).toBeGreaterThanOrEqual(3);
  });
});

describe('the next business day', () => {
  it.each([
    ['EUR', '2026-12-25', '2026-12-28', '2026-12-25 is a holiday of TARGET (EUR): Christmas Day'],
    ['CAD', '2027-05-24', '2027-05-25', '2027-05-24 is a holiday of Lynx (CAD): Victoria Day'],
    ['DKK', '2026-12-24', '2026-12-28', '2026-12-24 is a holiday of Kronos (DKK): Christmas Eve'],
    ['SAR', '2026-12-04', '2026-12-06', '2026-12-04 is a Friday'],
    ['SAR', '2026-12-06', '2026-12-06', null],
    ['KWD', '2026-12-05', '2026-12-06', '2026-12-05 is a Saturday'],
    ['NPR', '2026-12-06', '2026-12-06', null],
    ['AED', '2026-12-06', '2026-12-07', '2026-12-06 is a Sunday'],
    ['XYZ', '2026-11-28', '2026-11-30', '2026-11-28 is a Saturday'],
  ])('%s on %s: %s', (currency, asked, day, because) =>
    expect(nextBusinessDay(asked, [currency])).toMatchObject({ day, because }),
  );

  it('is one on which every currency settles, with the first reason', () => {
    expect(nextBusinessDay('2026-12-25', ['GBP', 'EUR'])).toEqual({
      day: '2026-12-29',
      because: '2026-12-25 is a holiday of CHAPS (GBP): Christmas Day',
      unknown: [],
    });
    // Never on a day of both weekends.
    expect(nextBusinessDay('2026-12-04', ['SAR', 'USD']).day).toBe('2026-12-07');
  });

  it.each([
    [['EUR', 'USD'], '2027-05-03', []],
    [['EUR', 'SAR', 'INR'], '2027-05-03', ['SAR', 'INR']],
    [['CNY'], '2026-05-04', []],
    [['CNY'], '2027-05-04', ['CNY']],
  ])('of %j on %s: holidays are not known of %j', (currencies, day, unknown) =>
    expect(nextBusinessDay(day, currencies).unknown).toEqual(unknown),
  );
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
