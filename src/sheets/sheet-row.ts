import type { Finding, SheetRow } from '../model.ts';
import { columnNamed } from './columns.ts';
import { hasText } from './find-header.ts';
import { restore } from './formula-guard.ts';
import { letter } from './match-header.ts';
import type { CellMark, SheetRecord, Understood } from './open-sheet.ts';

/** 1.23E+17: what a spreadsheet leaves of a long number. */
const EXPONENT = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

/**
 * A function from a record to its row; null for a blank one. A row of a CSV with too few or too many fields has a finding
 * and no cells: which value belongs to which column is not known, and nothing is shifted into its neighbour.
 */
export function rowReader(understood: Understood): (record: SheetRecord) => SheetRow | null {
  const width = understood.header.length;
  const known = understood.columns.flatMap((name, at) =>
    name === null ? [] : [{ at, name, code: columnNamed(name)?.kind === 'code' }],
  );
  const formulasSeen = new Set<string>();

  return (record) => {
    if (!hasText(record)) return null;
    const original = record.values.map(restore);
    const findings: Finding[] = [];
    if (understood.format === 'csv') {
      const ragged = raggedRow(original, width, understood.delimiter ?? ',');
      if (ragged) return { row: record.row, cells: {}, original, findings: [ragged] };
    } else {
      const stray = original.findIndex((text, at) => at >= width && text.trim() !== '');
      if (stray >= 0) findings.push(strayCell(stray));
    }
    const cells: Record<string, string> = {};
    for (const { at, name, code } of known) {
      const text = original[at]?.trim();
      if (text === undefined || text === '') continue;
      cells[name] = text;
      if (code && EXPONENT.test(text)) findings.push(destroyed(name));
    }
    for (const mark of record.marks ?? []) {
      const name = understood.columns[mark.at];
      if (name === null || name === undefined) continue;
      if (mark.kind === 'formula' && formulasSeen.has(name)) continue;
      const finding = markFinding(mark.kind, name, original[mark.at] ?? '');
      if (!finding) continue;
      if (mark.kind === 'formula') formulasSeen.add(name);
      findings.push(finding);
    }
    return { row: record.row, cells, original, findings };
  };
}

function raggedRow(values: readonly string[], width: number, delimiter: string): Finding | null {
  let count = values.length;
  while (count > width && values[count - 1]!.trim() === '') count--;
  if (count === width) return null;
  const shown = delimiter === '\t' ? 'tab' : `"${delimiter}"`;
  const cause =
    count > width
      ? `Put quotes around a value that contains ${shown}`
      : `A ${shown} is missing, or a quote joins two values`;
  return {
    code: count > width ? 'row_too_long' : 'row_too_short',
    column: null,
    severity: 'error',
    message: `The row has ${count} ${count === 1 ? 'field' : 'fields'}, the header has ${width}. ${cause}; nothing of this row was read.`,
  };
}

function strayCell(at: number): Finding {
  return {
    code: 'cell_without_header',
    column: null,
    severity: 'warning',
    message: `There is a value in column ${letter(at)}, which has no header. It is not used.`,
  };
}

const AS_TEXT = 'Format the column as text and type the value again.';

function destroyed(column: string): Finding {
  return {
    code: 'number_destroyed',
    column,
    severity: 'error',
    message: `A spreadsheet has turned ${column} into a number with an exponent, and its last digits are lost. ${AS_TEXT}`,
  };
}

/** What a mark means for a column; null where it does no harm there (a date in a date column). */
function markFinding(kind: CellMark['kind'], column: string, text: string): Finding | null {
  const entry = columnNamed(column);
  const value = entry?.sensitive || text === '' ? {} : { value: text };
  const error = (code: string, message: string): Finding => ({ code, column, severity: 'error', message, ...value });
  switch (kind) {
    case 'error':
      return error(
        'cell_error',
        `The cell of ${column} shows an error (such as #N/A). Correct the formula or type the value.`,
      );
    case 'uncalculated':
      return error(
        'cell_uncalculated',
        `The formula of ${column} has no saved value. Open the sheet in a spreadsheet program and save it again.`,
      );
    case 'unreadable':
      return error(
        'cell_unreadable',
        `${column} holds bytes that are not text. Type the value again, and save as "CSV UTF-8".`,
      );
    case 'long':
      return entry?.kind === 'code' || entry?.kind === 'amount'
        ? error(
            'number_too_long',
            `${column} is a number of more than 15 digits, of which a spreadsheet keeps only 15. ${AS_TEXT}`,
          )
        : null;
    case 'date':
      return entry?.kind === 'date' || entry?.kind === 'text'
        ? null
        : error('cell_is_date', `A spreadsheet has turned ${column} into a date. ${AS_TEXT}`);
    case 'formula':
      return {
        code: 'cell_formula',
        column,
        severity: 'warning',
        message: `${column} is calculated by a formula; its last saved value is used, here and in the rows below.`,
        ...value,
      };
  }
}
