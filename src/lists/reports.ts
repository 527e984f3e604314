import type { Scope } from '../ledger/merchants/scope.ts';
import type { FailureGroup } from '../ledger/reports/report-failures.ts';
import type { PaidReport, PaidSum, PairSum } from '../ledger/reports/report-paid.ts';
import type { ReportRange } from '../ledger/reports/report-range.ts';
import { formatMinor } from '../money.ts';
import { toStatusValue } from '../outcomes/status-value.ts';
import { capitalized } from '../platform/capitalize.ts';
import { countryTitle } from '../references/country-word.ts';
import { as } from '../references/value.ts';
import { PAYMENT_STATE } from './documents/state-codes.ts';
import {
  type AnyList,
  countColumn,
  FILES,
  fileColumn,
  type ListColumn,
  type ListPlace,
  moneyColumn,
  SHOWN,
  slicePage,
} from './list.ts';
import { periodList } from './period.ts';

/** Minimum time for which figures are cached; those that take long to count are cached longer. */
const CACHE_MS = 15_000;
const CACHE_TIMES = 60;
const MOST_CACHED = 100;
const MOST_REASONS = 100;

/** Counts the payments paid and failed in a period. `at`: when they were counted, in ms UTC. */
async function countFigures({ ledger: { db }, clock }: ListPlace, scope: Scope, range: ReportRange) {
  const at = clock.now();
  const [{ selectFees, selectPaid }, { selectFailures }] = await Promise.all([
    import('../ledger/reports/report-paid.ts'),
    import('../ledger/reports/report-failures.ts'),
  ]);
  const [paid, fees, failures] = await Promise.all([
    selectPaid(db, scope, range),
    selectFees(db, scope, range),
    selectFailures(db, scope, range, MOST_REASONS),
  ]);
  return { paid, fees, failures, at };
}

type ReportFigures = Awaited<ReturnType<typeof countFigures>>;
type Cache = Map<string, { readonly figures: Promise<ReportFigures>; until: number }>;
const caches = new WeakMap<object, Cache>();

/**
 * The figures of all reports of a period, cached for all readers of the same merchants, so that the page, its tables
 * and its downloads agree.
 */
export function reportFigures(
  place: ListPlace,
  scope: Scope,
  { from, to, timeZone, merchant }: ReportRange,
): Promise<ReportFigures> {
  const { ledger, clock } = place;
  const cache: Cache = caches.get(ledger) ?? new Map();
  caches.set(ledger, cache);
  const now = clock.now();
  for (const [old, { until }] of cache) if (now >= until || cache.size > MOST_CACHED) cache.delete(old);
  const range = { from, to, timeZone, merchant };
  const key = JSON.stringify([scope && [...scope].sort(), range]);
  const known = cache.get(key);
  if (known) return known.figures;
  const one = { figures: countFigures(place, scope, range), until: now + CACHE_MS };
  cache.set(key, one);
  one.figures.then(
    ({ at }) => {
      one.until = at + Math.max(CACHE_MS, CACHE_TIMES * (clock.now() - at));
    },
    // A report that failed is not cached.
    () => cache.delete(key),
  );
  return one.figures;
}

const figures =
  <Row>(rows: (found: ReportFigures) => readonly Row[]): Parameters<typeof periodList<Row>>[0]['read'] =>
  async (place, scope, { period, after, limit }) =>
    slicePage(rows(await reportFigures(place, scope, period)), after, limit);

type Column = ListColumn<PaidSum>;

const CURRENCY: Column = { name: 'currency', title: 'Currency', type: 'text', value: ({ currency }) => currency };
const CURRENCY_IN_FILES: Column = { ...CURRENCY, doors: FILES };
const PAYMENTS: Column = countColumn('payments', 'Payments', ({ payments }) => payments);
const SENT: Column = moneyColumn('sent', 'Sent', ({ sent }) => sent, { csv: 'paid' });
const FEES: Column = moneyColumn('fees', 'Fees', ({ fees }) => fees);
const TOTAL_DEBIT: Column = moneyColumn('totalDebit', 'Total debit', ({ totalDebit }) => totalDebit, {
  unlessAs: ['sent'],
});
const deducted = (more: Partial<Column>): Column =>
  moneyColumn('recipientFees', 'Deducted from recipients', ({ recipientFees }) => recipientFees, more);
const DEDUCTED = deducted({ doors: SHOWN, unless: 'zero' });
const DEDUCTED_IN_FILES = deducted({ doors: FILES, csv: 'of them deducted from recipients' });
/**
 * If an approver confirmed a payment as paid, the service may never have reported its amounts: the sums do not include
 * it.
 */
const WITHOUT_PRICE: Column = countColumn(
  'withoutPrice',
  'Without amounts',
  ({ payments, priced }) => payments - priced,
  { csv: 'payments without amounts', unless: 'zero' },
);
const SUMS: readonly Column[] = [
  PAYMENTS,
  SENT,
  moneyColumn('onTop', 'Fees on top', ({ sent, totalDebit }) => totalDebit - sent, { doors: SHOWN, unless: 'zero' }),
  { ...FEES, doors: FILES },
  DEDUCTED_IN_FILES,
  TOTAL_DEBIT,
  DEDUCTED,
  WITHOUT_PRICE,
];

const pairOf = ({ currency, to }: PairSum): string => (currency === to ? currency : `${currency} to ${to}`);

/** In percent of what was sent, with two decimals; null if nothing was. */
function feesPercent({ fees, sent }: PairSum): string | null {
  return sent <= 0n ? null : formatMinor((2n * fees * 10_000n + sent) / (2n * sent), 'EUR');
}

const MONTH = (timeZone: string) => `month (${timeZone})`;

/** Payments paid and failed in a period. Amounts of different currencies are never added. */
export const REPORTS: readonly AnyList[] = [
  periodList({
    name: 'currencies',
    title: 'Paid by currency',
    summary: 'amounts paid, by currency',
    read: figures(({ paid }) => paid.byCurrency),
    columns: [{ ...CURRENCY, names: true }, ...SUMS],
  }),
  periodList<PaidReport['byMonth'][number]>({
    name: 'months',
    title: 'Paid by month',
    summary: 'amounts paid, by month',
    read: figures(({ paid }) => paid.byMonth),
    columns: [
      { name: 'month', title: 'Month', type: 'text', csv: MONTH, names: true, value: ({ month }) => as.whole(month) },
      CURRENCY_IN_FILES,
      ...SUMS,
    ],
  }),
  periodList<PaidReport['byCountry'][number]>({
    name: 'countries',
    title: 'Paid by account country',
    summary: 'amounts paid, by account country',
    read: figures(({ paid }) => paid.byCountry),
    columns: [
      { name: 'country', title: 'Country', doors: SHOWN, names: true, value: ({ country }) => countryTitle(country) },
      fileColumn('country', 'Country', ({ country }) => country),
      CURRENCY_IN_FILES,
      ...SUMS,
    ],
  }),
  periodList<PairSum>({
    name: 'fees',
    title: 'Fees by currency pair',
    read: figures(({ fees }) => fees),
    columns: [
      { name: 'pair', title: 'Currencies', doors: SHOWN, names: true, value: (sum) => as.whole(pairOf(sum)) },
      CURRENCY_IN_FILES,
      PAYMENTS,
      SENT,
      FEES,
      DEDUCTED_IN_FILES,
      { ...TOTAL_DEBIT, doors: FILES },
      DEDUCTED,
      WITHOUT_PRICE,
      {
        name: 'feesPercent',
        title: 'Fees (%)',
        type: 'percent?',
        under: 'fees',
        value: (sum) => as.percent(feesPercent(sum)),
      },
      fileColumn('recipientCurrency', 'Recipient currency', ({ to }) => to, { type: 'text' }),
    ],
  }),
  periodList<FailureGroup>({
    name: 'failures',
    title: 'Failed and returned by reason',
    summary: 'failed and returned payments, by reason',
    none: 'No payment failed or was returned in this period.',
    read: figures(({ failures }) => failures),
    columns: [
      fileColumn('state', 'State', ({ state }) => state, { type: PAYMENT_STATE }),
      fileColumn('code', 'Code', ({ code }) => code, { type: 'text' }),
      { name: 'reason', title: 'Reason', type: 'text', names: true, value: ({ reason }) => capitalized(reason) },
      countColumn('payments', 'Payments', ({ payments }) => payments),
      {
        name: 'latestRun',
        title: 'Latest run',
        type: 'text',
        value: ({ run, state }) => as.link('state', `${run} ${state}`, `${run}`),
      },
      {
        name: 'status',
        title: 'Status',
        type: PAYMENT_STATE,
        under: 'reason',
        value: ({ state }) => toStatusValue(state),
      },
      fileColumn('currency', 'Currency', ({ currency }) => currency, { type: 'text' }),
      moneyColumn('amount', 'Amount', ({ minor }) => minor),
    ],
  }),
];
