import { columnsOn, type TableOf } from '../../lists/list.ts';
import { systemClock } from '../../platform/clock.ts';
import { isNumeric, plainFormat, valueText } from '../../references/value.ts';
import { shownMoment } from './shown-moment.ts';

export interface TableColumn<Row> {
  readonly title: string;
  readonly align?: 'right';
  text(row: Row): string;
}

/** Rows as lines of aligned columns under their titles. A cell is always one line. */
export function printedTable<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => oneLine(text(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => width(line[index] ?? ''))));
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const padding = ' '.repeat(widths[index]! - width(cell));
          return columns[index]?.align === 'right' ? padding + cell : cell + padding;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Puts text on one line and removes the control characters that could move a terminal's cursor. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

/** Characters that take two columns: East Asian wide and full-width forms, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;
const COMBINING = /[\p{Mn}\p{Me}\p{Cf}]/gu;

/** In columns of the terminal: Chinese characters take two, combining accents none. */
function width(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const visible = text.replace(COMBINING, '');
  return [...visible].length + (visible.match(WIDE)?.length ?? 0);
}

/** The rows of a list, as the terminal shows them. */
export function rowsAsTable<Row>(
  list: Pick<TableOf<Row>, 'columns'>,
  rows: readonly Row[],
  now: number = systemClock.now(),
): string {
  const format = plainFormat((at) => shownMoment(at, now));
  const columns = columnsOn(list.columns, 'terminal').map(({ title, value, right }) => ({
    title: title.toLowerCase(),
    text: (row: Row) => valueText(value(row), format),
    ...(right || rows.some((row) => isNumeric(value(row))) ? { align: 'right' as const } : {}),
  }));
  return printedTable(columns, rows);
}

/** The same in lines; none without rows. */
export const tableLines = <Row>(
  table: Pick<TableOf<Row>, 'columns'>,
  rows: readonly Row[],
  now?: number,
): readonly string[] => (rows.length === 0 ? [] : rowsAsTable(table, rows, now).split('\n'));
