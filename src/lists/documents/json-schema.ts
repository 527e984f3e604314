/** A JSON Schema. By its title it is named in the description of the API. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const TEXT: JsonSchema = { type: 'string' };
export const WHOLE_NUMBER: JsonSchema = { type: 'integer' };
export const YES_OR_NO: JsonSchema = { type: 'boolean' };
export const TIME: JsonSchema = { type: 'string', format: 'date-time' };
export const DAY: JsonSchema = { type: 'string', format: 'date' };
/** An amount or a rate as plain decimals. */
export const DECIMAL: JsonSchema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };

export const oneOfCodes = (title: string, codes: readonly string[]): JsonSchema => ({
  title,
  type: 'string',
  enum: [...codes],
});

export const arraySchema = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** An object with a value for each of some keys, such as currencies. */
export const valuesByKey = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });

export const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'string' && schema.title === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

/** The fields of an object, each with what it holds. One whose name ends in `?` may be missing. */
export type FieldsOfSchema = Readonly<Record<string, readonly [schema: JsonSchema, holds: string]>>;

export function objectSchema(title: string, fields: FieldsOfSchema): JsonSchema {
  const named = Object.entries(fields).map(([name, [schema, holds]]) => ({
    ...{ name: name.replace(/\?$/, ''), isRequired: !name.endsWith('?') },
    schema: holds === '' ? schema : { ...schema, description: holds },
  }));
  return {
    ...{ title, type: 'object' },
    required: named.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
  };
}
