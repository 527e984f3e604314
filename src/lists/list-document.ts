import { formatMinor } from '../money.ts';
import { FILE_FORMAT, type Value, valueText } from '../references/value.ts';
import { type AnyList, columnsOn, type Rows } from './list.ts';

/** The JSON document of a list: its rows under its name, whether there are more, the days of its rows, and faults. */
export function listDocument(list: AnyList, { rows, next, period, faults }: Rows<unknown>): object {
  const columns = columnsOn(list.columns, 'json');
  const ofColumns = (row: unknown) => Object.fromEntries(columns.map(({ name, value }) => [name, plain(value(row))]));
  const { fault, ...days } = period ?? { fault: null };
  return {
    [list.name]: rows.map(list.document ?? ofColumns),
    more: next !== null,
    ...(period ? { period: days } : {}),
    ...(faults ? { faults } : {}),
  };
}

function plain(value: Value): unknown {
  if (value === null || typeof value === 'string') return value;
  switch (value.kind) {
    case 'count':
      return value.n;
    case 'time':
      return value.at.toISOString();
    case 'money':
      return { amount: formatMinor(value.minor, value.currency), currency: value.currency };
    case 'status':
      return value.code;
    case 'link':
    case 'quiet':
      return plain(value.text);
    default:
      return valueText(value, FILE_FORMAT);
  }
}
