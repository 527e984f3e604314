import { posix } from 'node:path';
import { once } from '../../platform/once.ts';
import { XlsxFault } from './xlsx-fault.ts';
import type { XlsxPackage } from './xlsx-package.ts';
import { readStrings, type SharedStrings } from './xlsx-strings.ts';
import { type CellStyle, readStyles } from './xlsx-styles.ts';
import { isTrue, RELATIONSHIPS, SPREADSHEET, watchXml } from './xlsx-xml.ts';

export interface XlsxWorkbook {
  /** The name of the main workbook part. */
  readonly part: string;
  /** In the order of the workbook. */
  readonly worksheets: readonly XlsxWorksheet[];
  /** Dates count from 1904. */
  readonly date1904: boolean;
  /** By the style number of a cell. */
  readonly cellStyles: readonly CellStyle[];
  /** Read on the first call, then cached. */
  strings(): Promise<SharedStrings>;
  /** Names of the parts of styles and theme; null if missing. */
  readonly styles: string | null;
  readonly theme: string | null;
}

export interface XlsxWorksheet {
  readonly name: string;
  readonly hidden: boolean;
  /** The name of its part. */
  readonly part: string;
}

/** Reads the structure of a workbook without its worksheets. The relationships name the parts. */
export async function xlsxWorkbook(pack: XlsxPackage): Promise<XlsxWorkbook> {
  const root = (await relations(pack, '')).find(({ type }) => type === 'officeDocument');
  if (!root) throw new XlsxFault('it says of no part that it is the workbook');
  const parts = await relations(pack, root.part);
  const partOf = (type: string) => parts.find((relation) => relation.type === type)?.part ?? null;

  const byId = new Map(parts.map((relation) => [relation.id, relation]));
  const worksheets: XlsxWorksheet[] = [];
  let date1904 = false;
  await watchXml(pack.meta(root.part), 'workbook', SPREADSHEET, {
    open: (name, attributes) => {
      if (name === 'workbookPr') date1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = byId.get(id ?? '');
      if (!relation) throw new XlsxFault('a worksheet of the workbook is missing');
      // Other types are chart sheets, dialogs and old macros.
      if (relation.type !== 'worksheet') return;
      const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      worksheets.push({ name: attributes.name ?? '', hidden, part: relation.part });
    },
  });
  if (worksheets.length === 0) throw new XlsxFault('it has no worksheet');

  const styles = partOf('styles');
  const strings = partOf('sharedStrings');
  return {
    part: root.part,
    worksheets,
    date1904,
    cellStyles: styles === null ? [] : await readStyles(pack.meta(styles)),
    strings: once(async () => (strings === null ? NO_STRINGS : readStrings(pack.stream(strings)))),
    styles,
    theme: partOf('theme'),
  };
}

const NO_STRINGS: SharedStrings = {
  at: () => {
    throw new XlsxFault('the text of a cell is missing');
  },
};

export interface Relation {
  readonly id: string;
  /** The last word of the type URI, which is the same in both variants of the format. */
  readonly type: string;
  /** The URI before that word, which differs between the variants. */
  readonly family: string;
  readonly part: string;
}

/** The name of the part with the relationships of `part`. */
export function relationsPart(part: string): string {
  const { dir, base } = posix.parse(part);
  return posix.join(dir, '_rels', `${base}.rels`);
}

/** The relationships of a part within the package. External targets, such as a linked workbook, are skipped. */
export async function relations(pack: XlsxPackage, part: string): Promise<Relation[]> {
  const { dir } = posix.parse(part);
  const file = relationsPart(part);
  const found: Relation[] = [];
  await watchXml(pack.meta(file), 'Relationships', RELATIONSHIPS, {
    open: (name, { Id: id, Type: type, Target: target, TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External' || !id || !type || !target) return;
      // resolve() keeps the path within the package.
      const path = posix.resolve('/', dir, target).slice(1);
      const cut = type.lastIndexOf('/') + 1;
      found.push({ id, type: type.slice(cut), family: type.slice(0, cut), part: path });
    },
  });
  return found;
}
