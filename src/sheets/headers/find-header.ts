import { PayrunError } from '../../errors.ts';
import { restore } from '../cells/formula-guard.ts';
import type { SheetRecord, SheetTable } from '../sheet-table.ts';
import type { ControlTotal } from '../understood-sheet.ts';
import { controlLine } from './control-total.ts';
import { didYouMean } from './known-headers.ts';
import type { ColumnOf } from './match-header.ts';
import { holdsData, isPaymentLine } from './payment-line.ts';

/** The header must be within this many lines with text. */
const LINES = 30;

export interface FoundHeader {
  readonly row: number;
  readonly values: readonly string[];
  /** Style numbers of its cells in an XLSX. */
  readonly styles: readonly (number | undefined)[];
  /** Control totals above the header. A correct sheet has one at most. */
  readonly control: readonly ControlTotal[];
  /** Number of lines with text above the header, without control totals. */
  readonly skipped: number;
  /** The first records below the header, at least one. */
  readonly below: readonly SheetRecord[];
}

/**
 * Reads the beginning of a table up to the first record below its header. The header is the line with the most known
 * columns among the first 30, with `least` or more. If no line has a known column, it is the line with the most near
 * misses, with two or more. Null if no line is a header. Throws `sheet_no_rows`, `sheet_no_header` if a payment is
 * above the header, `control_total`.
 */
export async function findHeader(
  file: string,
  table: SheetTable,
  columnOf: ColumnOf,
  least: number,
): Promise<FoundHeader | null> {
  const lines: SheetRecord[] = [];
  let open = true;
  const more = async () => {
    const next = await table.records.next();
    open = !next.done;
    if (!next.done) lines.push(...next.value.filter(hasText));
  };
  while (open && lines.length < LINES) await more();

  const first = lines.slice(0, LINES);
  // The search for near misses takes a thousand times as long as the lookup, so it runs only if no header is known.
  const known = mostOf(first, (text) => columnOf(text) !== null);
  const best = known.count > 0 ? known : mostOf(first, (text) => didYouMean(text) !== null);
  const found = lines[best.at];
  if (!found || best.count < (best === known ? least : 2)) return null;

  const above = lines.splice(0, best.at + 1).slice(0, -1);
  const paid = above.find((line) => isAsWide(line, found) && isPaymentLine(line.values));
  if (paid)
    throw new PayrunError('sheet_no_header', {
      file,
      detail: `row ${paid.row} is already a payment, and a possible header is below it, in row ${found.row}`,
    });
  const control = above.map(({ values }) => controlLine(file, values)).filter((total) => total !== null);
  while (open && lines.length === 0) await more();
  if (lines.length === 0) throw new PayrunError('sheet_no_rows', { file });
  const values = found.values.map(restore);
  while (values.length > 0 && values.at(-1)!.trim() === '') values.pop();
  return {
    row: found.row,
    values,
    styles: found.stored?.styles ?? [],
    control,
    skipped: above.length - control.length,
    below: lines,
  };
}

/** A letterhead may also have an account and a sum; a payment fills most of the columns of the header. */
function isAsWide(line: SheetRecord, header: SheetRecord): boolean {
  const filled = ({ values }: SheetRecord) => values.filter((text) => text.trim() !== '').length;
  return filled(line) >= Math.max(3, filled(header) / 2);
}

/** The first of the lines with the most matching cells. Lines with data do not count. */
function mostOf(lines: readonly SheetRecord[], is: (text: string) => boolean): { at: number; count: number } {
  let best = { at: -1, count: 0 };
  for (const [at, { values }] of lines.entries()) {
    const count = values.filter(is).length;
    if (count > best.count && !holdsData(values)) best = { at, count };
  }
  return best;
}

/** Whether a record is not blank. A formula that was never calculated has no text, but its cell is not blank. */
export function hasText({ values, marks }: SheetRecord): boolean {
  if (marks?.some(({ kind }) => kind === 'uncalculated')) return true;
  return values.some((value) => value !== '' && value.trim() !== '');
}
