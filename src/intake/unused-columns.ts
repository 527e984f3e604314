import type { SheetMap } from './map-sheet.ts';

/** A column of a sheet with values that no payment uses. */
export interface UnusedColumn {
  readonly letter: string;
  readonly header: string;
  /** Its first cells, masked if they look like bank details or IDs; empty if only later rows have some. */
  readonly examples: readonly string[];
  /** Whether it looks like a column that decides what is paid, so that the uploader is asked about it. */
  readonly looksUsed: boolean;
}

/** Cell patterns that suggest a second column may be the intended one: it decides how much is paid, or to whom. */
const DECIDES: ReadonlySet<string> = new Set(['amount', 'currency', 'iban']);

/** The columns at these positions. `at` counts all columns of the sheet, with those that have no header. */
export function unusedColumns({ columns }: SheetMap, unused: readonly number[]): readonly UnusedColumn[] {
  const positions = new Set(unused);
  return columns.flatMap(({ at, letter, header, examples, by, candidate, looksLike }) =>
    positions.has(at)
      ? [
          {
            ...{ letter, header, examples },
            looksUsed: by !== null || candidate !== null || (looksLike !== null && DECIDES.has(looksLike)),
          },
        ]
      : [],
  );
}

/** Its cells as a person reads them: `"Bonus" (100.00, 120.00)`. */
export const unusedColumnText = ({ header, examples }: UnusedColumn): string =>
  `"${header}"${examples.length === 0 ? '' : ` (${examples.join(', ')})`}`;
