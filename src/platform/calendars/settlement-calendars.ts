import { AMERICAS_AND_AFRICA } from './americas-and-africa.ts';
import { ASIA_AND_PACIFIC } from './asia-and-pacific.ts';
import { EUROPE } from './europe.ts';
import type { SettlementCalendar } from './settlement-calendar.ts';

export const SETTLEMENT_CALENDARS: Readonly<Record<string, SettlementCalendar>> = {
  ...EUROPE,
  ...AMERICAS_AND_AFRICA,
  ...ASIA_AND_PACIFIC,
};

/** Currencies that do not settle on Friday and Saturday, by the hours of their central banks. */
const FRIDAY_SATURDAY = 'BDT BHD DJF DZD EGP ILS IQD JOD KWD LYD MVR OMR QAR SAR SDG SYP YER'.split(' ');

/** Days of the week without settlement, if they are not Saturday and Sunday; 0 is Sunday. */
export const WEEKENDS: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(FRIDAY_SATURDAY.map((currency) => [currency, [5, 6]])),
  NPR: [6],
};
