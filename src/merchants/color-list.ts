import { WIDGET_COLORS } from '../service/shapes/partner-requests.ts';
import { splitItems } from './field-rules.ts';

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Reads `primary #1a2b3c; success 0a0`. Returns the colors by name, or the error of the first bad item. */
export function readColors(cell: string): Readonly<Record<string, string>> | string {
  const found: Record<string, string> = {};
  for (const item of splitItems(cell)) {
    const [name = '', color = '', ...rest] = item.split(/[\s=:]+/);
    const known = WIDGET_COLORS.find((one) => one.toLowerCase() === name.toLowerCase());
    if (known === undefined) return `"${name}" is not a widget color; the colors are ${WIDGET_COLORS.join(', ')}`;
    if (!HEX.test(color) || rest.length > 0) return `the color of ${known} is not three or six hex digits`;
    if (known in found) return `${known} is listed twice`;
    found[known] = color;
  }
  return Object.keys(found).length > 0 ? found : 'it has none';
}
