import type { PairSum } from '../../../ledger/reports/report-rates.ts';
import type { RecipientSum } from '../../../ledger/reports/report-recipients.ts';
import type { TimesSum } from '../../../ledger/reports/report-times.ts';
import { amountText, decimalText, figure } from '../../components/amount.ts';
import type { Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';
import type { CallFigures } from './calls-tables.ts';
import { type Bar, dayPlot, namePlot } from './plot.ts';
import { byEndpoint } from './reports-calls.ts';
import { nameOfRecipient, pairOf, STAGES, timeText } from './topic-tables.ts';

/** The charts of a report; the tables have everything. */
type Plots = readonly (Markup | '')[];

const MOST_BARS = 10;
const MOST_CURRENCIES = 3;

/** Who was sent most, in the currencies with the most recipients. */
export function recipientPlots(view: View, rows: readonly RecipientSum[]): Plots {
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([, a], [, b]) => b.length - a.length);
  return byCurrency.slice(0, MOST_CURRENCIES).map(([currency, of]) =>
    namePlot(
      `recipients-${currency}`,
      `Paid most, ${currency}`,
      of.slice(0, MOST_BARS).map((one) => ({
        label: nameOfRecipient(one),
        value: one.sent,
        text: `${amountText(view, { minor: one.sent, currency })} ${currency}`,
      })),
    ),
  );
}

/** How far the rates are below the market rate, of the pairs for which the service reports one. */
export function ratePlots(view: View, rows: readonly PairSum[]): Plots {
  const bars = rows.flatMap((one): readonly Bar[] =>
    one.marginPercent === null || Number(one.marginPercent) < 0
      ? []
      : [{ label: pairOf(one), value: Number(one.marginPercent), text: `${decimalText(view, one.marginPercent)} %` }],
  );
  // Bars of one length say nothing.
  if (new Set(bars.map(({ value }) => value)).size < 2) return [];
  return [
    namePlot(
      'rates-plot',
      'Below the market rate',
      bars.toSorted((a, b) => Number(b.value) - Number(a.value)).slice(0, MOST_BARS),
    ),
  ];
}

/** The average time of each stage, of all merchants. */
export function timePlots(byMerchant: readonly TimesSum[]): Plots {
  const all =
    byMerchant.find(({ merchant }) => merchant === null) ?? (byMerchant.length === 1 ? byMerchant[0] : undefined);
  if (!all) return [];
  const bars = STAGES.map(([label, stage]) => ({ label, value: all[stage], text: timeText(all[stage]) }));
  return [namePlot('times-plot', 'Average time by stage', bars)];
}

/** Calls in the fullest minute and calls over the rate limit by day, and calls by operation. */
export function callPlots(
  view: View,
  { callDays, callGroups }: CallFigures,
  days: readonly string[],
): Readonly<Record<string, Plots>> {
  const byDay = (countOf: (day: CallFigures['callDays'][number]) => number): readonly Bar[] => {
    const found = new Map(callDays.map((one) => [one.day, countOf(one)]));
    return days.map((day) => ({ label: day, value: found.get(day) ?? 0, text: figure(view, found.get(day) ?? 0) }));
  };
  const operations = byEndpoint(callGroups).slice(0, MOST_BARS);
  return {
    quota: [
      dayPlot(
        'quota-plot',
        'Calls in the fullest minute',
        byDay(({ fullest }) => fullest),
      ),
      dayPlot(
        'refused-plot',
        'Calls over the rate limit',
        byDay(({ refused }) => refused),
      ),
    ],
    endpoints: [
      namePlot(
        'endpoints-plot',
        'Calls',
        operations.map(({ endpoint, calls }) => ({ label: endpoint, value: calls, text: figure(view, calls) })),
      ),
    ],
  };
}
