import type { SheetLook, SheetRecord, SheetTable } from './open-sheet.ts';
import type { SheetFile } from './sheet-file.ts';
import { damaged } from './xlsx-fault.ts';
import { readOutline, type XlsxOutline } from './xlsx-outline.ts';
import { type XlsxPackage, xlsxPackage } from './xlsx-package.ts';
import { xlsxRecords } from './xlsx-records.ts';
import { type XlsxWorkbook, type XlsxWorksheet, xlsxWorkbook } from './xlsx-workbook.ts';

export interface XlsxTable {
  readonly worksheet: string;
  readonly hidden: boolean;
  /** May be called again: the worksheet is then read again from its beginning. */
  open(): SheetTable;
  /** Null where it cannot be read: what was paid must be written all the same. */
  look(): Promise<Omit<SheetLook, 'header'> | null>;
}

/**
 * The worksheets of a workbook. The workbook is read as it is now, whatever becomes of its file. Throws
 * `sheet_not_a_sheet`, `sheet_too_large`, `sheet_damaged`; reading a table throws `sheet_damaged`.
 */
export async function xlsxTables({ name: file, content }: SheetFile): Promise<readonly XlsxTable[]> {
  // An error of the disk is no fault of the workbook.
  let source: unknown = null;
  const watched = () => content().on('error', (error) => (source = error));
  try {
    const pack = await xlsxPackage(file, watched);
    const workbook = await xlsxWorkbook(pack);
    return workbook.worksheets.map((worksheet) => tableOf(file, pack, workbook, worksheet));
  } catch (error) {
    throw source ?? damaged(file, error);
  }
}

function tableOf(
  file: string,
  pack: XlsxPackage,
  workbook: XlsxWorkbook,
  { name, hidden, part }: XlsxWorksheet,
): XlsxTable {
  let kept: Promise<XlsxOutline> | null = null;
  const outline = () => {
    kept ??= readOutline(pack.stream(part));
    return kept;
  };
  async function* records(): AsyncGenerator<SheetRecord[], void> {
    try {
      // Side by side: the first is unpacked in another thread, the second is parsed in this one.
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
    look: async () => {
      try {
        return {
          styles: workbook.styles === null ? '' : await pack.text(workbook.styles),
          theme: workbook.theme === null ? null : await pack.text(workbook.theme),
          widths: (await outline()).widths,
        };
      } catch {
        return null;
      }
    },
  };
}
