import type { MerchantSheetRow } from '../ledger/merchants/merchant-row.ts';
import type { PageCell } from '../sheets/write/results-workbook.ts';
import type { ResultsHeading, RowResult } from '../sheets/write/row-result.ts';
import { writeResults } from '../sheets/write-results.ts';
import { type MerchantSheet, maskedSheet } from './merchant-sheet.ts';

const HINT =
  'Correct the red cells, save, and run the job again. Only what differs is changed. Secrets are masked here: type them again, or correct the sheet itself.';
const WIDTHS = [8, 22, 18, 14, 34, 34, 34, 80];
const HEADS = ['row', 'merchant', 'setting', 'status', 'what', 'before', 'after', 'reason'];

/**
 * Writes the results of a sheet of sub-merchants: its rows with their outcomes, the rows to fix, the settings with old
 * and new values, and the errors. Secrets are masked. Throws `file_unwritable`.
 */
export async function writeMerchantResults(
  sheet: MerchantSheet,
  lines: readonly MerchantSheetRow[],
  { workbook, heading }: { workbook: string; heading: ResultsHeading },
): Promise<void> {
  const results = new Map(lines.map((line) => [line.row, resultOf(line)]));
  const settings = lines.flatMap((line) =>
    line.settings.map(({ setting, state, what, before, after, reason }) =>
      [String(line.row), line.merchant ?? '', setting, state, what, before ?? '', after ?? '', reason ?? ''].map(
        (text): PageCell => ({ text }),
      ),
    ),
  );
  await writeResults(maskedSheet(sheet), {
    kind: 'check',
    workbook,
    heading,
    results: () => results,
    totals: null,
    worksheet: 'Sub-merchants',
    hint: HINT,
    pages: [
      {
        name: 'Settings',
        rows: [HEADS.map((text): PageCell => ({ text, form: 'head' })), ...settings],
        widths: WIDTHS,
      },
    ],
  });
}

function resultOf({ row, state, reason, problems, settings }: MerchantSheetRow): RowResult {
  const settingLines = settings
    .filter((one) => one.state !== 'same')
    .map(({ setting, state: is, what, reason: why }) => `${setting} (${what}): ${is}${why ? `. ${why}` : '.'}`);
  const sentences = [...(reason ? [reason] : []), ...settingLines];
  return {
    row,
    status: state,
    problems,
    ...(sentences.length > 0 ? { reason: sentences.join(' ') } : {}),
  };
}
