import { posix } from 'node:path';
import { XlsxFault } from './xlsx-fault.ts';
import type { XlsxPackage } from './xlsx-package.ts';
import { readStrings, type SharedStrings } from './xlsx-strings.ts';
import { type CellStyle, readStyles } from './xlsx-styles.ts';
import { hearXml, isTrue, RELATIONSHIPS, SPREADSHEET } from './xlsx-xml.ts';

export interface XlsxWorkbook {
  /** Name of the part of the workbook itself. */
  readonly part: string;
  /** In their order. */
  readonly worksheets: readonly XlsxWorksheet[];
  /** Days count from 1904. */
  readonly date1904: boolean;
  /** By the style number of a cell. */
  readonly cellStyles: readonly CellStyle[];
  /** Read when they are first asked for, and kept. */
  strings(): Promise<SharedStrings>;
  /** Names of the parts of styles and theme; null where there is none. */
  readonly styles: string | null;
  readonly theme: string | null;
}

export interface XlsxWorksheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Name of its part. */
  readonly part: string;
}

/** Reads what a workbook is made of, but for its worksheets. Where parts stand is what its relations say. */
export async function xlsxWorkbook(pack: XlsxPackage): Promise<XlsxWorkbook> {
  const root = (await relations(pack, '')).find(({ type }) => type === 'officeDocument');
  if (!root) throw new XlsxFault('it says of no part that it is the workbook');
  const parts = await relations(pack, root.part);
  const partOf = (type: string) => parts.find((relation) => relation.type === type)?.part ?? null;

  const byId = new Map(parts.map((relation) => [relation.id, relation]));
  const worksheets: XlsxWorksheet[] = [];
  let date1904 = false;
  await hearXml(pack.meta(root.part), 'workbook', SPREADSHEET, {
    open: (name, attributes) => {
      if (name === 'workbookPr') date1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = byId.get(id ?? '');
      if (!relation) throw new XlsxFault('a worksheet of the workbook is missing');
      // The others are sheets of charts, dialogues and old macros.
      if (relation.type !== 'worksheet') return;
      const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      worksheets.push({ name: attributes.name ?? '', hidden, part: relation.part });
    },
  });
  if (worksheets.length === 0) throw new XlsxFault('it has no worksheet');

  const styles = partOf('styles');
  const strings = partOf('sharedStrings');
  let shared: Promise<SharedStrings> | null = null;
  return {
    part: root.part,
    worksheets,
    date1904,
    cellStyles: styles === null ? [] : await readStyles(pack.meta(styles)),
    strings: () => {
      shared ??= strings === null ? Promise.resolve(NO_STRINGS) : readStrings(pack.stream(strings));
      return shared;
    },
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
  /** The last word of its type, which is the same in both kinds of the format. */
  readonly type: string;
  /** What stands before that word: it differs. */
  readonly family: string;
  readonly part: string;
}

/** Where the relations of a part stand. */
export function relationsPart(part: string): string {
  const { dir, base } = posix.parse(part);
  return posix.join(dir, '_rels', `${base}.rels`);
}

/** The relations of a part within the package; what stands outside of it (a linked workbook) is left out. */
export async function relations(pack: XlsxPackage, part: string): Promise<Relation[]> {
  const { dir } = posix.parse(part);
  const file = relationsPart(part);
  const found: Relation[] = [];
  await hearXml(pack.meta(file), 'Relationships', RELATIONSHIPS, {
    open: (name, { Id: id, Type: type, Target: target, TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External' || !id || !type || !target) return;
      // resolve() keeps it within the package, whatever the path says.
      const path = posix.resolve('/', dir, target).slice(1);
      const cut = type.lastIndexOf('/') + 1;
      found.push({ id, type: type.slice(cut), family: type.slice(0, cut), part: path });
    },
  });
  return found;
}
