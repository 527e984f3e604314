import type { DecimalStyle } from '../cells/amount-text.ts';
import type { HeaderMapping } from '../headers/match-header.ts';
import type { SavedFormats } from '../headers/saved-formats.ts';
import type { ReadOptions } from '../open-sheet.ts';

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
