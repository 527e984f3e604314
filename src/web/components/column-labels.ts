import { canonicalColumns } from '../../intake/map-sheet.ts';
import { columnLabel } from '../../references/column-label.ts';

const NAMES = new RegExp(
  `\\b(?:${canonicalColumns()
    .filter((name) => columnLabel(name) !== name)
    .join('|')})\\b(?!")`,
  'g',
);

/** Puts the names of columns in a sentence into words. A header in quotes stays as it is. */
export function withColumnLabels(sentence: string): string {
  return sentence
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part : part.replace(NAMES, columnLabel)))
    .join('');
}
