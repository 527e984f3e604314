import type { DecimalStyle } from './amount-text.ts';
import type { Understood } from './open-sheet.ts';

const NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-8 with BOM': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  // A guess: text in another of the old encodings looks the same, and every letter with an accent is then another one.
  'windows-1252': 'Windows-1252 (look whether letters with accents are right)',
};
const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars (|)',
};

/**
 * How a file was read, for the person who can see whether that is right: "Read as UTF-8, separated by semicolons, amounts
 * with a decimal comma." `decimal` is null where no amount showed it.
 */
export function readAs(
  { encoding, delimiter, worksheet }: Pick<Understood, 'encoding' | 'delimiter' | 'worksheet'>,
  decimal: DecimalStyle | null,
): string {
  const parts = [
    encoding === null ? `from the worksheet "${worksheet}"` : `as ${NAMES[encoding] ?? encoding}`,
    ...(delimiter === null ? [] : [`separated by ${DELIMITERS[delimiter] ?? delimiter}`]),
    ...(decimal === null ? [] : [`amounts${encoding === null ? ' in text' : ''} with a decimal ${decimal}`]),
  ];
  return `Read ${parts.join(', ')}.`;
}
