import type { Style } from 'exceljs';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import { quotedAttribute, withAttribute } from './edit-xml.ts';
import {
  alignedXml,
  fillXml,
  fontXml,
  getOriginalFill,
  isRedFill,
  leastLists,
  readStyleParts,
  redXml,
  type StyleLists,
  withStyles,
  withTag,
} from './style-xml.ts';
import { getAttribute } from './worksheet-slices.ts';

/** Excel accepts 65,490 cell formats. */
const MOST = 60_000;
const FIRST_OWN_FORMAT = 164;
const TEXT_FORMAT = 49;

/** Adds cell formats to a styles part; existing content stays the same byte for byte. */
export interface PatchedStyles {
  /** The number of cell formats in the input. */
  readonly count: number;
  /** The number of a style: the input's style `base` (-1 for none) with `change`. */
  add(base: number, change: Partial<Style>): number;
  /** That style with a red fill, otherwise the same; `base` is -1 for a cell without a style. */
  red(base: number): number;
  /** The style that a cell had before it became red; null if it is not red. */
  notRed(base: number): number | null;
  /** The part with everything that was added. */
  xml(): string;
}

/** `add`, `red` and `notRed` throw `Unpatchable` if there are more cell formats than Excel accepts. */
export function patchStyles(xml: string): PatchedStyles {
  const part = readStyleParts(xml);
  const { prefix: p, lists } = part;
  const { fonts, fills, cellXfs } = lists;
  const before = counts(lists);
  const least = leastLists(p);
  for (const name of NAMES) if (lists[name].length === 0) lists[name].push(...least[name]);
  const formats: { readonly id: number; readonly code: string }[] = [];
  const known = new Map<string, number>();

  const once = (list: string[], one: string): number => {
    const found = list.indexOf(one);
    return found >= 0 ? found : list.push(one) - 1;
  };
  const formatId = (code: string): number => {
    if (code === '@') return TEXT_FORMAT;
    const found = formats.find((one) => one.code === code);
    if (found) return found.id;
    const id = Math.max(FIRST_OWN_FORMAT - 1, ...part.formats, ...formats.map((one) => one.id)) + 1;
    formats.push({ id, code });
    return id;
  };
  const addXf = (xf: string): number => {
    let id = known.get(xf);
    if (id !== undefined) return id;
    id = cellXfs.push(xf) - 1;
    if (id >= MOST) throw new Unpatchable('it has more formats of cells than Excel takes');
    known.set(xf, id);
    return id;
  };
  const bare = least.cellXfs[0]!;
  const xfOf = (base: number) => cellXfs[base] ?? bare;
  const fillOf = (xf: string) => fills[Number(getAttribute(xf, 0, xf.indexOf('>'), 'fillId') ?? 0)] ?? '';
  const filled = (xf: string, fill: number) =>
    withTag(xf, (tag) => withAttribute(withAttribute(tag, 'fillId', String(fill)), 'applyFill', '1'));
  // Readers take a cell without a style as unformatted, but in unusual workbooks the first style has a format.
  const plain = /^<[^>]*\snumFmtId="0"/.test(cellXfs[0]!) ? 0 : -1;
  const reds = new Map<number, number>();
  const notReds = new Map<number, number | null>();

  return {
    count: before.cellXfs,
    add: (base, { font, fill, numFmt, alignment }) => {
      let xf = xfOf(base);
      if (font) {
        const id = String(once(fonts, fontXml(p, font)));
        xf = withTag(xf, (tag) => withAttribute(withAttribute(tag, 'fontId', id), 'applyFont', '1'));
      }
      if (fill) xf = filled(xf, once(fills, fillXml(p, fill)));
      if (numFmt !== undefined) {
        const id = String(formatId(numFmt));
        xf = withTag(xf, (tag) => withAttribute(withAttribute(tag, 'numFmtId', id), 'applyNumberFormat', '1'));
      }
      if (alignment) xf = alignedXml(xf, p, alignment);
      return base >= 0 && xf === cellXfs[base] ? base : addXf(xf);
    },
    red: (base) => {
      let id = reds.get(base);
      if (id === undefined) {
        const xf = xfOf(base < 0 ? plain : base);
        const fill = fillOf(xf);
        id = isRedFill(fill) ? base : addXf(filled(xf, once(fills, redXml(p, fill))));
        reds.set(base, id);
      }
      return id;
    },
    notRed: (base) => {
      let id = notReds.get(base);
      if (id === undefined) {
        const xf = xfOf(base);
        const red = isRedFill(fillOf(xf));
        const under = red ? getOriginalFill(p, fillOf(xf)) : null;
        const plain = withTag(xf, (tag) => withAttribute(tag, 'fillId', '0'));
        id = red ? addXf(under === null ? plain : filled(xf, once(fills, under))) : null;
        notReds.set(base, id);
      }
      return id;
    },
    xml: () => {
      const codes = formats.map(
        ({ id, code }) => `<${p}numFmt numFmtId="${id}" formatCode="${quotedAttribute(code)}"/>`,
      );
      const added = NAMES.map((name) => [name, lists[name].slice(before[name])] as const);
      return withStyles(xml, p, { numFmts: codes, ...Object.fromEntries(added) });
    },
  };
}

const NAMES = ['fonts', 'fills', 'borders', 'cellXfs'] as const;

function counts(lists: StyleLists): Readonly<Record<keyof StyleLists, number>> {
  const { fonts, fills, borders, cellXfs } = lists;
  return { fonts: fonts.length, fills: fills.length, borders: borders.length, cellXfs: cellXfs.length };
}
