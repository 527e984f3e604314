import { usageError } from '../references/usage-error.ts';

const FIELD = /^--(\w+(?:\.\w+)*)(?:=(.*))?$/s;

/**
 * The values of `--field value` or `--field=value`, as often as there are fields. Throws `usage` for a field without a
 * value, or with more than one: it is not clear which one is meant.
 */
export function fieldOptions(given: readonly string[]): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null);
  for (let at = 0; at < given.length; at++) {
    const [, field, joined] = FIELD.exec(given[at]!) ?? [];
    if (field === undefined) throw usageError('operation_field_unreadable', { given: given[at]! });
    const value = joined ?? given[++at];
    if (value === undefined || (joined === undefined && FIELD.test(value)))
      throw usageError('operation_value_missing', { field });
    const other = Object.keys(fields).find((name) => isWithin(name, field) || isWithin(field, name));
    if (other !== undefined)
      throw usageError('operation_field_repeated', { field: other.length < field.length ? other : field });
    fields[field] = value;
  }
  return fields;
}

/** `address` is within `address`, and so is `address.city`. */
const isWithin = (field: string, other: string) => `${field}.`.startsWith(`${other}.`);
