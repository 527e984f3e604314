import { PayrunError } from '../../errors.ts';
import type { SheetRecord, SheetTable } from '../sheet-table.ts';
import { damaged, XlsxFault } from '../xlsx/xlsx-fault.ts';
import type { XlsxPackage } from '../xlsx/xlsx-package.ts';
import { odsRecords } from './ods-records.ts';
import { odsStyles } from './ods-styles.ts';
import { watchOds } from './ods-xml.ts';

const CONTENT = 'content.xml';
const STYLES = 'styles.xml';
const MANIFEST = 'META-INF/manifest.xml';
const COLUMNS = 16_384;

export interface OdsTable {
  readonly worksheet: string;
  readonly hidden: boolean;
  /** Each call reads the content again from its beginning. */
  open(): SheetTable;
}

/**
 * The worksheets of an OpenDocument workbook. The content is read once before the first row, to check that it is
 * complete and to collect its styles. Throws `sheet_not_a_sheet` if it is encrypted, and `XlsxFault`.
 */
export async function odsTables(file: string, pack: XlsxPackage): Promise<readonly OdsTable[]> {
  const manifest = await readManifest(pack);
  if (manifest.encrypted)
    throw new PayrunError('sheet_not_a_sheet', {
      file,
      detail: 'it is password-protected. Open it, and save it without the password',
    });
  const styles = odsStyles();
  if (pack.has(STYLES)) await watchOds(pack.meta(STYLES), 'office:document-styles', styles);
  const tables: { name: string; style: string | undefined; hidden: [number, number][] }[] = [];
  let depth = 0;
  let columns = 0;
  await watchOds(pack.stream(CONTENT), 'office:document-content', {
    open: (name, attributes) => {
      depth++;
      if (name === 'table:table' && depth === 4) {
        columns = 0;
        tables.push({ name: attributes('table:name') ?? '', style: attributes('table:style-name'), hidden: [] });
      } else if (name === 'table:table-column' && tables.length > 0) {
        const repeated = attributes('table:number-columns-repeated');
        const count = repeated === undefined ? 1 : Number(repeated);
        if (!(count >= 1) || count > COLUMNS) throw new XlsxFault('a column of the worksheet has no valid number');
        if (attributes('table:visibility') === 'collapse') tables.at(-1)!.hidden.push([columns, columns + count - 1]);
        columns += count;
      } else if (name.startsWith('style:') || name.startsWith('number:')) styles.open(name, attributes);
    },
    close: (name) => {
      depth--;
      styles.close(name);
    },
  });
  if (tables.length === 0) throw new XlsxFault('it has no worksheet');
  return tables.flatMap(({ name, style, hidden }, at) => {
    // A cached copy of a table in another workbook.
    if (/^'file:/.test(name)) return [];
    async function* records(): AsyncGenerator<SheetRecord[], void> {
      try {
        yield* odsRecords(pack.stream(CONTENT), at, styles);
      } catch (error) {
        throw damaged(file, error);
      }
    }
    const open = () => ({ worksheet: name, records: records(), hiddenColumns: async () => hidden });
    return [{ worksheet: name, hidden: styles.isHiddenTable(style), open }];
  });
}

/** Reads the manifest, which every OpenDocument has. Throws if the content or the styles are listed but missing. */
async function readManifest(pack: XlsxPackage): Promise<{ readonly encrypted: boolean }> {
  let encrypted = false;
  const parts: string[] = [];
  await watchOds(pack.meta(MANIFEST), 'manifest:manifest', {
    open: (name, attributes) => {
      if (name === 'manifest:encryption-data') encrypted = true;
      if (name === 'manifest:file-entry') parts.push(attributes('manifest:full-path') ?? '');
    },
  });
  if ([CONTENT, STYLES].some((part) => parts.includes(part) && !pack.has(part)))
    throw new XlsxFault('a part of the workbook is missing');
  return { encrypted };
}
