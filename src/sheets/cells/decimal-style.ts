import { PayrunError } from '../../errors.ts';
import type { SheetRecord } from '../sheet-table.ts';
import { type DecimalStyle, readAmountText } from './amount-text.ts';

/** The decimal style in which the amounts of a file are read. */
export interface DecimalReading {
  /** Null if no amount shows one. */
  readonly style: DecimalStyle | null;
  /** Set on the command line or in the configuration: it applies to every amount. */
  readonly declared: boolean;
  /** The file has both styles, so an ambiguous amount cannot be trusted. */
  readonly mixed: boolean;
}

export interface DecimalWatch {
  /** Looks at records before they are read. Returns a promise if the whole file has to be read first, else null. */
  readonly look: (records: readonly SheetRecord[]) => Promise<void> | null;
  readonly reading: () => DecimalReading;
}

/**
 * Whether a spreadsheet stores the cell as a number. Such an amount has a point before its decimals, whatever style the
 * text cells have.
 */
export function isNumberCell(record: SheetRecord, at: number): boolean {
  return record.stored?.raws[at] !== undefined;
}

/**
 * Finds the decimal style of a file while it is read: the style of the amounts so far, while they agree and each has
 * one meaning. If one is ambiguous or shows the other style, the file is read again (`all`) and the style of most
 * amounts applies. `look` throws `sheet_two_decimals` if that is not the style in which earlier rows were read.
 */
export function createDecimalWatch(
  file: string,
  positions: readonly number[],
  declared: DecimalStyle | null,
  all: () => AsyncIterable<readonly SheetRecord[]>,
): DecimalWatch {
  let seen: DecimalStyle | null = declared;
  let settled: DecimalReading | null = declared ? { style: declared, declared: true, mixed: false } : null;

  async function settle(): Promise<void> {
    const count = { point: 0, comma: 0 };
    const first = { point: 0, comma: 0 };
    for await (const records of all()) {
      for (const found of amountsOf(records, positions)) {
        if (found.style === null || found.style === 'ambiguous') continue;
        count[found.style]++;
        first[found.style] ||= found.row;
      }
    }
    const style = count.point + count.comma === 0 ? null : count.point >= count.comma ? 'point' : 'comma';
    if (seen !== null && style !== seen) {
      const detail = `row ${first.point} uses a decimal point, row ${first.comma} a decimal comma`;
      throw new PayrunError('sheet_two_decimals', { file, detail });
    }
    settled = { style, declared: false, mixed: count.point > 0 && count.comma > 0 };
  }

  return {
    look: (records) => {
      if (settled) return null;
      let here: DecimalStyle | null = null;
      for (const { style } of amountsOf(records, positions)) {
        if (style === null) continue;
        if (style === 'ambiguous' || style !== (here ?? seen ?? style)) return settle();
        here = style;
      }
      seen ??= here;
      return null;
    },
    reading: () => settled ?? { style: seen, declared: false, mixed: false },
  };
}

function* amountsOf(
  records: readonly SheetRecord[],
  positions: readonly number[],
): Generator<{ row: number; style: DecimalStyle | 'ambiguous' | null }> {
  for (const record of records) {
    for (const at of positions) {
      const text = record.values[at];
      if (text === undefined || text === '' || isNumberCell(record, at)) continue;
      const read = readAmountText(text.trim());
      if (read.kind === 'ambiguous') yield { row: record.row, style: 'ambiguous' };
      else if (read.kind === 'clear') yield { row: record.row, style: read.style };
    }
  }
}
