import { createProblem } from '../../messages.ts';
import type { RowEdits, SheetRow } from '../../model.ts';
import type { DecimalStyle } from '../cells/amount-text.ts';
import { createDecimalWatch } from '../cells/decimal-style.ts';
import { editedRow } from '../edited-row.ts';
import { columnNamed } from '../headers/columns.ts';
import { hasText } from '../headers/find-header.ts';
import type { ColumnOf } from '../headers/match-header.ts';
import { type Concluded, concludedNotes } from '../names/complete-party.ts';
import type { Noticed, TotalsSeen } from '../sheet-facts.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { Understood } from '../understood-sheet.ts';
import { compareTotals } from './compare-totals.ts';
import { isSignatureRow, noteRowFinder, notesNote } from './note-row.ts';
import { rowReader } from './sheet-row.ts';
import { type TotalsRow, totalsRowFinder } from './totals-row.ts';

/** Totals rows that are held back until the next row shows whether they end the sheet. */
const MOST_TOTALS = 10;
/** The same for notes and signatures below them. */
const MOST_NOTES = 30;
const NO_TOTALS: TotalsSeen = { notes: [], difference: null };

interface BodyOptions {
  /** Yields the records below the header from the first one. */
  readonly below: () => AsyncIterable<readonly SheetRecord[]>;
  /** The decimal style that was given; null if the amounts show it. */
  readonly declared: DecimalStyle | null;
  /** Users' edits; undefined if no edit can change a sum. */
  readonly edits?: RowEdits | undefined;
}

/**
 * Reads the rows below a header. `below` is called again if the decimal style needs the whole file (see
 * `createDecimalWatch`) or if totals have to be compared. `most` is the number of rows per chunk.
 */
export function createSheetBody(
  file: string,
  understood: Understood,
  columnOf: ColumnOf,
  { below, declared, edits }: BodyOptions,
) {
  const { columns } = understood;
  const amounts = columns.flatMap((name, at) => (name !== null && columnNamed(name)!.kind === 'amount' ? [at] : []));
  const watch = createDecimalWatch(file, amounts, declared, below);
  const totalsRow = totalsRowFinder(columns, understood.results);
  const isNote = noteRowFinder(understood);
  let totals: TotalsSeen | null = null;
  const unused = unusedWatch(understood);
  let concluded: Concluded = { business: [], split: [] };

  async function* rows(
    source: AsyncIterable<readonly SheetRecord[]>,
    most: number,
  ): AsyncGenerator<readonly SheetRow[], void> {
    const found: Concluded = { business: [], split: [] };
    const toRow = rowReader(understood, columnOf, watch.reading, found);
    let chunk: SheetRow[] = [];
    let held: TotalsRow[] = [];
    let notes: SheetRecord[] = [];
    let subtotals = false;
    for await (const records of source) {
      const settling = watch.look(records);
      if (settling) await settling;
      for (const record of records) {
        if (!hasText(record)) continue;
        const total = totalsRow(record);
        if (!total) unused.look(record);
        if (total?.partial) {
          subtotals = true;
          continue;
        }
        if (
          !total &&
          notes.length < MOST_NOTES &&
          (isSignatureRow(record, amounts) || (held.length + notes.length > 0 && isNote(record)))
        ) {
          notes.push(record);
          continue;
        }
        // A payment follows, so these rows are not the end of the sheet. They become rows with an error.
        if (held.length + notes.length > 0 && (!total || held.length === MOST_TOTALS)) {
          for (const between of inOrder(held, notes))
            chunk.push('label' in between ? noPayment(between, toRow(between.record)!) : toRow(between)!);
          held = [];
          notes = [];
        }
        if (total) {
          held.push({ ...total, record });
          continue;
        }
        chunk.push(toRow(record)!);
        if (chunk.length < most) continue;
        yield chunk;
        chunk = [];
      }
    }
    const wordless = held.filter((total) => total.wordless);
    const sums = await agreeing(wordless);
    for (const total of wordless) if (!sums.has(total.row)) chunk.push(toRow(total.record)!);
    held = held.filter((total) => !total.wordless || sums.has(total.row));
    if (chunk.length > 0) yield chunk;
    concluded = found;
    totals ??= held.length > 0 || subtotals ? await compare(held) : NO_TOTALS;
    if (notes.length > 0)
      totals = {
        ...totals,
        notes: [
          ...totals.notes.filter(({ code }) => code !== 'rows_below_total'),
          notesNote(notes, held.length > 0 ? 'total' : 'payments'),
        ],
      };
  }

  /** The rows of totals that agree with the rows above them. */
  async function agreeing(sums: readonly TotalsRow[]): Promise<ReadonlySet<number | null>> {
    if (sums.length === 0) return new Set();
    const { compared } = await compareTotals(sums, above(sums), { columns, reading: watch.reading() });
    return new Set(compared.filter(({ difference, why }) => difference === null && why === null).map(({ row }) => row));
  }

  async function compare(held: readonly TotalsRow[]): Promise<TotalsSeen> {
    const options = { columns, reading: watch.reading() };
    const ofFile = await compareTotals(held, above(held), options);
    if (edits === undefined) return ofFile;
    const { notes, compared } = await compareTotals(held, above(held, edits), { ...options, isCorrected: true });
    return { ...ofFile, notes, corrected: compared };
  }

  /** The rows above the totals at the end, including subtotals. */
  async function* above(
    held: readonly TotalsRow[],
    typed?: RowEdits,
  ): AsyncGenerator<readonly (SheetRow | TotalsRow)[], void> {
    const toRow = rowReader(understood, columnOf, watch.reading);
    const first = held[0]?.row ?? Number.POSITIVE_INFINITY;
    for await (const records of below()) {
      yield records.flatMap((record) => {
        if (record.row >= first) return [];
        const total = totalsRow(record);
        if (total) return total.partial ? { ...total, record } : [];
        const row = toRow(record);
        return row === null ? [] : typed === undefined ? row : editedRow(row, typed);
      });
    }
  }

  return {
    rows,
    noticed: (): Noticed => {
      const { notes, ...compared } = totals ?? NO_TOTALS;
      return {
        decimal: watch.reading().style,
        totals: { ...compared, notes: [...notes, ...concludedNotes(concluded)] },
        unused: unused.filled(),
      };
    },
  };
}

/** Finds which columns that no payment uses have values. A column is looked at until its first value. */
function unusedWatch({ header, columns, results }: Understood) {
  let empty = header.flatMap((text, at) => {
    const isResult = results !== null && at >= results.from && at < results.to;
    return columns[at] === null && text.trim() !== '' && !isResult ? [at] : [];
  });
  const filled: number[] = [];
  const hasValue = ({ values }: SheetRecord, at: number) => (values[at] ?? '').trim() !== '';
  return {
    look(record: SheetRecord): void {
      if (!empty.some((at) => hasValue(record, at))) return;
      filled.push(...empty.filter((at) => hasValue(record, at)));
      empty = empty.filter((at) => !hasValue(record, at));
    },
    filled: (): readonly number[] => filled.toSorted((a, b) => a - b),
  };
}

function inOrder(held: readonly TotalsRow[], notes: readonly SheetRecord[]): readonly (TotalsRow | SheetRecord)[] {
  return notes.length === 0 ? held : [...held, ...notes].sort((a, b) => a.row - b.row);
}

/** A totals row between payments. A sum without a word, and a row with an error for the whole row, stay unchanged. */
function noPayment({ label, wordless }: TotalsRow, row: SheetRow): SheetRow {
  if (wordless) return row;
  if (row.findings.some(({ column, severity }) => column === null && severity === 'error')) return row;
  return { ...row, cells: {}, findings: [{ column: null, ...createProblem('row_is_total', { label }) }] };
}
