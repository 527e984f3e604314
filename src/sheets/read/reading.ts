import type { DecimalStyle } from '../cells/amount-text.ts';
import type { HeaderMapping } from '../headers/match-header.ts';
import type { SavedFormats } from '../headers/normalize-header.ts';
import type { ReadOptions } from '../open-sheet.ts';
import type { Understood } from '../understood-sheet.ts';

export type TaughtFormat = { readonly name: string } & SavedFormats[string];

/** A user's options for reading a sheet. */
export interface GivenReading {
  /** The decimal separator of its amounts. By default that of the configuration, or the one that the sheet shows. */
  readonly decimal?: DecimalStyle | undefined;
  /** The encoding of a CSV file that is not Unicode, a name in `ENCODING_NAMES`. */
  readonly encoding?: string | undefined;
  /** The worksheet of a workbook that has several. */
  readonly worksheet?: string | undefined;
  readonly format?: TaughtFormat | undefined;
  /** All saved formats, if it is not known whether the sheet has one of their headers. */
  readonly formats?: readonly TaughtFormat[] | undefined;
}

/** The options for reading a sheet: those given for this sheet, else those of the configuration. */
export function readOptions(
  config: {
    readonly columns: HeaderMapping;
    readonly sheetFormats?: SavedFormats | undefined;
    readonly decimal?: DecimalStyle | undefined;
    readonly encoding?: string | undefined;
  },
  given: GivenReading = {},
): ReadOptions {
  const decimal = given.decimal ?? config.decimal;
  const encoding = given.encoding ?? config.encoding;
  const { worksheet, format, formats = format === undefined ? [] : [format] } = given;
  // On a name conflict, the configuration wins.
  const sheetFormats = { ...Object.fromEntries(formats.map((one) => [one.name, one])), ...config.sheetFormats };
  return {
    columns: config.columns,
    ...(Object.keys(sheetFormats).length === 0 ? {} : { sheetFormats }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(worksheet === undefined ? {} : { worksheet }),
  };
}

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
