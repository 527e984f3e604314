import { writeFileAtomically } from '../platform/write-file.ts';
import type { FillResults, WriteResults, WrittenResults } from './fill-results.ts';
import type { OpenSheet } from './open-sheet.ts';

/**
 * Writes the results of a sheet: its rows with their results, a worksheet of the rows to fix, one of totals and one of
 * problems. For an XLSX, this is a patched copy of the input; if it cannot be patched safely, a new workbook. Reads the
 * sheet once, and a second time if any row has a problem; `results` is then called again for those rows. Throws
 * `file_unwritable` and the errors of reading a sheet.
 */
export async function writeResults(
  sheet: OpenSheet,
  options: WriteResults,
  fill: FillResults = fillInThisProcess,
): Promise<WrittenResults> {
  let counts: WrittenResults = { rows: 0, toFix: 0, rewriteReason: null };
  await writeFileAtomically(options.workbook, async (workbook) => {
    if (options.csv === undefined) counts = await fill(sheet, options, { workbook, csv: null });
    else
      await writeFileAtomically(options.csv, async (csv) => {
        counts = await fill(sheet, options, { workbook, csv });
      });
  });
  return counts;
}

const fillInThisProcess: FillResults = async (...all) => (await import('./fill-results.ts')).fillResults(...all);
