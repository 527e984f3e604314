import { AMERICAS_AND_AFRICA } from './americas-and-africa.ts';
import { ASIA_AND_PACIFIC } from './asia-and-pacific.ts';
import { EUROPE } from './europe.ts';
import { type Day, dayText, getWeekday, type HolidayRule, holidayIn } from './holiday-rule.ts';
import type { SettlementCalendar } from './settlement-calendar.ts';

export const SETTLEMENT_CALENDARS: Readonly<Record<string, SettlementCalendar>> = {
  ...EUROPE,
  ...AMERICAS_AND_AFRICA,
  ...ASIA_AND_PACIFIC,
};

/** Currencies that do not settle on Friday and Saturday, by the hours of their central banks. */
const FRIDAY_SATURDAY = 'BDT BHD DJF DZD EGP ILS IQD JOD KWD LYD MVR OMR QAR SAR SDG SYP YER'.split(' ');

/** Days of the week without settlement, if they are not Saturday and Sunday; 0 is Sunday. */
const WEEKENDS: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(FRIDAY_SATURDAY.map((currency) => [currency, [5, 6]])),
  NPR: [6],
};

const DAY_MS = 86_400_000;
const SATURDAY_SUNDAY: readonly number[] = [6, 0];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const years = new Map<string, ReadonlyMap<Day, string>>();

export interface BusinessDay {
  readonly day: Day;
  /** The reason that it is not the requested day; null if it is. */
  readonly because: string | null;
  /** Those of the currencies whose holidays around that day are not known, or not all of them. */
  readonly unknown: readonly string[];
}

/** The first day from `day` on, as far as is known, on which all these currencies settle. */
export function nextBusinessDay(day: Day, currencies: readonly string[]): BusinessDay {
  let because: string | null = null;
  for (let ms = Date.parse(`${day}T00:00:00Z`); ; ms += DAY_MS) {
    const closed = closedReason(ms, currencies);
    if (closed === null) return { day: dayText(ms), because, unknown: currencies.filter(isUnknown(day)) };
    because ??= closed;
  }
}

/** Whether the holidays of a currency in the year of this day are not known, or not all of them. */
const isUnknown = (day: Day) => (currency: string) => {
  const calendar = SETTLEMENT_CALENDARS[currency];
  const year = Number(day.slice(0, 4));
  return calendar === undefined || year < calendar.years[0] || year > calendar.years[1];
};

/** The reason that payments of these currencies do not settle on a day; null if they do. */
function closedReason(ms: number, currencies: readonly string[]): string | null {
  const day = dayText(ms);
  for (const currency of currencies) {
    const weekday = getWeekday(ms);
    if ((WEEKENDS[currency] ?? SATURDAY_SUNDAY).includes(weekday)) return `${day} is a ${WEEKDAYS[weekday]}`;
    const calendar = SETTLEMENT_CALENDARS[currency];
    const holiday = calendar && holidaysOf(currency, calendar, new Date(ms).getUTCFullYear()).get(day);
    if (holiday !== undefined) return `${day} is a holiday of ${calendar!.system} (${currency}): ${holiday}`;
  }
  return null;
}

function holidaysOf(currency: string, calendar: SettlementCalendar, year: number): ReadonlyMap<Day, string> {
  const key = `${currency} ${year}`;
  const found = years.get(key) ?? placed(currency, calendar, year);
  years.set(key, found);
  return found;
}

/** First those that stay on their day, then those that are moved, each to the first day that is free. */
function placed(
  currency: string,
  { holidays, moved, bridges = false }: SettlementCalendar,
  year: number,
): ReadonlyMap<Day, string> {
  const weekend = WEEKENDS[currency] ?? SATURDAY_SUNDAY;
  const isFree = (ms: number) => !weekend.includes(getWeekday(ms)) && !days.has(dayText(ms));
  const isMoved = (rule: HolidayRule, ms: number) =>
    moved !== undefined &&
    !rule.endsWith('!') &&
    (moved === 'weekend' ? weekend.includes(getWeekday(ms)) : getWeekday(ms) === 0);
  const all = Object.entries(holidays).flatMap(([rule, name]) => {
    const ms = holidayIn(year, rule);
    return ms === null ? [] : [{ ms, name, isMoved: isMoved(rule, ms) }];
  });
  const days = new Map(all.filter((one) => !one.isMoved).map(({ ms, name }) => [dayText(ms), name]));
  if (bridges)
    for (const { ms } of all)
      if (isFree(ms + DAY_MS) && days.has(dayText(ms + 2 * DAY_MS))) days.set(dayText(ms + DAY_MS), 'Bridge day');
  for (const { ms, name } of all.filter((one) => one.isMoved)) {
    let free = ms + DAY_MS;
    while (!isFree(free)) free += DAY_MS;
    days.set(dayText(free), name);
  }
  return days;
}

/** Whether a text is a day that the calendar has, YYYY-MM-DD. PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // February 30 becomes another day.
  return !Number.isNaN(at) && dayText(at) === text;
}
