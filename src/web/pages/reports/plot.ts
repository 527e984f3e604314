import { html, type Markup } from '../../components/markup.ts';

/** One bar: its label, its value, and the value as text. */
export interface Bar {
  readonly label: string;
  /** Not negative; all bars of a plot have the same unit. */
  readonly value: number | bigint;
  readonly text: string;
}

const WIDTH = 1_000;
const HEIGHT = 200;

/**
 * A bar chart by month; heights are relative to the largest bar. `id` must be unique on the page. A tooltip has the
 * value of each bar, and a table below the chart has all values. One bar alone says no more than the table.
 */
export function timePlot(id: string, caption: string, bars: readonly Bar[]): Markup | '' {
  const top = largest(bars);
  if (top === null || bars.length < 2) return '';
  const step = WIDTH / bars.length;
  const gap = Math.min(step * 0.2, 8);
  const last = bars.at(-1)!;
  return html`<figure class="plot"><figcaption>${caption} <span class="quiet">most: ${top.text}, ${top.label}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${caption}</title><desc id="${id}-desc">${bars.length} bars from ${bars[0]!.label} to ${last.label}; the highest is ${top.text} on ${top.label}. The table below has all.</desc>
${bars.map((bar, i) => {
  const height = share(bar.value, top.value) * HEIGHT;
  return html`<g><title>${bar.label}: ${bar.text}</title><rect class="touch" x="${coordinate(i * step)}" y="0" width="${coordinate(step)}" height="${HEIGHT}"/><rect class="bar" x="${coordinate(i * step + gap / 2)}" y="${coordinate(HEIGHT - height)}" width="${coordinate(step - gap)}" height="${coordinate(height)}"/></g>
`;
})}</svg>
<p class="axis" aria-hidden="true"><span>${bars[0]!.label}</span><span>${last.label}</span></p></figure>`;
}

/** Null if there is nothing to draw. */
function largest(bars: readonly Bar[]): Bar | null {
  const top = bars.reduce<Bar | null>((most, bar) => (most === null || bar.value > most.value ? bar : most), null);
  return top !== null && top.value > 0 ? top : null;
}

/** A value above zero is always visible. */
function share(value: number | bigint, top: number | bigint): number {
  return value > 0 ? Math.max(0.01, Number(value) / Number(top)) : 0;
}

const coordinate = (at: number): number => Math.round(at * 100) / 100;
