import type { Context } from 'hono';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { textQuery } from '../../components/query.ts';

const DAY_MS = 86_400_000;
/** Default number of days, today included. */
const DAYS = 30;
/** Longer ranges are cut at the beginning. */
const MOST_DAYS = 366;

/** The range of the URL, corrected if necessary, and a sentence about the correction or null. */
export function askedRange(
  context: Context,
  { now, timeZone }: { now: number; timeZone: string },
): { readonly range: ReportRange; readonly fault: string | null } {
  const [from, to, merchant] = [textQuery(context, 'from'), textQuery(context, 'to'), textQuery(context, 'merchant')];
  return correctedRange({ from, to, merchant }, { now, timeZone });
}

/** The same for a range given in another way; what is null has its default. */
export function correctedRange(
  { from, to, merchant }: Readonly<Record<'from' | 'to' | 'merchant', string | null>>,
  { now, timeZone }: { now: number; timeZone: string },
): { readonly range: ReportRange; readonly fault: string | null } {
  const today = dayIn(now, timeZone);
  const end = to === null ? today : dayMs(to);
  const begin = from === null ? (end ?? today) - (DAYS - 1) * DAY_MS : dayMs(from);
  const range = (first: number, last: number): ReportRange => ({
    from: dayText(first),
    to: dayText(last),
    timeZone,
    merchant,
  });
  const usual = range(today - (DAYS - 1) * DAY_MS, today);
  if (begin === null || end === null)
    return { range: usual, fault: 'A day is written like 2026-06-30. These are the last 30.' };
  if (begin > end) return { range: usual, fault: 'The first day is after the last one. These are the last 30.' };
  const earliest = end - (MOST_DAYS - 1) * DAY_MS;
  if (begin < earliest)
    return {
      range: range(earliest, end),
      fault: `A report has at most ${MOST_DAYS} days: these are the last of them.`,
    };
  return { range: range(begin, end), fault: null };
}

/** Every month of a range, `2026-11`, first to last. */
export function monthsOf({ from, to }: Pick<ReportRange, 'from' | 'to'>): readonly string[] {
  const months: string[] = [];
  for (let at = `${from.slice(0, 7)}-01`; at <= to; at = nextMonth(at)) months.push(at.slice(0, 7));
  return months;
}

const nextMonth = (day: string): string => dayText(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1));

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Midnight UTC of a date, in ms; null if the date is invalid or not between 1900 and 2199. */
function dayMs(text: string): number | null {
  const ms = /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || dayText(ms) !== text ? null : ms;
}

/** The current date in a time zone, as its midnight UTC in ms. */
function dayIn(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return Date.parse(parts.format(now));
}
