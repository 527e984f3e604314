import type { OdsAttributes } from './ods-xml.ts';

/** The parts of a cell style that matter for its value. */
export interface OdsStyle {
  /** The cell is struck through. */
  readonly struck: boolean;
  /** A number is shown without its last thousands. */
  readonly scaled: boolean;
  /** A text is not shown at all. */
  readonly hidesText: boolean;
}

interface Own {
  readonly parent: string | undefined;
  readonly data: string | undefined;
  struck: boolean | null;
}

const PLAIN: OdsStyle = { struck: false, scaled: false, hidesText: false };
/** The limit of parent styles that are followed. */
const DEEPEST = 20;

/** Collects the styles of a workbook from `styles.xml` and `content.xml`; those of the content win. */
export function odsStyles() {
  const cells = new Map<string, Own>();
  const hiddenTables = new Set<string>();
  const scaled = new Set<string>();
  /** Text formats without a placeholder for the text. */
  const hiding = new Set<string>();
  const maps = new Map<string, string[]>();
  let cell: Own | null = null;
  let table = '';
  let data = '';
  const found = new Map<string, OdsStyle>();

  const isScaled = (name: string, depth = 0): boolean =>
    scaled.has(name) || (depth < DEEPEST && (maps.get(name) ?? []).some((other) => isScaled(other, depth + 1)));
  const resolve = (name: string): OdsStyle => {
    let struck: boolean | null = null;
    let format: string | undefined;
    let at: string | undefined = name;
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth++) {
      const own = cells.get(at);
      struck ??= own?.struck ?? null;
      format ??= own?.data;
      at = own?.parent;
    }
    return {
      struck: struck === true,
      scaled: format !== undefined && isScaled(format),
      hidesText: format !== undefined && hiding.has(format),
    };
  };

  return {
    open: (name: string, attributes: OdsAttributes): void => {
      if (name === 'style:style' || name === 'style:default-style') {
        const family = attributes('style:family');
        const own = attributes('style:name') ?? '';
        table = family === 'table' ? own : '';
        cell = null;
        if (family !== 'table-cell' || name !== 'style:style') return;
        cell = {
          parent: attributes('style:parent-style-name'),
          data: attributes('style:data-style-name'),
          struck: null,
        };
        cells.set(own, cell);
      } else if (name === 'style:text-properties' && cell) {
        const line = attributes('style:text-line-through-style') ?? attributes('style:text-line-through-type');
        if (line !== undefined) cell.struck = line !== 'none';
      } else if (name === 'style:table-properties' && table !== '') {
        if (attributes('table:display') === 'false') hiddenTables.add(table);
      } else if (name.startsWith('number:') && name.endsWith('-style')) {
        data = attributes('style:name') ?? '';
        if (name === 'number:text-style') hiding.add(data);
      } else if (name === 'number:text-content') hiding.delete(data);
      else if (name === 'number:number' && data !== '') {
        const factor = attributes('number:display-factor');
        if (factor !== undefined && Number(factor) !== 1) scaled.add(data);
      } else if (name === 'style:map' && data !== '') {
        const other = attributes('style:apply-style-name');
        if (other !== undefined) maps.set(data, [...(maps.get(data) ?? []), other]);
      }
    },
    close: (name: string): void => {
      if (name === 'style:style') {
        cell = null;
        table = '';
      } else if (name.startsWith('number:') && name.endsWith('-style')) data = '';
    },
    /** The style of a cell by its name. */
    of: (name: string | undefined): OdsStyle => {
      if (name === undefined) return PLAIN;
      let style = found.get(name);
      if (style === undefined) {
        style = resolve(name);
        found.set(name, style);
      }
      return style;
    },
    isHiddenTable: (name: string | undefined): boolean => name !== undefined && hiddenTables.has(name),
  };
}

export type OdsStyles = ReturnType<typeof odsStyles>;
