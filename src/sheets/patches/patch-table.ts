import { Unpatchable } from '../xlsx/unpatchable.ts';
import { parseAddress } from '../xlsx/xlsx-address.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, getXmlPrefix, quotedAttribute, withAttribute } from './edit-xml.ts';
import { endingAt } from './patch-columns.ts';

/** An Excel table in a worksheet, by column position. */
export interface XlsxTablePart {
  readonly part: string;
  readonly xml: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly columns: readonly string[];
  /** It has a header of one row, is not the result of a query, and has no totals row. */
  readonly plain: boolean;
}

export function readTable(part: string, xml: string): XlsxTablePart {
  let ref = '';
  let plain = true;
  const columns: string[] = [];
  editXml(xml, 'table', SPREADSHEET, ({ name, attributes, path }) => {
    if (path.length === 0) {
      ref = attributes.ref ?? '';
      const { headerRowCount = '1', totalsRowCount = '0', tableType = 'worksheet' } = attributes;
      plain = headerRowCount === '1' && totalsRowCount === '0' && tableType === 'worksheet';
    } else if (name === 'tableColumn' && path[1] === 'tableColumns') columns.push(attributes.name ?? '');
    return null;
  });
  const [first = '', last = first] = ref.split(':');
  const [from, to] = [parseAddress(first), parseAddress(last)];
  return { part, xml, top: from.row, bottom: to.row, left: from.at, right: to.at, columns, plain };
}

/**
 * A table extended by the result columns, so that sorting it keeps each status next to its payment. Throws
 * `Unpatchable` if the table has a column of the same name.
 * @param columns the result columns, from position `from` on. They replace columns of earlier results
 */
export function patchTable(table: XlsxTablePart, from: number, columns: readonly string[]): string {
  const own = table.columns.slice(0, from - table.left);
  const names = new Set(own.map((name) => name.toLowerCase()));
  const twice = columns.find((name) => names.has(name.toLowerCase()));
  if (twice !== undefined) throw new Unpatchable(`its table has a column "${twice}" of its own`);
  const p = getXmlPrefix(table.xml);
  const to = from + columns.length - 1;
  return editXml(table.xml, 'table', SPREADSHEET, ({ name, attributes, raw, path, at }) => {
    if (path.length === 0) return { tag: withAttribute(raw, 'ref', endingAt(attributes.ref!, to)) };
    if (path.length === 1 && name === 'autoFilter' && attributes.ref)
      return { tag: withAttribute(raw, 'ref', endingAt(attributes.ref, to)) };
    if (path.length === 2 && name === 'tableColumn') {
      return at < own.length ? null : { drop: true };
    }
    if (path.length !== 1 || name !== 'tableColumns') return null;
    const first = Math.max(0, ...idsOf(table.xml)) + 1;
    const added = columns.map((header, i) => `<${p}tableColumn id="${first + i}" name="${quotedAttribute(header)}"/>`);
    return { tag: withAttribute(raw, 'count', String(own.length + columns.length)), last: added.join('') };
  });
}

function idsOf(xml: string): number[] {
  const ids: number[] = [];
  editXml(xml, 'table', SPREADSHEET, ({ name, attributes, path }) => {
    if (name === 'tableColumn' && path.length === 2) ids.push(Number(attributes.id));
    return null;
  });
  return ids;
}
