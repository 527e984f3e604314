import type { Config } from '../config.ts';
import type { Db } from '../ledger/db/db.ts';
import { getRunCurrencies, type PayDate, setPayDate } from '../ledger/runs/pay-date.ts';
import { nextBusinessDay } from '../platform/calendars/business-days.ts';
import type { Day } from '../platform/calendars/holiday-rule.ts';
import { pluralize } from '../platform/pluralize.ts';
import { getFirstInstant, showInZone } from '../platform/time-zone.ts';
import type { Tally } from './tally.ts';

/** The hour at which payments are started, and its time zone. */
export interface PayTime {
  readonly time: string;
  readonly zone: string;
}

/**
 * The moment (ms UTC) at which payments asked for on a day are started: on the first day from then on at which the
 * all their currencies settle. A day that is over is not moved: the payments are late already.
 */
export function getStartTime(
  on: Day,
  { time, zone }: PayTime,
  currencies: readonly string[],
  now: number,
): { readonly at: number; readonly because: string | null } {
  const isOver = on < showInZone(now, zone).slice(0, 10);
  const { day, because } = isOver ? { day: on, because: null } : nextBusinessDay(on, currencies);
  return { at: getFirstInstant(Date.parse(`${day}T${time}:00Z`), zone), because };
}

/** The hour at which payments of a merchant are started on their day. */
export function getPayTime({ payTime, timeZone }: Pick<Config, 'payTime' | 'timeZone'>, merchant: string) {
  const own = Object.hasOwn(payTime.merchants, merchant) ? payTime.merchants[merchant] : undefined;
  return own ?? payTime.all ?? { time: '09:00', zone: timeZone };
}

/** Sets the pay date of a run, by the business days of its currencies. Returns it. */
export async function schedulePayment(
  db: Db,
  run: { readonly id: bigint; readonly merchant: string },
  on: string,
  { config, now }: { readonly config: Pick<Config, 'payTime' | 'timeZone'>; readonly now: number },
): Promise<PayDate> {
  const time = getPayTime(config, run.merchant);
  const { at, because } = getStartTime(on, time, await getRunCurrencies(db, run.id), now);
  const date = { on, startsAt: new Date(at), zone: time.zone, because };
  await setPayDate(db, run.id, date);
  return date;
}

/**
 * The reason that the pay dates of a sheet prevent its payment; null if it names none, or one in every row. One run
 * pays on one day, and a missing date is never guessed. `asked`: the date that the uploader gave.
 */
export function compareDates({ dates }: Pick<Tally, 'dates'>, asked: string | undefined): string | null {
  const named = Object.entries(dates).sort(([a], [b]) => (a < b ? -1 : 1));
  const days = new Set(named.map(([day]) => day).filter((day) => day !== ''));
  if (days.size === 0) return null;
  if (days.size === named.length && new Set([...days, ...(asked ? [asked] : [])]).size === 1) return null;
  const listed = named.map(([day, rows]) => `${day === '' ? 'none' : day} in ${pluralize(rows, 'row')}`).join(', ');
  const also = asked === undefined || days.size > 1 ? '' : `, and ${asked} was requested`;
  return `A run has one pay date, but the column "pay on" has ${listed}${also}. Give every row the same day, or pay a sheet for each. Nothing is paid.`;
}

/** The day that the rows name; undefined if they name none. Only after `compareDates`. */
export const getRowsDate = ({ dates }: Pick<Tally, 'dates'>): string | undefined =>
  Object.keys(dates).find((day) => day !== '');
