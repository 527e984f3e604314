import { type AnyList, columnsOn } from '../../lists/list.ts';
import { systemClock } from '../../platform/clock.ts';
import { isNumeric, plainFormat, valueText } from '../../references/value.ts';
import { shownMoment } from '../terminal/relative-time.ts';
import { printedTable } from '../terminal/table.ts';

/** The rows of a list, as the terminal shows them. */
export function rowsAsTable(list: AnyList, rows: readonly unknown[]): string {
  const format = plainFormat((at) => shownMoment(at, systemClock.now()));
  const columns = columnsOn(list.columns, 'terminal').map(({ title, value }) => ({
    title: title.toLowerCase(),
    text: (row: unknown) => valueText(value(row), format),
    ...(rows.some((row) => isNumeric(value(row))) ? { align: 'right' as const } : {}),
  }));
  return printedTable(columns, rows);
}
