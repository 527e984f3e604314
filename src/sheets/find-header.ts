import { PayrunError } from '../errors.ts';
import { controlLine } from './control-total.ts';
import { restore } from './formula-guard.ts';
import { type ColumnOf, didYouMean } from './match-header.ts';
import type { ControlTotal, SheetRecord, SheetTable } from './open-sheet.ts';

/** A header is looked for in so many lines with text. */
const LINES = 30;

export interface FoundHeader {
  readonly row: number;
  readonly values: readonly string[];
  /** Style numbers of its cells in an XLSX. */
  readonly styles: readonly (number | undefined)[];
  readonly control: ControlTotal | null;
  /** Lines with text above the header, without the control total. */
  readonly skipped: number;
  /** The first records below the header, at least one unless the table has no more. */
  readonly below: readonly SheetRecord[];
}

/**
 * Reads the beginning of a table up to the first record below its header: the line of the first 30 that has the most
 * columns Payrun knows, `least` or more; or, where none has, the most that are one slip away from one. Null where no
 * line is a header. Throws `sheet_no_rows`, `control_total`.
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

  let best = { at: -1, known: 0, near: 0 };
  for (const [at, { values }] of lines.slice(0, LINES).entries()) {
    const known = values.filter((text) => columnOf(text) !== null).length;
    const near = known > 0 ? 0 : values.filter((text) => didYouMean(text) !== null).length;
    if (known > best.known || (known === best.known && near > best.near)) best = { at, known, near };
  }
  const found = lines[best.at];
  if (!found || (best.known < least && (best.near < 2 || best.known > 0))) return null;

  const above = lines.splice(0, best.at + 1).slice(0, -1);
  const control = above[0] ? controlLine(file, above[0].values) : null;
  while (open && lines.length === 0) await more();
  if (lines.length === 0) throw new PayrunError('sheet_no_rows', { file });
  const values = found.values.map(restore);
  while (values.length > 0 && values.at(-1)!.trim() === '') values.pop();
  return {
    row: found.row,
    values,
    styles: found.stored?.styles ?? [],
    control,
    skipped: above.length - (control ? 1 : 0),
    below: lines,
  };
}

/** A formula that was never calculated has no text, and is no blank cell all the same. */
export function hasText({ values, marks }: SheetRecord): boolean {
  if (marks?.some(({ kind }) => kind === 'uncalculated')) return true;
  return values.some((value) => value !== '' && value.trim() !== '');
}
