import type { Fill, Style } from 'exceljs';
import type { ResultColumn } from './result-table.ts';
import type { toneOf } from './row-result.ts';

export type Tone = ReturnType<typeof toneOf>;

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
/** The fill of a cell with an error, as ARGB. */
export const RED = 'FFFFC7CE';
const FILLS: Readonly<Record<Tone, Fill | undefined>> = {
  good: fill('FFE2F0D9'),
  bad: fill(RED),
  waits: fill('FFFFF2CC'),
  plain: undefined,
};
const TONES = Object.keys(FILLS) as readonly Tone[];

export const FONT = { name: 'Calibri', size: 11, family: 2 } as const;
export const INPUT_HEADER: Partial<Style> = { font: { ...FONT, bold: true }, fill: fill('FFE7E6E6') };
export const ADDED_HEADER: Partial<Style> = { font: { ...FONT, bold: true }, fill: fill('FFD9E2F3') };

export interface CellLook {
  /** Decimals of a number that Payrun formats; `NO_NUMBER` for everything else. */
  readonly places: number;
  readonly tone: Tone;
  /** The row has several lines of text, so its cells are aligned to the top. */
  readonly tall: boolean;
  /** The cell's style number in the input; -1 if none. */
  readonly input: number;
  /** The cell keeps its number, date or boolean, with its own format. */
  readonly stored: boolean;
}

export const NO_NUMBER = -1;

/** A store of cell styles. */
export interface StyleBook {
  /** The ID of a style: the input's style `base` (-1 for none) with `change`. */
  add(base: number, change: Partial<Style>): number;
}

/** Creates a function that returns the style ID of a cell in a column. It asks the book once per kind of cell. */
export function cellStyles(
  styles: StyleBook,
  column: ResultColumn,
): (places: number, tone: Tone, tall: boolean, input: number, stored: boolean) => number {
  const ids = new Map<number, number>();
  return (places, tone, tall, input, stored) => {
    if (input < 0 && column.form !== 'code' && places === NO_NUMBER && tone === 'plain' && !tall) return 0;
    const key = (((input + 1) * 32 + places + 1) * 8 + TONES.indexOf(tone) * 2 + (tall ? 1 : 0)) * 2 + (stored ? 1 : 0);
    let id = ids.get(key);
    if (id === undefined) {
      id = styles.add(input, changeOf(column, { places, tone, tall, input, stored }));
      ids.set(key, id);
    }
    return id;
  };
}

function changeOf(column: ResultColumn, { places, tone, tall, stored }: CellLook): Partial<Style> {
  const color = FILLS[tone];
  const format = column.form === 'code' && !stored ? '@' : places === NO_NUMBER ? null : amountFormat(column, places);
  return {
    ...(format === null ? {} : { numFmt: format }),
    ...(color ? { fill: color } : {}),
    ...(tall ? { alignment: { vertical: 'top', ...(isReason(column) ? { wrapText: true } : {}) } } : {}),
  };
}

/** Whether this is Payrun's column of reasons. */
export function isReason({ at, header }: ResultColumn): boolean {
  return at === null && header === 'reason';
}

/**
 * The number of decimals of a plain number that a spreadsheet stores exactly (15 digits) and shows unchanged; else
 * `NO_NUMBER`.
 */
export function decimals(text: string): number {
  if (!/^(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$|^\d\.\d{1,12}$/.test(text)) return NO_NUMBER;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function amountFormat({ header }: ResultColumn, places: number): string {
  const whole = header === 'row in the sheet' || header === 'exchange rate' ? '0' : '#,##0';
  return places === 0 ? whole : `${whole}.${'0'.repeat(places)}`;
}
