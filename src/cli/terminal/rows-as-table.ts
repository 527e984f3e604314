import { columnsOn, type TableOf } from '../../lists/list.ts';
import { systemClock } from '../../platform/clock.ts';
import { isNumeric, plainFormat, valueText } from '../../references/value.ts';
import { shownMoment } from './relative-time.ts';
import { printedTable } from './table.ts';

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
