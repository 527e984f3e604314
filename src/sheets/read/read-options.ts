import type { DecimalStyle } from '../cells/amount-text.ts';
import type { HeaderMapping } from '../headers/match-header.ts';
import type { SavedFormats } from '../headers/saved-formats.ts';
import type { ReadOptions } from '../open-sheet.ts';

/** A saved format with its name. */
export type TaughtFormat = { readonly name: string } & SavedFormats[string];

/** The options for reading a sheet: those given for this sheet, else those of the configuration. */
export function readOptions(
  config: {
    readonly columns: HeaderMapping;
    readonly sheetFormats?: SavedFormats | undefined;
    readonly decimal?: DecimalStyle | undefined;
    readonly encoding?: string | undefined;
  },
  given: {
    readonly decimal?: DecimalStyle | undefined;
    readonly encoding?: string | undefined;
    readonly worksheet?: string | undefined;
    /** A saved format of the merchant, in addition to those of the configuration. */
    readonly format?: TaughtFormat | undefined;
  } = {},
): ReadOptions {
  const decimal = given.decimal ?? config.decimal;
  const encoding = given.encoding ?? config.encoding;
  const { worksheet, format } = given;
  const { sheetFormats } = config;
  // On a name conflict, the configuration wins.
  const formats = format === undefined ? sheetFormats : { [format.name]: format, ...sheetFormats };
  return {
    columns: config.columns,
    ...(formats === undefined ? {} : { sheetFormats: formats }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(worksheet === undefined ? {} : { worksheet }),
  };
}
