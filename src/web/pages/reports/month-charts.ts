import type { PaidReport } from '../../../ledger/reports/report-paid.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import { amountText } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

/** Currencies with a chart of their own, those with the most payments; the tables have all. */
const MOST_CURRENCIES = 3;
const WIDTH = 1_000;
const HEIGHT = 200;

interface Bar {
  readonly label: string;
  readonly value: bigint;
  readonly text: string;
}

/** Amounts sent by month, a chart per currency; every month has a bar, even without a payment. */
export function monthCharts(view: View, { byMonth, byCurrency }: PaidReport, range: ReportRange): Markup | '' {
  const charts = byCurrency.slice(0, MOST_CURRENCIES).map(({ currency }) => {
    const sent = new Map(byMonth.filter((row) => row.currency === currency).map((row) => [row.month, row.sent]));
    const bars = monthsOf(range).map((month): Bar => {
      const minor = sent.get(month) ?? 0n;
      return { label: month, value: minor, text: `${amountText(view, { minor, currency })} ${currency}` };
    });
    return chart(`months-${currency}`, `Paid by month, ${currency}`, bars);
  });
  return charts.every((one) => one === '') ? '' : html`<div class="plots">${charts}</div>`;
}

/** From 2026-05-03 to 2026-06-12: 2026-05, 2026-06. */
function monthsOf({ from, to }: Pick<ReportRange, 'from' | 'to'>): readonly string[] {
  const [first, last] = [from, to].map((day) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1);
  return Array.from({ length: last! - first! + 1 }, (_, n) => {
    const month = first! + n;
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** Heights are relative to the highest bar; a tooltip has the value of each. One month with payments needs no chart. */
function chart(id: string, caption: string, bars: readonly Bar[]): Markup | '' {
  const top = bars.reduce((most, bar) => (bar.value > most.value ? bar : most));
  if (bars.filter(({ value }) => value > 0n).length < 2) return '';
  const [first, last] = [bars[0]!.label, bars.at(-1)!.label];
  const step = WIDTH / bars.length;
  const gap = Math.min(step * 0.2, 8);
  return html`<figure class="plot"><figcaption>${caption} <span class="quiet">most: ${top.text}, ${top.label}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${caption}</title><desc id="${id}-desc">${bars.length} bars from ${first} to ${last}; the highest is ${top.text} in ${top.label}. The table below has all.</desc>
${bars.map(({ label, value, text }, i) => {
  // A value above zero is always visible.
  const height = value > 0n ? Math.max(0.01, Number(value) / Number(top.value)) * HEIGHT : 0;
  return html`<g><title>${label}: ${text}</title><rect class="touch" x="${coordinate(i * step)}" y="0" width="${coordinate(step)}" height="${HEIGHT}"/><rect class="bar" x="${coordinate(i * step + gap / 2)}" y="${coordinate(HEIGHT - height)}" width="${coordinate(step - gap)}" height="${coordinate(height)}"/></g>
`;
})}</svg>
<p class="axis" aria-hidden="true"><span>${first}</span><span>${last}</span></p></figure>`;
}

const coordinate = (at: number): number => Math.round(at * 100) / 100;
