import type { Config } from '../config.ts';
import { isError } from '../errors.ts';
import type { Problem, SheetRow } from '../model.ts';
import { formatMinor } from '../money.ts';
import { type ControlTotalLine, controlTotalLine } from '../outcomes/control-total-line.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenSheet } from '../sheets/open-sheet.ts';
import { readAs } from '../sheets/read/read-as.ts';
import { readOptions } from '../sheets/read/read-options.ts';
import { readSheet } from '../sheets/read/read-sheet.ts';
import type { ResultTotalsRow, RowResult } from '../sheets/write/row-result.ts';
import { writeResults } from '../sheets/write-results.ts';
import { checkRow } from './check.ts';
import { checkContext } from './check-context.ts';
import { createCollectedErrors } from './collected-errors.ts';
import { compareControlTotal } from './control-total.ts';
import { createOneAccountWatch } from './one-account-watch.ts';
import { recipientNameOf } from './recipient-name-of.ts';
import { createReferenceWatch } from './reference-watch.ts';
import { createRepeatWatch } from './repeat-watch.ts';
import { createSharedAccountWatch } from './shared-account-watch.ts';
import { createSuggester } from './suggest.ts';
import { createTally } from './tally.ts';

/** What `payrun check` found: its JSON document, and what its screen shows. */
export interface CheckReport {
  readonly file: string;
  readonly rows: number;
  readonly valid: number;
  readonly invalid: number;
  /** In row order, at most 100,000. */
  readonly problems: readonly Problem[];
  /** Problems beyond those; the checked workbook has them. */
  readonly notListed: number;
  /** Of the valid rows, by currency of the amount. */
  readonly totals: Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;
  /** The system whose export it is; null if it is not known. */
  readonly source: string | null;
  /** Encoding, delimiter and decimals, as a sentence. */
  readonly readAs: string;
  /** What the reader noticed of the file as a whole. */
  readonly warnings: readonly string[];
  /** The control total of the sheet, and which side of its payments it counts; null where no row is valid. */
  readonly controlTotal: ControlTotalLine | null;
  /** How the sheet differs from its control total, and then nothing of it would be paid; null where it agrees or has none. */
  readonly control: string | null;
  /** Path of the checked workbook; null where none was asked for. */
  readonly checked: string | null;
}

/** Problems that one report lists; the checked workbook has all of them. */
const MOST_PROBLEMS = 100_000;

export interface CheckOptions {
  readonly writeTo?: string | null;
  /** What stands before the decimals of its amounts; without it that of the configuration, or what the sheet shows. */
  readonly decimal?: 'point' | 'comma' | undefined;
  /** The encoding of a CSV that is not Unicode, a name of `ENCODING_NAMES`. */
  readonly encoding?: string | undefined;
  /** Of an XLSX with several worksheets. */
  readonly worksheet?: string | undefined;
}

/**
 * Validates a sheet offline, by the same rules by which it would be paid. Memory does not grow with the rows, whether they
 * are valid or not, but for about 100 bytes a row by which copies are recognised. Throws `file_*`, `sheet_*`.
 */
export async function checkSheet(
  file: string,
  config: Config,
  clock: Pick<Clock, 'now'>,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const sheet = await readSheet(file, readOptions(config, options));
  const context = checkContext(config, clock.now());
  const problems = createCollectedErrors();
  let notListed = 0;
  const tally = createTally();
  /** What arrives, by currency; the rest of the totals is debited. */
  const arriving = new Map<string, bigint>();
  const watch = createReferenceWatch();
  const repeats = createRepeatWatch();
  const sharedAccounts = createSharedAccountWatch();
  const oneAccount = createOneAccountWatch();
  const suggest = createSuggester();
  const checked = (row: SheetRow) => {
    const { draft, problems: found } = checkRow(row, context);
    const repeated = watch(row.row, row.cells.paymentReference, row.cells.merchant);
    if (repeated) return { draft: null, found: [...found, repeated] };
    const name = recipientNameOf(row);
    const copy = draft && repeats(row.row, draft, name);
    const shared = draft && sharedAccounts(row.row, draft, name);
    const more = [copy, shared].filter((one) => one !== null);
    return { draft, found: more.length > 0 ? [...found, ...more] : found };
  };
  try {
    for await (const rows of sheet.rows()) {
      for (const row of rows) {
        const { draft, found } = checked(row);
        tally.add(draft);
        if (draft) oneAccount.add(draft, recipientNameOf(row));
        if (draft?.fixed === 'target') {
          const { currency, minor } = draft.amount;
          arriving.set(currency, (arriving.get(currency) ?? 0n) + minor);
        }
        if (problems.count + found.length > MOST_PROBLEMS) notListed += found.length;
        else problems.add(suggest(found, row.cells));
      }
    }
    const { rows, invalid, totals } = tally.result();
    const noticed = sheet.noticed().totals;
    const differences = [compareControlTotal(sheet.understood.control ?? [], tally.result()), noticed.difference];
    const control = differences.filter((one) => one !== null).join('; ') || null;
    const amounts = Object.fromEntries(
      Object.entries(totals).map(([currency, total]) => [
        currency,
        { rows: total.rows, amount: formatMinor(total.minor, currency) },
      ]),
    );
    const sums = Object.entries(totals).map(([currency, total]) => ({
      currency,
      ...total,
      arriving: arriving.get(currency) ?? 0n,
    }));
    const suggestAgain = createSuggester();
    const notWritten = await writeChecked(sheet, options.writeTo ?? null, clock.now(), {
      resultOf: (row) => {
        const { draft, found } = checked(row);
        return { row: row.row, status: draft ? 'valid' : 'invalid', problems: suggestAgain(found, row.cells) };
      },
      totals: totalsRows(amounts, arriving, invalid),
    });
    return {
      file,
      rows,
      valid: rows - invalid,
      invalid,
      problems: problems.all(),
      notListed,
      totals: amounts,
      controlTotal: rows === invalid ? null : controlTotalLine(rows, sums),
      source: sheet.understood.source ?? null,
      readAs: readAs(sheet.understood, sheet.noticed().decimal),
      warnings: [
        ...sheet.understood.warnings,
        ...noticed.notes,
        ...[oneAccount.sentence()].filter((one) => one !== null),
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
  readonly resultOf: (row: SheetRow) => RowResult;
  readonly totals: readonly ResultTotalsRow[];
}

/** Writes the checked workbook. A folder that cannot be written is no reason to keep the problems from the clerk: returns why. */
async function writeChecked(
  sheet: OpenSheet,
  path: string | null,
  at: number,
  { resultOf, totals }: Checked,
): Promise<string | null> {
  if (!path) return null;
  try {
    await writeResults(sheet, {
      kind: 'check',
      workbook: path,
      heading: { title: 'Check', sandbox: false, at },
      results: (chunk) => new Map(chunk.map((row) => [row.row, resultOf(row)])),
      totals: () => ({ asked: totals, paid: [], received: [] }),
    });
    return null;
  } catch (error) {
    if (!isError(error, 'file_unwritable')) throw error;
    return error.message;
  }
}

function totalsRows(
  amounts: CheckReport['totals'],
  arriving: ReadonlyMap<string, bigint>,
  invalid: number,
): readonly ResultTotalsRow[] {
  const valid = Object.entries(amounts).map(([currency, { rows, amount }]) => ({
    currency,
    status: 'valid',
    rows,
    amount,
    arriving: arriving.has(currency) ? formatMinor(arriving.get(currency)!, currency) : '',
  }));
  return invalid > 0 ? [...valid, { currency: '', status: 'invalid', rows: invalid, amount: '', arriving: '' }] : valid;
}
