import { didYouMean, letter } from '../headers/match-header.ts';
import type { Understood } from '../understood-sheet.ts';

/** How a header became a column, in the words of `payrun map` and of the page. */
export const KNOWN_BY = {
  name: 'by its name',
  similar: 'nearly its name',
  content: 'by its cells',
  results: 'from earlier results; it is not read',
  none: 'not known',
} as const;

/** A header of a sheet and what was made of it, for the person who says yes to the sheet. */
export interface ShownColumn {
  /** As Excel shows it above the column. */
  readonly letter: string;
  readonly header: string;
  /** Canonical name; null where nothing of it is paid by. */
  readonly column: string | null;
  readonly how: string;
}

/** Every header that has a text, in the order of the sheet; what is not known with what it was probably meant to be. */
export function shownColumns({
  header,
  columns,
  results,
}: Pick<Understood, 'header' | 'columns' | 'results'>): readonly ShownColumn[] {
  const taken = new Set(columns);
  return header.flatMap((given, at) => {
    const text = given.trim();
    if (text === '') return [];
    const column = columns[at] ?? null;
    return [{ letter: letter(at), header: text, column, how: column === null ? unused(text, at) : KNOWN_BY.name }];
  });

  function unused(text: string, at: number): string {
    if (results !== null && at >= results.from && at < results.to) return KNOWN_BY.results;
    const meant = didYouMean(text);
    return meant !== null && !taken.has(meant)
      ? `${KNOWN_BY.none}; did you mean ${meant}?`
      : `${KNOWN_BY.none}; it comes back in the results`;
  }
}
