import { PayrunError } from '../../errors.ts';
import { once } from '../../platform/once.ts';
import { isOpenDocument } from '../files/file-kind.ts';
import type { SheetFile } from '../files/sheet-file.ts';
import type { SheetPackage } from '../open-sheet.ts';
import type { SheetRecord, SheetTable } from '../sheet-table.ts';
import { damaged } from '../xlsx/xlsx-fault.ts';
import { readOutline } from '../xlsx/xlsx-outline.ts';
import { type XlsxPackage, xlsxPackage } from '../xlsx/xlsx-package.ts';
import { xlsxRecords } from '../xlsx/xlsx-records.ts';
import { type XlsxWorkbook, type XlsxWorksheet, xlsxWorkbook } from '../xlsx/xlsx-workbook.ts';

export interface Workbook {
  readonly format: 'xlsx' | 'ods';
  readonly tables: readonly WorkbookTable[];
}

export interface WorkbookTable {
  readonly worksheet: string;
  readonly hidden: boolean;
  /** Each call reads the worksheet again from its beginning. */
  open(): SheetTable;
  /** Only of an XLSX. */
  package?(): Promise<Omit<SheetPackage, 'header'>>;
}

/** Rows that identify a worksheet. */
const FIRST = 30;

/**
 * The worksheets of a workbook, XLSX or OpenDocument. The packed file stays in memory, so later changes on disk have no
 * effect. Throws `sheet_not_a_sheet`, `sheet_too_large`, `sheet_damaged`; reading a table throws `sheet_damaged`.
 */
export async function xlsxTables({ name: file, content }: SheetFile): Promise<Workbook> {
  // A read error of the disk does not mean that the workbook is damaged.
  let source: unknown = null;
  const watched = () => content().on('error', (error) => (source = error));
  try {
    const pack = await xlsxPackage(file, watched);
    if (pack.has('mimetype') && isOpenDocument(await pack.text('mimetype'))) {
      await refuseEncrypted(file, pack);
      const { odsTables } = await import('../ods/ods-tables.ts');
      return { format: 'ods', tables: await odsTables(file, pack) };
    }
    const workbook = await xlsxWorkbook(pack);
    return { format: 'xlsx', tables: workbook.worksheets.map((worksheet) => tableOf(file, pack, workbook, worksheet)) };
  } catch (error) {
    throw source ?? damaged(file, error);
  }
}

/** In an OpenDocument with a password, either each part is encrypted or one part holds all of them encrypted. */
async function refuseEncrypted(file: string, pack: XlsxPackage): Promise<void> {
  const manifest = pack.has('META-INF/manifest.xml') ? await pack.text('META-INF/manifest.xml') : '';
  if (!manifest.includes('encryption-data') && !pack.has('encrypted-package')) return;
  const detail = 'it is password-protected. Open it, and save it without the password';
  throw new PayrunError('sheet_not_a_sheet', { file, detail });
}

function tableOf(file: string, pack: XlsxPackage, workbook: XlsxWorkbook, worksheet: XlsxWorksheet): WorkbookTable {
  const { name, hidden, part } = worksheet;
  const outline = once(() => readOutline(pack.stream(part)));
  async function* records(): AsyncGenerator<SheetRecord[], void> {
    try {
      // In parallel: the first is unpacked in another thread, the second is parsed in this one.
      const [{ merged }, strings] = await Promise.all([outline(), workbook.strings()]);
      const { cellStyles, date1904 } = workbook;
      yield* xlsxRecords(pack.stream(part), { strings, cellStyles, date1904, merged });
    } catch (error) {
      throw damaged(file, error);
    }
  }
  return {
    worksheet: name,
    hidden,
    open: () => ({ worksheet: name, records: records(), hiddenColumns: async () => (await outline()).hidden }),
    package: async () => ({
      pack,
      workbook,
      worksheet,
      ...(await outline()),
      firstRows: async (other) => {
        const rows: (readonly string[])[] = [];
        const { records: found } = tableOf(file, pack, workbook, other).open();
        for await (const records of found) {
          rows.push(...records.map(({ values }) => values));
          if (rows.length >= FIRST) break;
        }
        return rows;
      },
    }),
  };
}
