import type { Understood } from '../understood-sheet.ts';
import { columnNamed } from './columns.ts';
import type { ColumnOf } from './match-header.ts';
import { normaliseHeader } from './normalise-header.ts';

/** No header is longer. */
const LONGEST = 60;
/** Among so many of its cells a header has one that Payrun knows. */
const SOON = 3;

/**
 * A function that knows headers below the first one. Sheets that were put together from several repeat it (`same`); another one
 * (`other`) begins a second table, and what stands below it would be read as something else.
 */
export function headerFinder(
  { header, columns, results }: Understood,
  columnOf: ColumnOf,
): (values: readonly string[]) => 'same' | 'other' | null {
  const keys = header.map(normaliseHeader);
  const amounts = columns.flatMap((name, at) => {
    const isAmount = name !== null && columnNamed(name)!.kind === 'amount';
    return isAmount && !/\d/.test(header[at]!) ? [at] : [];
  });

  return (values) => {
    // Nearly every row has digits where an amount is meant: that is soon seen, and no header.
    if (amounts.some((at) => /\d/.test(values[at] ?? ''))) return null;
    let [filled, same, known] = [0, 0, 0];
    let repeats = true;
    for (const [at, value] of values.entries()) {
      const text = value.trim();
      // What an earlier run said of such a row stands in the columns of its results.
      if (text === '' || (results !== null && at >= results.from && at < results.to)) continue;
      if (text.length > LONGEST) return null;
      filled++;
      if (normaliseHeader(text) !== keys[at]) repeats = false;
      else if (columns[at]) same++;
      if (columnOf(text) !== null) known++;
      else if (filled === SOON && known === 0) return null;
    }
    if (repeats && same > 1) return 'same';
    return known > 1 && known * 2 > filled ? 'other' : null;
  };
}
