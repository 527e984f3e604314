import type { FieldReader } from './read-fields.ts';
import { readFields } from './read-fields.ts';
import type { AccountRecord } from './records.ts';

/** The fields of `mailing`, the address of a check, with their maximum lengths (contract, Limits). */
const MAILING_FIELDS = {
  name: 40,
  street1: 100,
  street2: 100,
  city: 100,
  region: 100,
  postal: 100,
  country: 2,
} as const;
const OPTIONAL = new Set(['street2']);
const PREFIX = 'mailing.';

/**
 * The fields of `mailing` in a body, by `mailing.<name>`; undefined if it was not sent. Checks are sent only within the
 * US.
 */
export function readMailing(reader: FieldReader): Readonly<Record<string, string>> | undefined {
  const mailing = reader.object('mailing');
  if (!mailing) return undefined;
  const inner = readFields(mailing);
  const fields: Record<string, string> = {};
  for (const [field, max] of Object.entries(MAILING_FIELDS)) {
    const value = inner.text(field, { max, required: !OPTIONAL.has(field) });
    if (value) fields[PREFIX + field] = value;
  }
  if ((fields[`${PREFIX}country`]?.toUpperCase() ?? 'US') !== 'US')
    inner.wrong('invalid_field', 'country', 'checks are sent within the US only');
  for (const { code, field, message } of inner.errors) reader.wrong(code, `${PREFIX}${field}`, message);
  return fields;
}

export function getMailingAddress({ fields }: AccountRecord): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.keys(MAILING_FIELDS).map((field) => [field, fields[PREFIX + field] ?? null]));
}
