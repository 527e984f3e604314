import type { Alignment, Fill, Font } from 'exceljs';
import { RED } from '../write/result-styles.ts';
import { SPREADSHEET } from '../xlsx/xlsx-xml.ts';
import { editXml, quotedAttribute, withAttribute } from './edit-xml.ts';

/** Fonts, fills and cell formats as XML. `p` is the namespace prefix of the target part. */

export function fontXml(p: string, { bold, underline, color, size, name, family }: Partial<Font>): string {
  return [
    `<${p}font>`,
    bold ? `<${p}b/>` : '',
    underline ? `<${p}u/>` : '',
    `<${p}sz val="${size ?? 11}"/>`,
    color?.argb ? `<${p}color rgb="${color.argb}"/>` : '',
    `<${p}name val="${quotedAttribute(name ?? 'Calibri')}"/>`,
    family ? `<${p}family val="${family}"/>` : '',
    `</${p}font>`,
  ].join('');
}

export function fillXml(p: string, fill: Fill): string {
  const argb = fill.type === 'pattern' ? fill.fgColor?.argb : undefined;
  return solidXml(p, `rgb="${argb ?? 'FFFFFFFF'}"`);
}

/** A solid fill; `color` and `under` are the attributes of its colors. */
export function solidXml(p: string, color: string, under = 'indexed="64"'): string {
  return `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor ${color}/><${p}bgColor ${under}/></${p}patternFill></${p}fill>`;
}

/**
 * The red fill for a cell with an error. A solid fill shows only its first color, so the second one stores the cell's
 * own color, which comes back when the cell is corrected.
 */
export function redXml(p: string, before: string): string {
  const solid = /patternType\s*=\s*["']solid["']/.test(before);
  return solidXml(p, `rgb="${RED}"`, (solid && colorOf(before, 'fgColor')) || undefined);
}

/** The fill that `redXml` stored; null if none. */
export function getOriginalFill(p: string, red: string): string | null {
  const color = colorOf(red, 'bgColor');
  return color === null || /^(?:indexed="64"|rgb="FF(?:FFC7CE|FFFFFF|000000)")$/.test(color)
    ? null
    : solidXml(p, color);
}

export function isRedFill(fill: string): boolean {
  return /patternType\s*=\s*["']solid["']/.test(fill) && new RegExp(`rgb\\s*=\\s*["']${RED}["']`, 'i').test(fgOf(fill));
}

function fgOf(fill: string): string {
  return colorOf(fill, 'fgColor') ?? '';
}

function colorOf(fill: string, which: 'fgColor' | 'bgColor'): string | null {
  const attributes = new RegExp(`<(?:[\\w.-]+:)?${which}\\s([^<>]*)>`).exec(fill)?.[1];
  return attributes?.replace(/\/$/, '').trim() ?? null;
}

/** Changes only the start tag of an element. */
export function withTag(xml: string, change: (tag: string) => string): string {
  const end = xml.indexOf('>') + 1;
  return change(xml.slice(0, end)) + xml.slice(end);
}

/** A cell format with the given alignment properties changed. */
export function alignedXml(xf: string, p: string, { vertical, horizontal, wrapText }: Partial<Alignment>): string {
  const set = (tag: string) => {
    let changed = tag;
    if (horizontal) changed = withAttribute(changed, 'horizontal', horizontal);
    if (vertical) changed = withAttribute(changed, 'vertical', vertical);
    if (wrapText) changed = withAttribute(changed, 'wrapText', '1');
    return changed;
  };
  const applied = withTag(xf, (tag) => withAttribute(tag, 'applyAlignment', '1'));
  const own = new RegExp(`<${p}alignment[^<>]*>`).exec(applied)?.[0];
  if (own) return applied.replace(own, () => set(own));
  const alignment = set(`<${p}alignment/>`);
  const [, open = applied] = /^(<[^>]*>)/.exec(applied) ?? [];
  return open.endsWith('/>')
    ? `${open.slice(0, -2).trimEnd()}>${alignment}</${p}xf>`
    : `${open}${alignment}${applied.slice(open.length)}`;
}

/** The lists of a styles part that can grow, each entry as raw XML. */
export interface StyleLists {
  readonly fonts: string[];
  readonly fills: string[];
  readonly borders: string[];
  readonly cellXfs: string[];
}

export interface StylePart {
  /** The prefix of the part's own elements, with its colon. */
  readonly prefix: string;
  readonly lists: StyleLists;
  /** Numbers of the number formats that it defines. */
  readonly formats: readonly number[];
}

/** Reads the lists of a styles part. */
export function readStyleParts(xml: string): StylePart {
  const lists: StyleLists = { fonts: [], fills: [], borders: [], cellXfs: [] };
  const formats: number[] = [];
  let prefix = '';
  editXml(xml, 'styleSheet', SPREADSHEET, ({ name, attributes, raw, path }) => {
    if (path.length === 0) prefix = raw.slice(1, raw.indexOf('styleSheet'));
    if (path.length !== 2) return null;
    if (path[1] === 'numFmts' && name === 'numFmt') formats.push(Number(attributes.numFmtId));
    const list = Object.hasOwn(lists, path[1]!) ? lists[path[1] as keyof StyleLists] : null;
    return list && { read: (outer) => list.push(outer) };
  });
  return { prefix, lists, formats: formats.filter(Number.isInteger) };
}

/** The minimum entries of each list, if a program wrote none: cells refer to the first entries by default. */
export function leastLists(p: string): StyleLists {
  const pattern = (type: string) => `<${p}fill><${p}patternFill patternType="${type}"/></${p}fill>`;
  const sides = ['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => `<${p}${side}/>`).join('');
  return {
    fonts: [fontXml(p, {})],
    fills: [pattern('none'), pattern('gray125')],
    borders: [`<${p}border>${sides}</${p}border>`],
    cellXfs: [`<${p}xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>`],
  };
}

/** The order that the format requires. */
const ORDER = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles'];

/** The styles part with more entries in its lists; a missing list is inserted in the required order. */
export function withStyles(xml: string, p: string, added: Readonly<Record<string, readonly string[]>>): string {
  const waiting = new Set(ORDER.filter((list) => (added[list]?.length ?? 0) > 0));
  editXml(xml, 'styleSheet', SPREADSHEET, ({ name, path }) => {
    if (path.length === 1) waiting.delete(name);
    return null;
  });
  const missing = (upTo: number) => {
    let lists = '';
    for (const list of waiting) {
      if (ORDER.indexOf(list) > upTo) continue;
      const entries = added[list]!;
      lists += `<${p}${list} count="${entries.length}">${entries.join('')}</${p}${list}>`;
      waiting.delete(list);
    }
    return lists;
  };
  const edited = editXml(xml, 'styleSheet', SPREADSHEET, ({ name, attributes, raw, path }) => {
    if (path.length !== 1) return null;
    const place = ORDER.indexOf(name);
    const before = missing(place < 0 ? ORDER.length : place);
    const more = added[name] ?? [];
    if (more.length === 0) return before === '' ? null : { before };
    const count = Number(attributes.count);
    const tag = Number.isInteger(count) ? withAttribute(raw, 'count', String(count + more.length)) : raw;
    return { before, tag, last: more.join('') };
  });
  const rest = missing(ORDER.length);
  return rest === ''
    ? edited
    : editXml(edited, 'styleSheet', SPREADSHEET, ({ path }) => (path.length === 0 ? { last: rest } : null));
}

/** A styles part without cell formats. */
export function emptyStyles(namespace: string): string {
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>';
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${namespace}">` +
    `<cellStyleXfs count="1">${plain}</cellStyleXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
