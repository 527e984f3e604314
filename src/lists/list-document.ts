import { formatMinor } from '../money.ts';
import { FILE_FORMAT, type Value, valueText } from '../references/value.ts';
import { type AnyList, columnsOn, type Rows } from './list.ts';

/** The JSON document of a list: its rows under its name, and whether there are more. */
export function listDocument(list: AnyList, { rows, next }: Rows<unknown>): object {
  const columns = columnsOn(list.columns, 'json');
  const ofColumns = (row: unknown) => Object.fromEntries(columns.map(({ name, value }) => [name, plain(value(row))]));
  return { [list.name]: rows.map(list.document ?? ofColumns), more: next !== null };
}

function plain(value: Value): unknown {
  if (value === null || typeof value === 'string') return value;
  switch (value.kind) {
    case 'count':
      return value.n;
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
