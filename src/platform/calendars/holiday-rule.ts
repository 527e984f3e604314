/** A calendar day, YYYY-MM-DD. */
export type Day = string;

/**
 * The day of a holiday in a year, as a text. `!` at the end: it is not moved from a weekend.
 *
 * - `12-25`: a fixed day
 * - `easter-2`, `orthodox+1`: days from Easter Sunday, of the Western or the Orthodox churches
 * - `3 mon 01`, `-1 mon 05`: the third Monday of January, the last one of May
 * - `mon<=05-24`: the last Monday up to May 24
 * - `qingming`, `spring equinox`, `autumn equinox`: by the sun
 * - `2026-02-16`: a day that is announced year by year, or of a calendar that the moon decides
 */
export type HolidayRule = string;

const DAY_MS = 86_400_000;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const utc = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
export const getWeekday = (ms: number): number => new Date(ms).getUTCDay();
export const dayText = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

type Groups = readonly string[];
const RULES: readonly (readonly [RegExp, (year: number, groups: Groups) => number | null])[] = [
  [/^(\d\d)-(\d\d)$/, (year, [month, day]) => utc(year, Number(month), Number(day))],
  [/^easter([+-]\d+)$/, (year, [days]) => easter(year) + Number(days) * DAY_MS],
  [/^orthodox([+-]\d+)$/, (year, [days]) => orthodoxEaster(year) + Number(days) * DAY_MS],
  [/^(-?\d) (\w{3}) (\d\d)$/, (year, [nth, weekday, month]) => nthWeekday(year, Number(nth), weekday!, Number(month))],
  [
    /^(\w{3})<=(\d\d)-(\d\d)$/,
    (year, [weekday, month, day]) => onOrBefore(utc(year, Number(month), Number(day)), weekday!),
  ],
  // The mean position of the sun: right from 2000 to 2099.
  [/^qingming$/, (year) => utc(year, 4, Math.floor(0.2422 * (year % 100) + 4.81) - Math.floor((year % 100) / 4))],
  [/^spring equinox$/, (year) => utc(year, 3, equinox(year, 20.8431))],
  [/^autumn equinox$/, (year) => utc(year, 9, equinox(year, 23.2488))],
  [/^(\d{4}-\d\d-\d\d)$/, (year, [day]) => (day!.startsWith(String(year)) ? Date.parse(day!) : null)],
];

/** The day of a rule in a year, in ms UTC; null if it has none in this year. */
export function holidayIn(year: number, rule: HolidayRule): number | null {
  const text = rule.replace(/!$/, '');
  for (const [form, dayOf] of RULES) {
    const match = form.exec(text);
    if (match) return dayOf(year, match.slice(1));
  }
  throw new Error(`no form of a holiday: ${rule}`);
}

/** Gauss, in the form of Meeus, Jones and Butcher. */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return utc(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Meeus, in the Julian calendar, which is 13 days behind until 2099. */
function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const n = d + e + 114;
  return utc(year, Math.floor(n / 31), (n % 31) + 1) + 13 * DAY_MS;
}

function onOrBefore(ms: number, weekday: string): number {
  return ms - ((getWeekday(ms) - WEEKDAYS.indexOf(weekday) + 7) % 7) * DAY_MS;
}

function nthWeekday(year: number, nth: number, weekday: string, month: number): number {
  const last = nth < 0 ? utc(year, month + 1, 0) : utc(year, month, 7 * nth);
  return onOrBefore(last, weekday);
}

const equinox = (year: number, mean: number): number =>
  Math.floor(mean + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4);
