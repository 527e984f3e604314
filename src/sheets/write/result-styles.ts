import { Readable } from 'node:stream';
import type { Fill, Style } from 'exceljs';
// @ts-expect-error: no types. It is the part of exceljs that reads and writes xl/styles.xml.
import StylesXform from 'exceljs/lib/xlsx/xform/style/styles-xform.js';
import { SaxesParser } from 'saxes';
import type { ResultColumn } from './result-table.ts';
import type { toneOf } from './row-result.ts';

export type Tone = ReturnType<typeof toneOf>;

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
/** Of a wrong cell. */
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

/** The styles of an input by their numbers in it; null where there is none of that number. */
export type InputStyles = (style: number) => Partial<Style> | null;

/**
 * Reads the part `xl/styles.xml` of an input. Named styles and what exceljs does not know are lost; null where it knows
 * nothing of it, because results without a look are better than none.
 *
 * @param again the input is a results workbook: what was red in it is red again only where it is still wrong
 */
export async function inputStyles(xml: string, again: boolean): Promise<InputStyles | null> {
  const parsed = new StylesXform(false);
  try {
    await parsed.parseStream(Readable.from([xml]));
  } catch {
    return null;
  }
  const count: number = parsed.model?.styles?.length ?? 0;
  return (style) => {
    const own = style < count ? (parsed.getStyleModel(style) as Partial<Style> | null) : null;
    if (!again || !own || !isRed(own.fill)) return own;
    const { fill: _, ...rest } = own;
    return rest;
  };
}

/** A theme that can stand in another workbook as it is: well-formed, and without pictures, which are parts of their own. */
export function usableTheme(xml: string): boolean {
  if (/\br:(?:embed|link|id)=|<!DOCTYPE/i.test(xml)) return false;
  let good = true;
  const parser = new SaxesParser({});
  parser.on('error', () => {
    good = false;
  });
  parser.write(xml).close();
  return good;
}

function isRed(own: Fill | undefined): boolean {
  return own?.type === 'pattern' && own.fgColor?.argb === RED;
}

export interface CellLook {
  /** Decimals of a number that Payrun formats itself; `NO_NUMBER` for everything else. */
  readonly places: number;
  readonly tone: Tone;
  /** The row has several lines of text: all of it is on top. */
  readonly tall: boolean;
  /** Number of the cell's style in the input; -1 where there is none. */
  readonly input: number;
  /** The cell is written as the number, date or boolean that it was: with its own format. */
  readonly stored: boolean;
}

export const NO_NUMBER = -1;

/** Where styles are kept. */
export interface StyleBook {
  /** The id of a style: that of the input with the number `base`, -1 for none, with `change`. */
  add(base: number, change: Partial<Style>): number;
}

/** exceljs's styles; those of an input are brought along with what is changed in them. */
export function styleBook(book: object, ofInput: InputStyles | null): StyleBook {
  const { styles } = book as { styles: { addStyleModel(style: Partial<Style>): number } };
  return {
    add: (base, change) => {
      const own = (base < 0 ? null : ofInput?.(base)) ?? {};
      const alignment = change.alignment ? { alignment: { ...own.alignment, ...change.alignment } } : {};
      return styles.addStyleModel({ ...own, ...change, ...alignment });
    },
  };
}

/** The id of how a cell of a column looks; the book is asked once for every kind of cell. */
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
  const colour = FILLS[tone];
  const format = column.form === 'code' && !stored ? '@' : places === NO_NUMBER ? null : amountFormat(column, places);
  return {
    ...(format === null ? {} : { numFmt: format }),
    ...(colour ? { fill: colour } : {}),
    ...(tall ? { alignment: { vertical: 'top', ...(isReason(column) ? { wrapText: true } : {}) } } : {}),
  };
}

/** Whether this is the column in which Payrun says why. */
export function isReason({ at, header }: ResultColumn): boolean {
  return at === null && header === 'reason';
}

/** Decimals of a plain number that a spreadsheet keeps exactly (15 digits) and shows again as it was; else `NO_NUMBER`. */
export function decimals(text: string): number {
  if (!/^(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$|^\d\.\d{1,12}$/.test(text)) return NO_NUMBER;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function amountFormat({ header }: ResultColumn, places: number): string {
  const whole = header === 'row in the sheet' || header === 'exchange rate' ? '0' : '#,##0';
  return places === 0 ? whole : `${whole}.${'0'.repeat(places)}`;
}
