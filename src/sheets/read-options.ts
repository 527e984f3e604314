import type { DecimalStyle } from './amount-text.ts';
import type { HeaderMapping } from './match-header.ts';
import type { ReadOptions } from './open-sheet.ts';
import type { TaughtFormats } from './sources/taught-formats.ts';

/** How a sheet is read: what was said for this one, else the configuration. */
export function readOptions(
  config: {
    readonly columns: HeaderMapping;
    readonly sheetFormats?: TaughtFormats | undefined;
    readonly decimal?: DecimalStyle | undefined;
    readonly encoding?: string | undefined;
  },
  said: {
    readonly decimal?: DecimalStyle | undefined;
    readonly encoding?: string | undefined;
    readonly worksheet?: string | undefined;
  } = {},
): ReadOptions {
  const decimal = said.decimal ?? config.decimal;
  const encoding = said.encoding ?? config.encoding;
  const { worksheet } = said;
  return {
    columns: config.columns,
    ...(config.sheetFormats === undefined ? {} : { sheetFormats: config.sheetFormats }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(worksheet === undefined ? {} : { worksheet }),
  };
}
