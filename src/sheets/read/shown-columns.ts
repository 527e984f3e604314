import { columnLabel } from '../../references/column-label.ts';
import { columnLetters } from '../column-letters.ts';
import { didYouMean } from '../headers/known-headers.ts';
import type { Understood } from '../understood-sheet.ts';

/** The way a header was matched to a column, as shown by `payrun map` and the page. */
export const KNOWN_BY = {
  name: 'matched by header',
  similar: 'similar header',
  content: 'matched by its values',
  results: 'from earlier results, not read',
  none: 'not recognized',
} as const;

/** A header of a sheet and the column it was matched to, for the uploader who submits the sheet. */
export interface ShownColumn {
  /** The column letter, as Excel shows it. */
  readonly letter: string;
  readonly header: string;
  /** Canonical name; null if the payment does not use the column. */
  readonly column: string | null;
  readonly how: string;
  /** Whether earlier results added it, so that no one expects it to be used. */
  readonly ofResults: boolean;
}

/**
 * Every header that is not blank, in the order of a stored sheet; none if it is not stored. An unknown header gets a
 * suggestion if a known name is similar.
 */
export function shownColumns(understood: unknown): readonly ShownColumn[] {
  const { header = [], columns = [], results = null } = (understood ?? {}) as Partial<Understood>;
  const taken = new Set(columns);
  return header.flatMap((given, at) => {
    const text = given.trim();
    if (text === '') return [];
    const column = columns[at] ?? null;
    const ofResults = column === null && results !== null && at >= results.from && at < results.to;
    const how = column !== null ? KNOWN_BY.name : ofResults ? KNOWN_BY.results : unused(text);
    return [{ letter: columnLetters(at), header: text, column, how, ofResults }];
  });

  function unused(text: string): string {
    const meant = didYouMean(text);
    return meant !== null && !taken.has(meant)
      ? `${KNOWN_BY.none}; did you mean ${columnLabel(meant)}?`
      : `${KNOWN_BY.none}; it is returned in the results`;
  }
}
