import type { Understood } from '../understood-sheet.ts';
import { columnNamed } from './columns.ts';
import type { ColumnOf } from './match-header.ts';
import { normalizeHeader } from './normalize-header.ts';

/** No header is longer. */
const LONGEST = 60;
/** A header has a known name among this many of its first cells. */
const SOON = 3;

/**
 * Creates a function that recognizes headers below the first one. Merged sheets repeat the first header (`same`).
 * Another header (`other`) begins a second table, whose cells have other meanings. Null for any other row.
 */
export function headerFinder(
  { header, columns, results }: Understood,
  columnOf: ColumnOf,
): (values: readonly string[]) => 'same' | 'other' | null {
  const keys = header.map(normalizeHeader);
  const amounts = columns.flatMap((name, at) => {
    const isAmount = name !== null && columnNamed(name)!.kind === 'amount';
    return isAmount && !/\d/.test(header[at]!) ? [at] : [];
  });

  return (values) => {
    // Nearly every row has digits in a column of amounts, which quickly shows that it is no header.
    if (amounts.some((at) => /\d/.test(values[at] ?? ''))) return null;
    let [filled, same, known] = [0, 0, 0];
    let repeats = true;
    for (const [at, value] of values.entries()) {
      const text = value.trim();
      // Result columns of an earlier run may have text in such a row.
      if (text === '' || (results !== null && at >= results.from && at < results.to)) continue;
      if (text.length > LONGEST) return null;
      filled++;
      if (normalizeHeader(text) !== keys[at]) repeats = false;
      else if (columns[at]) same++;
      if (columnOf(text) !== null) known++;
      else if (filled === SOON && known === 0) return null;
    }
    if (repeats && same > 1) return 'same';
    return known > 1 && known * 2 > filled ? 'other' : null;
  };
}
