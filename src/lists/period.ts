import type { Scope } from '../ledger/merchants/scope.ts';
import { showInZone } from '../platform/time-zone.ts';
import { filterBy } from './filters.ts';
import {
  defineList,
  type FilterValues,
  type ListOf,
  type ListPlace,
  type ListRequest,
  type Period,
  type Rows,
} from './list.ts';

const DAY_MS = 86_400_000;
/** Default number of days, today included. */
const DAYS = 30;
/** Longer periods are cut at the beginning. */
const MOST_DAYS = 366;

/** The days and the merchant of a report. */
export const PERIOD_FILTERS = {
  from: filterBy.day({ label: 'From', summary: 'first day (default: 30 days ago)' }),
  to: filterBy.day({ label: 'To', summary: 'last day (default: today)' }),
  merchant: filterBy.merchant(),
};

type PeriodFilters = typeof PERIOD_FILTERS;

/** A list of a period, with a page and a command, `payrun report NAME`. `none`: the sentence if it is empty. */
export const periodList = <Row, F extends PeriodFilters = PeriodFilters>({
  name,
  title,
  summary = title.charAt(0).toLowerCase() + title.slice(1),
  none = 'Nothing was paid in this period.',
  filters = PERIOD_FILTERS as F,
  read,
  ...given
}: Pick<ListOf<Row>, 'name' | 'title' | 'columns' | 'perRead'> & {
  /** The help of the command; by default the title. */
  readonly summary?: string;
  readonly none?: string;
  readonly filters?: F;
  readonly read: (
    place: ListPlace,
    scope: Scope,
    asked: ListRequest<F> & { readonly period: Period },
  ) => Promise<Rows<Row>>;
}) =>
  defineList<Row, F>({
    ...given,
    name,
    title,
    role: 'viewer',
    filters,
    ofPeriod: true,
    read: async (place, scope, request) => {
      const period = askedPeriod(place, request.filters as FilterValues<PeriodFilters>);
      return { ...(await read(place, scope, { ...request, period })), period };
    },
    empty: { what: none, page: 'Choose other dates.', command: 'Choose others with --from and --until.' },
    perPage: 100,
    path: `/reports/${name}`,
    command: {
      name: `report ${name}`,
      group: 'Everyday',
      summary,
      examples: [[`payrun report ${name} --from 2026-11-01 --until 2026-11-30`, 'for one month']],
      most: 10_000,
    },
  });

/** The period that is asked for, corrected if necessary; what is null has its default. */
export function askedPeriod(
  { config: { timeZone }, clock }: Pick<ListPlace, 'config' | 'clock'>,
  { from, to, merchant }: FilterValues<typeof PERIOD_FILTERS>,
): Period {
  const period = (first: string, last: string, fault: string | null = null): Period => ({
    ...{ from: first, to: last, timeZone, merchant, fault },
  });
  const today = showInZone(clock.now(), timeZone).slice(0, 10);
  const last = to ?? today;
  const first = from ?? daysBefore(last, DAYS - 1);
  if (first > last)
    return period(
      daysBefore(today, DAYS - 1),
      today,
      'The start date is after the end date. Showing the last 30 days.',
    );
  const earliest = daysBefore(last, MOST_DAYS - 1);
  return first < earliest
    ? period(earliest, last, `A report covers at most ${MOST_DAYS} days. Showing the most recent.`)
    : period(first, last);
}

/** The ledger knows no day before the year 1. */
const daysBefore = (day: string, days: number): string =>
  dayText(Math.max(Date.parse(day) - days * DAY_MS, Date.parse('0001-01-01')));

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
