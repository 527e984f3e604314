import { columnLetters } from '../column-letters.ts';
import { parseAddress } from '../xlsx/xlsx-address.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, withAttribute } from './edit-xml.ts';

/** The added columns: the position of the first, and the width of each. */
export interface AddedColumns {
  readonly from: number;
  readonly widths: readonly number[];
}

/**
 * The XML before the rows of a worksheet, with the added columns: visible, wide enough, and within its dimension.
 * `head` ends with the start tag of the rows. Other columns stay the same.
 * @param keep keeps the widths of columns that are already visible, because they are from earlier results
 */
export function patchHead(head: string, p: string, { from, widths }: AddedColumns, keep: boolean): string {
  const rest = `</${p}sheetData></${p}worksheet>`;
  const first = from + 1;
  const last = from + widths.length;
  const columnXml = (at: number, style = '') =>
    `<${p}col min="${at}" max="${at}" width="${widths[at - first]}"${style} customWidth="1"/>`;
  const covered = new Set<number>();
  let listed = false;
  const edited = editXml(head + rest, 'worksheet', SPREADSHEET, ({ name, attributes, raw, path, at }) => {
    if (path.length === 1 && name === 'dimension' && attributes.ref)
      return { tag: withAttribute(raw, 'ref', widened(attributes.ref, last - 1)) };
    if (name === 'cols' && path.length === 1) listed = true;
    if (name !== 'col' || path[1] !== 'cols') return null;
    const [min, max] = [Number(attributes.min), Number(attributes.max)];
    if (at < 0 || max < first || min > last) return null;
    const visible = attributes.hidden === undefined && attributes.width !== undefined && attributes.width !== '0';
    const style = attributes.style === undefined ? '' : ` style="${attributes.style}"`;
    const parts: string[] = [];
    if (min < first) parts.push(bounds(raw, min, first - 1));
    for (let column = Math.max(min, first); column <= Math.min(max, last); column++) {
      covered.add(column);
      parts.push(keep && visible ? bounds(raw, column, column) : columnXml(column, style));
    }
    if (max > last) parts.push(bounds(raw, last + 1, max));
    return parts.join('') === raw ? null : { before: parts.join(''), drop: true };
  });
  const missing = Array.from(widths, (_, i) => first + i).filter((column) => !covered.has(column));
  const whole = missing.length === 0 ? edited : withColumns(edited, p, listed, missing, columnXml);
  return whole.slice(0, -rest.length);
}

/** A `col` tag with another range of columns. */
function bounds(raw: string, min: number, max: number): string {
  return withAttribute(withAttribute(raw, 'min', String(min)), 'max', String(max));
}

/** Adds tags for columns that have none, in the order of columns. */
function withColumns(
  xml: string,
  p: string,
  listed: boolean,
  missing: readonly number[],
  column: (at: number) => string,
): string {
  const waiting = [...missing];
  const upTo = (max: number) => {
    let tags = '';
    while (waiting.length > 0 && waiting[0]! < max) tags += column(waiting.shift()!);
    return tags;
  };
  return editXml(xml, 'worksheet', SPREADSHEET, ({ name, attributes, path }) => {
    if (path[1] === 'cols' && name === 'col') return { before: upTo(Number(attributes.min)) };
    if (path.length === 1 && name === 'sheetData')
      return listed ? null : { before: `<${p}cols>${upTo(Number.POSITIVE_INFINITY)}</${p}cols>` };
    return null;
  }).replace(new RegExp(`(?=</${p}cols>)`), () => (listed ? upTo(Number.POSITIVE_INFINITY) : ''));
}

/** A range of cells, extended to a column if it ends before it. */
export function widened(ref: string, to: number): string {
  const [first = '', last = first] = ref.split(':');
  const end = parseAddress(last);
  return end.at >= to ? ref : `${first}:${columnLetters(to)}${end.row}`;
}

/** A range with its last column set, even if that makes it narrower. */
export function endingAt(ref: string, to: number): string {
  const [first = '', last = first] = ref.split(':');
  return `${first}:${columnLetters(to)}${parseAddress(last).row}`;
}

/** The number of the last row of a range. */
export function getBottomRow(ref: string): number {
  return parseAddress(ref.slice(ref.indexOf(':') + 1)).row;
}
