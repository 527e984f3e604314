import { columnSchema, columnToJson } from './documents/column-type.ts';
import { arraySchema, DAY, type JsonSchema, objectSchema, orNull, TEXT, YES_OR_NO } from './documents/json-schema.ts';
import { type AnyList, columnsOn, type Rows } from './list.ts';

/** The JSON document of a list: its rows under its name, whether there are more, the days of its rows, and faults. */
export function listDocument(list: AnyList, { rows, next, period, faults }: Rows<unknown>): object {
  const columns = columnsOn(list.columns, 'json');
  const ofColumns = (row: unknown) =>
    Object.fromEntries(columns.map(({ name, value, type }) => [name, columnToJson(value(row), type)]));
  const { fault, ...days } = period ?? { fault: null };
  return {
    [list.name]: rows.map(list.document ?? ofColumns),
    more: next !== null,
    ...(period ? { period: days } : {}),
    ...(faults ? { faults } : {}),
  };
}

const PERIOD = objectSchema('Period', {
  from: [DAY, 'the first day'],
  to: [DAY, 'its last day'],
  timeZone: [TEXT, ''],
  merchant: [orNull(TEXT), 'null: all'],
});

/** The schema of such a document. By `title`, that of a row without a schema of its own is named. */
export function listSchema(list: AnyList, title: string): JsonSchema {
  const row = list.document
    ? list.documentSchema
    : objectSchema(
        `${title}Row`,
        Object.fromEntries(
          columnsOn(list.columns, 'json').map(({ name, title, type }) => [name, [columnSchema(type), title] as const]),
        ),
      );
  if (row === undefined) throw new Error(`The list ${list.name} has a document without a schema`);
  return objectSchema(`${title}Page`, {
    [list.name]: [arraySchema(row), list.title],
    more: [YES_OR_NO, 'whether others follow'],
    ...(list.ofPeriod ? { period: [PERIOD, 'the days of its rows'] as const } : {}),
  });
}
