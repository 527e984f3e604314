import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isError } from '../errors.ts';
import type { Problem, SheetRow } from '../model.ts';
import { formatMinor } from '../money.ts';
import type { OpenSheet } from '../sheets/open-sheet.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import type { RowResult, TotalsRow } from '../sheets/row-result.ts';
import { writeResults } from '../sheets/write-results.ts';
import { checkRow } from './check.ts';
import { compareControlTotal } from './control-total.ts';
import { createReferenceWatch } from './reference-watch.ts';
import { createTally } from './tally.ts';

/** What `payrun check` found: its JSON document, and what its screen shows. */
export interface CheckReport {
  readonly file: string;
  readonly rows: number;
  readonly valid: number;
  readonly invalid: number;
  /** In row order. */
  readonly problems: readonly Problem[];
  /** Of the valid rows, by currency of the amount. */
  readonly totals: Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;
  /** What the reader noticed of the file as a whole. */
  readonly warnings: readonly string[];
  /** How the sheet differs from its control total, and then nothing of it would be paid; null where it agrees or has none. */
  readonly control: string | null;
  /** Path of the checked workbook; null where none was asked for. */
  readonly checked: string | null;
}

/**
 * Validates a sheet offline, by the same rules by which it would be paid. Memory does not grow with the valid rows.
 * Throws `file_*`, `sheet_*`.
 */
export async function checkSheet(
  file: string,
  config: Config,
  clock: Pick<Clock, 'now'>,
  options: { writeTo?: string | null } = {},
): Promise<CheckReport> {
  const sheet = await readSheet(file, { columns: config.columns });
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const context = { merchantCountry: config.merchantCountry, environment: config.environment, today };
  const problems: Problem[] = [];
  const invalidRows = new Set<number>();
  const tally = createTally();
  const watch = createReferenceWatch();
  try {
    for await (const rows of sheet.rows()) {
      for (const row of rows) {
        const checked = checkRow(row, context);
        const repeated = watch(row.row, row.cells.paymentReference);
        const found = repeated ? [...checked.problems, repeated] : checked.problems;
        const valid = checked.draft !== null && !repeated;
        tally.add(valid ? checked.draft : null);
        if (!valid) invalidRows.add(row.row);
        problems.push(...found);
      }
    }
    const { rows, invalid, totals } = tally.result();
    const control = compareControlTotal(sheet.understood.control ?? [], tally.result());
    const amounts = Object.fromEntries(
      Object.entries(totals).map(([currency, total]) => [
        currency,
        { rows: total.rows, amount: formatMinor(total.minor, currency) },
      ]),
    );
    const notWritten = await writeChecked(sheet, options.writeTo ?? null, clock.now(), {
      problems,
      invalidRows,
      totals: totalsRows(amounts, invalid),
    });
    return {
      file,
      rows,
      valid: rows - invalid,
      invalid,
      problems,
      totals: amounts,
      warnings: [
        ...sheet.understood.warnings,
        ...(control ? [`The control total does not agree: ${control}. Nothing of this sheet would be paid.`] : []),
        ...(notWritten ? [notWritten] : []),
      ],
      control,
      checked: notWritten ? null : (options.writeTo ?? null),
    };
  } finally {
    await sheet.close();
  }
}

interface Checked {
  readonly problems: readonly Problem[];
  readonly invalidRows: ReadonlySet<number>;
  readonly totals: readonly TotalsRow[];
}

/** Writes the checked workbook. A folder that cannot be written is no reason to keep the problems from the clerk: returns why. */
async function writeChecked(
  sheet: OpenSheet,
  path: string | null,
  at: number,
  { problems, invalidRows, totals }: Checked,
): Promise<string | null> {
  if (!path) return null;
  const byRow = Map.groupBy(problems, (problem) => problem.row);
  const resultOf = ({ row }: SheetRow): [number, RowResult] => [
    row,
    { row, status: invalidRows.has(row) ? 'invalid' : 'valid', problems: byRow.get(row) ?? [] },
  ];
  try {
    await writeResults(sheet, {
      kind: 'check',
      workbook: path,
      heading: { title: 'Check', sandbox: false, at },
      results: (chunk) => new Map(chunk.map(resultOf)),
      totals: () => totals,
    });
    return null;
  } catch (error) {
    if (!isError(error, 'file_unwritable')) throw error;
    return error.message;
  }
}

function totalsRows(amounts: CheckReport['totals'], invalid: number): readonly TotalsRow[] {
  const valid = Object.entries(amounts).map(([currency, { rows, amount }]) => ({
    currency,
    status: 'valid',
    rows,
    amount,
  }));
  return invalid > 0 ? [...valid, { currency: '', status: 'invalid', rows: invalid, amount: '' }] : valid;
}
