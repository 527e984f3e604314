import type { ApprovalSum } from '../../../ledger/reports/report-approvals.ts';
import type { PairSum } from '../../../ledger/reports/report-rates.ts';
import type { RecipientSum } from '../../../ledger/reports/report-recipients.ts';
import type { RunTimes, SlowRun, TimesReport, TimesSum } from '../../../ledger/reports/report-times.ts';
import { formatMinor } from '../../../money.ts';
import { amount, amountUnlessZero, decimalText, figure } from '../../components/amount.ts';
import { type Content, html } from '../../components/markup.ts';
import { recipientPath, runPath } from '../../components/paths.ts';
import { lasting, moment } from '../../components/relative-time.ts';
import type { PageColumn } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { type CsvColumn, type ReportTable, reportTable } from './report-table.ts';

/** A report of rows that the database counts. */
export interface RowsReport<Row> {
  readonly rows: readonly Row[];
}

const NOTHING_PAID = 'Nothing was paid on these days.';

export const nameOfRecipient = ({ recipient, name, referenceId }: RecipientSum) =>
  name ?? referenceId ?? (recipient === null ? 'Recipients not known here' : 'Name not known');

export const RECIPIENTS_CSV: readonly CsvColumn<RecipientSum>[] = [
  ['recipient', nameOfRecipient],
  ['referenceId', ({ referenceId }) => referenceId ?? ''],
  ['merchant', ({ merchant }) => merchant ?? ''],
  ['currency', ({ currency }) => currency],
  ['payments', ({ payments }) => String(payments)],
  ['paid', ({ sent, currency }) => formatMinor(sent, currency)],
  ['fees deducted', ({ recipientFees, currency }) => formatMinor(recipientFees, currency)],
  ['received', ({ received, target }) => (received === null || target === null ? '' : formatMinor(received, target))],
  ['received currency', ({ target }) => target ?? ''],
  ['last paid (UTC)', ({ lastAt }) => lastAt.toISOString()],
  ['payments without a price', ({ payments, priced }) => String(payments - priced)],
];

export const recipientsTable: ReportTable<RowsReport<RecipientSum>> = reportTable({
  name: 'recipients',
  caption: 'Paid by recipient',
  rows: ({ rows }) => rows,
  columns: (view) => [
    {
      title: 'Recipient',
      names: true,
      cell: (one) =>
        one.recipient === null
          ? nameOfRecipient(one)
          : html`<a href="${recipientPath(one.recipient)}">${nameOfRecipient(one)}</a>${one.name === null ? '' : html` <span class="quiet">${one.referenceId ?? ''}</span>`}`,
    },
    { title: 'Merchant', cell: ({ merchant }) => merchant ?? '' },
    {
      title: 'Payments',
      align: 'right',
      cell: ({ payments, priced }) =>
        html`${figure(view, payments)}${payments === priced ? '' : html` <span class="quiet">${figure(view, payments - priced)} without a price</span>`}`,
    },
    { title: 'Sent', align: 'right', cell: ({ sent, currency }) => amount(view, { minor: sent, currency }) },
    {
      title: 'Recipient gets',
      align: 'right',
      cell: ({ received, target }) =>
        received === null || target === null ? '' : amount(view, { minor: received, currency: target }),
    },
    { title: 'Last paid', cell: ({ lastAt }) => moment(view, lastAt) },
  ],
  none: NOTHING_PAID,
  csv: RECIPIENTS_CSV,
});

/** In percent of what was sent, with two decimals; null if nothing was. */
function feesPercent({ fees, sent }: PairSum): string | null {
  return sent <= 0n ? null : formatMinor((2n * fees * 10_000n + sent) / (2n * sent), 'EUR');
}

export const pairOf = ({ currency, to }: PairSum) => (currency === to ? currency : `${currency} to ${to}`);
const percentText = (view: View, text: string | null): string => (text === null ? '' : `${decimalText(view, text)} %`);
const rateText = (view: View, text: string | null): string => (text === null ? '' : decimalText(view, text));

export const ratesTable: ReportTable<RowsReport<PairSum>> = reportTable({
  name: 'rates',
  caption: 'Fees and rates by pair of currencies',
  rows: ({ rows }) => rows,
  columns: (view): readonly PageColumn<PairSum>[] => [
    { title: 'Currencies', names: true, cell: (one) => html`<span class="no-wrap">${pairOf(one)}</span>` },
    { title: 'Payments', align: 'right', cell: ({ payments }) => figure(view, payments) },
    { title: 'Sent', align: 'right', cell: ({ sent, currency }) => amount(view, { minor: sent, currency }) },
    {
      title: 'Fees',
      align: 'right',
      cell: (one) =>
        html`${amount(view, { minor: one.fees, currency: one.currency })}<br><span class="quiet">${percentText(view, feesPercent(one))}</span>`,
    },
    {
      title: 'Recipients get',
      align: 'right',
      cell: ({ received, to }) => amount(view, { minor: received, currency: to }),
    },
    { title: 'Average rate', align: 'right', optional: true, cell: (one) => rateCell(view, one) },
    {
      title: 'Below market rate',
      align: 'right',
      optional: true,
      cell: ({ margin, marginPercent, to }) =>
        margin === null
          ? ''
          : html`${amount(view, { minor: margin, currency: to })}<br><span class="quiet">${percentText(view, marginPercent)}</span>`,
    },
  ],
  none: NOTHING_PAID,
  csv: [
    ['currency', ({ currency }) => currency],
    ['received currency', ({ to }) => to],
    ['payments', ({ payments }) => String(payments)],
    ['paid', ({ sent, currency }) => formatMinor(sent, currency)],
    ['fees', ({ fees, currency }) => formatMinor(fees, currency)],
    ['of them deducted from recipients', ({ recipientFees, currency }) => formatMinor(recipientFees, currency)],
    ['fees in percent', (one) => feesPercent(one) ?? ''],
    ['received', ({ received, to }) => formatMinor(received, to)],
    ['average rate', ({ rate }) => rate ?? ''],
    ['market rate', ({ marketRate }) => marketRate ?? ''],
    ['payments with a market rate', ({ withMarketRate }) => String(withMarketRate)],
    ['less than at the market rate', ({ margin, to }) => (margin === null ? '' : formatMinor(margin, to))],
    ['in percent', ({ marginPercent }) => marginPercent ?? ''],
    ['payments without a price', ({ payments, priced }) => String(payments - priced)],
  ],
});

/** The average rate, and the market rate with the number of payments for which it is known. */
function rateCell(view: View, { rate, marketRate, withMarketRate, payments }: PairSum): Content {
  if (rate === null) return '';
  const of = withMarketRate === payments ? '' : ` of ${figure(view, withMarketRate)} payments`;
  const market = marketRate === null ? 'market rate not reported' : `market ${rateText(view, marketRate)}${of}`;
  return html`${rateText(view, rate)}<br><span class="quiet">${market}</span>`;
}

const seconds = (ms: number | null): string => (ms === null ? '' : String(Math.round(ms / 1000)));
export const timeText = (ms: number | null): string => (ms === null ? '' : ms < 1000 ? 'under a second' : lasting(ms));

/** The stages of a run, which add up to its time. */
export const STAGES = [
  ['Preparation', 'preparing'],
  ['Awaiting approval', 'approval'],
  ['Approval to start', 'start'],
  ['At the payout service', 'service'],
] as const satisfies readonly (readonly [string, keyof RunTimes])[];

const stageColumns = (): readonly PageColumn<RunTimes>[] =>
  STAGES.map(([title, stage]) => ({
    title,
    align: 'right',
    cell: (one) =>
      html`${timeText(one[stage])}<br><span class="quiet no-wrap">${one.total === 0 ? 0 : Math.round((one[stage] / one.total) * 100)} %</span>`,
  }));
const STAGES_CSV: readonly CsvColumn<RunTimes>[] = STAGES.map(([title, stage]) => [
  `${title.toLowerCase()} (seconds)`,
  (one) => seconds(one[stage]),
]);

const merchantOf = ({ merchant }: TimesSum) => merchant ?? 'All';

export const timesTable: ReportTable<TimesReport> = reportTable<TimesReport, TimesSum>({
  name: 'times',
  caption: 'Time from upload to paid, by merchant',
  rows: ({ byMerchant }) => byMerchant,
  columns: (view) => [
    { title: 'Merchant', names: true, cell: merchantOf },
    { title: 'Runs', align: 'right', cell: ({ runs }) => figure(view, runs) },
    { title: 'Median', align: 'right', cell: ({ median }) => timeText(median) },
    { title: 'Slowest', align: 'right', cell: ({ slowest }) => timeText(slowest) },
    { title: 'Average', align: 'right', cell: ({ total }) => timeText(total) },
    ...stageColumns(),
  ],
  none: 'No run was paid on these days.',
  csv: [
    ['merchant', ({ merchant }) => merchant ?? 'all'],
    ['runs', ({ runs }) => String(runs)],
    ['median (seconds)', ({ median }) => seconds(median)],
    ['slowest (seconds)', ({ slowest }) => seconds(slowest)],
    ['average (seconds)', ({ total }) => seconds(total)],
    ...STAGES_CSV,
  ],
});

export const slowestTable: ReportTable<TimesReport> = reportTable<TimesReport, SlowRun>({
  name: 'slowest',
  caption: 'Runs that took longest',
  rows: ({ slowest }) => slowest,
  columns: (view) => [
    {
      title: 'Run',
      names: true,
      cell: ({ run, sheet }) =>
        html`<a class="no-wrap" href="${runPath(run)}">Run ${run}</a>${sheet === null ? '' : html`<br><span class="quiet">${sheet}</span>`}`,
    },
    { title: 'Merchant', cell: ({ merchant }) => merchant },
    { title: 'Uploaded', cell: ({ uploadedAt }) => moment(view, uploadedAt) },
    { title: 'Time', align: 'right', cell: ({ total }) => timeText(total) },
    ...stageColumns(),
  ],
  none: 'No run was paid on these days.',
  csv: [
    ['run', ({ run }) => String(run)],
    ['file', ({ sheet }) => sheet ?? ''],
    ['merchant', ({ merchant }) => merchant],
    ['uploaded (UTC)', ({ uploadedAt }) => uploadedAt.toISOString()],
    ['time (seconds)', ({ total }) => seconds(total)],
    ...STAGES_CSV,
  ],
});

export const approvalsTable: ReportTable<RowsReport<ApprovalSum>> = reportTable({
  name: 'approvals',
  caption: 'Approvals by person',
  rows: ({ rows }) => rows,
  columns: (view): readonly PageColumn<ApprovalSum>[] => [
    { title: 'Person', names: true, cell: personOf },
    { title: 'Approved runs', align: 'right', cell: ({ approved }) => figure(view, approved) },
    {
      title: 'Approved',
      align: 'right',
      cell: ({ approvedMinor, currency }) => amount(view, { minor: approvedMinor, currency }),
    },
    {
      title: 'Rejected runs',
      align: 'right',
      optional: true,
      cell: ({ rejected }) => (rejected === 0 ? '' : figure(view, rejected)),
    },
    {
      title: 'Rejected',
      align: 'right',
      optional: true,
      cell: ({ rejectedMinor, currency }) => amountUnlessZero(view, { minor: rejectedMinor, currency }),
    },
    { title: 'Median time to decide', align: 'right', cell: ({ median }) => timeText(median) },
    { title: 'Slowest', align: 'right', cell: ({ slowest }) => timeText(slowest) },
  ],
  none: 'Nobody approved or rejected a run on these days.',
  csv: [
    ['person', personOf],
    ['currency', ({ currency }) => currency],
    ['approved runs', ({ approved }) => String(approved)],
    ['approved', ({ approvedMinor, currency }) => formatMinor(approvedMinor, currency)],
    ['rejected runs', ({ rejected }) => String(rejected)],
    ['rejected', ({ rejectedMinor, currency }) => formatMinor(rejectedMinor, currency)],
    ['median time to decide (seconds)', ({ median }) => seconds(median)],
    ['slowest (seconds)', ({ slowest }) => seconds(slowest)],
  ],
});

function personOf({ person }: ApprovalSum): string {
  return person.startsWith('policy:') ? 'Approval policy' : person;
}
