import { pluralize } from '../../platform/pluralize.ts';
import type { FormatImplies } from '../headers/source-formats.ts';
import type { SheetNote } from '../sheet-note.ts';
import { isBusinessName, isUnclearName } from './is-business-name.ts';
import { splitName } from './split-name.ts';

/** The words for a person in the formats of other systems. */
const PERSON = /^(?:person|individual|private|personal|employee|contractor|natural[ _]person)$/i;
const NAMED = ['name', 'firstName', 'lastName', 'email'];
const MOST_NAMED = 5;

/** Conclusions about recipients, by row. */
export interface Concluded {
  readonly business: number[];
  readonly split: number[];
}

/**
 * Completes the recipient of a row: without a type, a legal form or a word of an office in the name makes it a
 * business; in a known format, the columns that it implies are filled in, and the full name of a person is taken apart.
 * @param implies of the format of the sheet; null for a sheet of no known format
 */
export function completeParty(
  cells: Record<string, string>,
  implies: FormatImplies | null,
  concluded: Concluded,
  row: number,
): void {
  const { name } = cells;
  if (cells.type === undefined && name !== undefined && isBusinessName(name)) {
    cells.type = 'business';
    concluded.business.push(row);
  }
  // Without these, the row pays a recipient that the ledger knows.
  if (implies === null || !NAMED.some((column) => cells[column] !== undefined)) return;
  const isUnclear = name !== undefined && isUnclearName(name);
  for (const [column, value] of Object.entries(implies)) if (column !== 'type' || !isUnclear) cells[column] ??= value;
  if (name === undefined || !PERSON.test(cells.type ?? '')) return;
  if (cells.firstName !== undefined || cells.lastName !== undefined) return;
  const split = splitName(name);
  Object.assign(cells, split);
  delete cells.name;
  if (split.firstName !== undefined) concluded.split.push(row);
}

export function concludedNotes({ business, split }: Concluded): readonly SheetNote[] {
  const notes: SheetNote[] = [];
  if (business.length > 0)
    notes.push({
      code: 'type_from_name',
      text: `${rowsOf(business)} no type, and the name of a company or an office: paid as a business. If one is a person, fill in its type.`,
    });
  if (split.length > 0)
    notes.push({
      code: 'names_split',
      text: `${pluralize(split.length, 'row')}: a person’s name was split into first and last name; check both.`,
    });
  return notes;
}

function rowsOf(rows: readonly number[]): string {
  if (rows.length === 1) return `Row ${rows[0]} has`;
  const named = rows.slice(0, MOST_NAMED);
  const more = rows.length - named.length;
  return more > 0
    ? `Rows ${named.join(', ')} and ${more} more have`
    : `Rows ${named.slice(0, -1).join(', ')} and ${named.at(-1)} have`;
}
