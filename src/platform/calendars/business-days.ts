import type Holidays from 'date-holidays';
import { BANK_CALENDARS, type BankCalendar, type BankCountry } from './bank-calendars.ts';

/** A calendar day, YYYY-MM-DD. */
export type Day = string;

const DAY_MS = 86_400_000;
/** Longer than any holidays in a row, so that faulty data cannot cause an endless search. */
const MOST_DAYS = 60;

/** If a currency has no calendar: its banks are taken to work from Monday to Friday. */
const UNKNOWN: Pick<BankCalendar, 'weekend'> = { weekend: [6, 0] };

const years = new Map<string, ReadonlyMap<Day, string>>();

/**
 * The first day from `day` on at which the banks of all these currencies settle, and why it is not `day` itself; null
 * if it is.
 */
export async function nextBusinessDay(
  day: Day,
  currencies: readonly string[],
): Promise<{ readonly day: Day; readonly because: string | null }> {
  let because: string | null = null;
  for (let moved = day, tries = 0; ; moved = dayAfter(moved), tries++) {
    const closed = tries === MOST_DAYS ? null : await whyClosed(moved, currencies);
    if (closed === null) return { day: moved, because };
    because ??= closed;
  }
}

/** Why payments of these currencies do not settle on a day; null if they do. */
async function whyClosed(day: Day, currencies: readonly string[]): Promise<string | null> {
  const weekday = new Date(`${day}T00:00:00Z`);
  for (const currency of currencies) {
    const calendar = BANK_CALENDARS[currency];
    if ((calendar ?? UNKNOWN).weekend.includes(weekday.getUTCDay()))
      return `${day} is a ${weekday.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })}`;
    const holiday = calendar && (await holidaysOf(calendar, day.slice(0, 4))).get(day);
    if (calendar && holiday !== undefined) return `${day} is a holiday of ${calendar.name} (${currency}): ${holiday}`;
  }
  return null;
}

/** The holidays of a year with their names. */
async function holidaysOf({ name, holidays }: BankCalendar, year: string): Promise<ReadonlyMap<Day, string>> {
  const key = `${name} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const calendar = await openCalendar(holidays);
  const found = new Map(
    calendar
      .getHolidays(year, 'en')
      .filter(({ type }) => type === 'public' || type === 'bank')
      .map((one) => [one.date.slice(0, 10), one.name] as const),
  );
  years.set(key, found);
  return found;
}

/** Loaded when it is first needed: the data of all countries takes a tenth of a second. */
async function openCalendar(holidays: BankCalendar['holidays']): Promise<Holidays> {
  const { default: Calendar } = await import('date-holidays');
  if (isCountry(holidays))
    return holidays.state === undefined
      ? new Calendar(holidays.country)
      : new Calendar(holidays.country, holidays.state);
  const calendar = new Calendar();
  for (const [rule, name] of Object.entries(holidays))
    calendar.setHoliday(rule, { name: { en: name }, type: 'public' });
  return calendar;
}

const isCountry = (holidays: BankCalendar['holidays']): holidays is BankCountry => 'country' in holidays;
/** Whether a text is a day that the calendar has, YYYY-MM-DD. PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // February 30 becomes another day.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const dayAfter = (day: Day): Day => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
