import type { FailureGroup } from '../../../ledger/reports/report-failures.ts';
import type { PairSum } from '../../../ledger/reports/report-fees.ts';
import type { PaidSum } from '../../../ledger/reports/report-paid.ts';
import { formatMinor } from '../../../money.ts';
import { PAYMENT_STATUS } from '../../../outcomes/status-words.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { amount, amountUnlessZero, decimalText, figure } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { runPath } from '../../components/paths.ts';
import type { PageColumn } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { type CsvColumn, type ReportTable, reportTable } from './report-table.ts';
import type { ReportFigures } from './reports-cache.ts';

const sums = (view: View, rows: readonly PaidSum[]): readonly PageColumn<PaidSum>[] => [
  { title: 'Payments', align: 'right', cell: (sum) => paymentsOf(view, sum) },
  { title: 'Sent', align: 'right', cell: ({ sent, currency }) => amount(view, { minor: sent, currency }) },
  {
    title: 'Fees on top',
    align: 'right',
    optional: true,
    cell: ({ sent, totalDebit, currency }) => amountUnlessZero(view, { minor: totalDebit - sent, currency }),
  },
  // Without fees on top, the total debit is what was sent.
  ...(rows.some(({ sent, totalDebit }) => sent !== totalDebit)
    ? [
        {
          title: 'Total debit',
          align: 'right' as const,
          cell: ({ totalDebit, currency }: PaidSum) => amount(view, { minor: totalDebit, currency }),
        },
      ]
    : []),
  {
    title: 'Deducted from recipients',
    align: 'right',
    optional: true,
    cell: ({ recipientFees, currency }) => amountUnlessZero(view, { minor: recipientFees, currency }),
  },
];

/**
 * If an approver confirmed a payment as paid, the service may never have reported its amounts: the sums do not include
 * it.
 */
function paymentsOf(view: View, { payments, priced }: PaidSum): Content {
  const without = payments - priced;
  const note = html` <span class="quiet">${figure(view, without)} without a price</span>`;
  return html`${figure(view, payments)}${without === 0 ? '' : note}`;
}

const SUMS_CSV: readonly CsvColumn<PaidSum>[] = [
  ['currency', ({ currency }) => currency],
  ['payments', ({ payments }) => String(payments)],
  ['paid', ({ sent, currency }) => formatMinor(sent, currency)],
  ['fees', ({ fees, currency }) => formatMinor(fees, currency)],
  ['of them deducted from recipients', ({ recipientFees, currency }) => formatMinor(recipientFees, currency)],
  ['total debit', ({ totalDebit, currency }) => formatMinor(totalDebit, currency)],
  ['payments without a price', ({ payments, priced }) => String(payments - priced)],
];

const NOTHING_PAID = 'Nothing was paid on these days.';

/**
 * The tables of what was paid and what failed, with days of this time zone. Amounts of different currencies are never
 * added.
 */
export function reportTables(timeZone: string): readonly ReportTable<ReportFigures>[] {
  return [
    reportTable<ReportFigures, PaidSum>({
      name: 'currencies',
      caption: 'Paid by currency',
      rows: ({ paid }) => paid.byCurrency,
      columns: (view, rows) => [
        { title: 'Currency', names: true, cell: ({ currency }) => currency },
        ...sums(view, rows),
      ],
      none: NOTHING_PAID,
      csv: SUMS_CSV,
    }),
    reportTable<ReportFigures, ReportFigures['paid']['byMonth'][number]>({
      name: 'months',
      caption: 'Paid by month',
      rows: ({ paid }) => paid.byMonth,
      columns: (view, rows) => [
        { title: 'Month', names: true, cell: ({ month }) => html`<span class="no-wrap">${month}</span>` },
        ...sums(view, rows),
      ],
      none: NOTHING_PAID,
      csv: [[`month (${timeZone})`, ({ month }) => month], ...SUMS_CSV],
    }),
    reportTable<ReportFigures, ReportFigures['paid']['byCountry'][number]>({
      name: 'countries',
      caption: 'Paid by country of the account',
      rows: ({ paid }) => paid.byCountry,
      columns: (view, rows) => [
        { title: 'Country', names: true, cell: ({ country }) => countryName(country) },
        ...sums(view, rows),
      ],
      none: NOTHING_PAID,
      csv: [['country', ({ country }) => country ?? ''], ...SUMS_CSV],
    }),
    reportTable<ReportFigures, PairSum>({
      name: 'fees',
      caption: 'Fees by pair of currencies',
      rows: ({ fees }) => fees,
      columns: (view) => [
        { title: 'Currencies', names: true, cell: (one) => noWrap(pairOf(one)) },
        { title: 'Payments', align: 'right', cell: (sum) => paymentsOf(view, sum) },
        { title: 'Sent', align: 'right', cell: ({ sent, currency }) => amount(view, { minor: sent, currency }) },
        {
          title: 'Fees',
          align: 'right',
          cell: (one) =>
            html`${amount(view, { minor: one.fees, currency: one.currency })}<br><span class="quiet">${percentText(view, feesPercent(one))}</span>`,
        },
        {
          title: 'Deducted from recipients',
          align: 'right',
          optional: true,
          cell: ({ recipientFees, currency }) => amountUnlessZero(view, { minor: recipientFees, currency }),
        },
      ],
      none: NOTHING_PAID,
      csv: [...SUMS_CSV, ['fees in percent', (one) => feesPercent(one) ?? ''], ['recipient currency', ({ to }) => to]],
    }),
    reportTable<ReportFigures, FailureGroup>({
      name: 'failures',
      caption: 'Failed and returned by reason',
      rows: ({ failures }) => failures,
      columns: (view) => [
        {
          title: 'Reason',
          names: true,
          cell: ({ reason }) => capitalized(reason),
        },
        { title: 'Status', cell: ({ state }) => badge(state) },
        { title: 'Payments', align: 'right', cell: ({ payments }) => figure(view, payments) },
        { title: 'Amount', align: 'right', cell: ({ minor, currency }) => amount(view, { minor, currency }) },
        {
          title: 'Latest',
          cell: ({ run, state }) => html`<a href="${runPath(run)}?state=${state}#payments">${noWrap(`run ${run}`)}</a>`,
        },
      ],
      none: 'Nothing failed or came back on these days.',
      csv: [
        ['state', ({ state }) => state],
        ['code', ({ code }) => code],
        ['reason', ({ reason }) => capitalized(reason)],
        ['payments', ({ payments }) => String(payments)],
        ['latest run', ({ run }) => String(run)],
        ['status', ({ state }) => PAYMENT_STATUS[state]],
        ['currency', ({ currency }) => currency],
        ['amount', ({ minor, currency }) => formatMinor(minor, currency)],
      ],
    }),
  ];
}

export const pairOf = ({ currency, to }: PairSum): string => (currency === to ? currency : `${currency} to ${to}`);

/** In percent of what was sent, with two decimals; null if nothing was. */
function feesPercent({ fees, sent }: PairSum): string | null {
  return sent <= 0n ? null : formatMinor((2n * fees * 10_000n + sent) / (2n * sent), 'EUR');
}

const percentText = (view: View, text: string | null): string => (text === null ? '' : `${decimalText(view, text)} %`);

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** `Germany (DE)`. */
export function countryName(code: string | null): string {
  if (code === null) return 'not known';
  const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
  return name ? `${name} (${code})` : code;
}
