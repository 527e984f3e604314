import type { DecimalStyle } from '../cells/amount-text.ts';
import type { Understood } from '../understood-sheet.ts';

const NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-8 with BOM': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
  macroman: 'Mac Roman',
  'utf-7': 'UTF-7',
};
const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars (|)',
};

/**
 * Describes the format of a file as read, so that the uploader can check it: "Read as UTF-8, separated by semicolons,
 * amounts with a decimal comma." The system that exported it comes first. `decimal` is null if no amount shows a style.
 */
export function readAs(
  {
    encoding,
    delimiter,
    worksheet,
    message,
    source,
  }: Pick<Understood, 'encoding' | 'delimiter' | 'worksheet' | 'message' | 'source'>,
  decimal: DecimalStyle | null,
): string {
  if (message !== undefined) return `Read as ISO 20022 ${message.version}: row 1 is its first payment.`;
  const parts = [
    encoding === null ? `from the worksheet "${worksheet}"` : `as ${encodingText(encoding)}`,
    ...(delimiter === null ? [] : [`separated by ${DELIMITERS[delimiter] ?? delimiter}`]),
    ...(decimal === null ? [] : [`amounts${encoding === null ? ' in text' : ''} with a decimal ${decimal}`]),
  ];
  return `${source === undefined ? '' : `Read as: ${source}. `}Read ${parts.join(', ')}.`;
}

/** Older encodings are guessed from the letters alone, so the text asks the reader to check the accents. */
function encodingText(encoding: string): string {
  const name = NAMES[encoding] ?? encoding.replace(/^windows/, 'Windows');
  return encoding.startsWith('utf-') && encoding !== 'utf-7'
    ? name
    : `${name} (check that letters with accents are right)`;
}
