import { formatMinor } from '../../money.ts';
import { FILE_FORMAT, type Value, valueText } from '../../references/value.ts';
import { DECIMAL, type JsonSchema, objectSchema, orNull, TEXT, TIME, WHOLE_NUMBER } from './json-schema.ts';

const KINDS = {
  text: TEXT,
  count: WHOLE_NUMBER,
  time: TIME,
  money: objectSchema('Money', { amount: [DECIMAL, 'plain decimals'], currency: [TEXT, 'a code of ISO 4217'] }),
  percent: DECIMAL,
  account: { ...TEXT, description: 'masked' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

type Kind = keyof typeof KINDS;

/** The JSON type of a column: a kind of value, with `?` if it can be null, or the schema of its codes. */
export type JsonColumnType = Kind | `${Kind}?` | JsonSchema;

const ANY_TEXT: JsonColumnType = 'text?';

export function columnSchema(type: JsonColumnType = ANY_TEXT): JsonSchema {
  if (typeof type === 'object') return type;
  return type.endsWith('?') ? orNull(KINDS[type.slice(0, -1) as Kind]) : KINDS[type as Kind];
}

/** The value of a column in JSON. Words that people read instead of a time or a number, such as "Never", are null. */
export function columnToJson(value: Value, type: JsonColumnType = ANY_TEXT): unknown {
  if (value === null) return null;
  if (typeof value === 'string') return typeof type === 'object' || type === 'text' || type === 'text?' ? value : null;
  switch (value.kind) {
    case 'count':
      // The numbers of runs and events are text.
      return typeof value.n === 'bigint' ? String(value.n) : value.n;
    case 'time':
      return value.at.toISOString();
    case 'money':
      return { amount: formatMinor(value.minor, value.currency), currency: value.currency };
    case 'status':
      return value.code;
    case 'link':
    case 'quiet':
      return columnToJson(value.text, type);
    default:
      return valueText(value, FILE_FORMAT);
  }
}
