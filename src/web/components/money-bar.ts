import type { StatusTone } from '../../references/value.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 1_000;
/** A part above zero is always visible. */
const LEAST = 6;

/** Parts of a sum as one bar, which the text next to it states too. `whole`: a full bar, at least the sum. */
export function moneyBar(
  parts: readonly { readonly tone: StatusTone; readonly minor: bigint }[],
  whole: bigint = parts.reduce((sum, { minor }) => sum + minor, 0n),
): Markup | '' {
  if (whole <= 0n) return '';
  let at = 0;
  const bars = parts
    .filter(({ minor }) => minor > 0n)
    .map(({ tone, minor }) => {
      const width = Math.max(LEAST, Number((minor * BigInt(WIDTH)) / whole));
      at += width;
      return html`<rect class="${tone}" x="${at - width}" width="${Math.max(width - 2, LEAST - 2)}" height="1"/>`;
    });
  return html`<svg class="money-bar" viewBox="0 0 ${Math.max(at, WIDTH)} 1" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}
