import { encode } from 'uqr';
import { html, type Markup } from './markup.ts';

/** Modules of white around a code: readers need four. */
const MARGIN = 4;

/**
 * A text as a QR code, as SVG without style or script. Dark on white in both color schemes, because many readers do not
 * see an inverted one. `label`: its description for readers who cannot see it.
 */
export function qrCode(text: string, label: string): Markup {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${dark.join('')}"/></svg>`;
}
