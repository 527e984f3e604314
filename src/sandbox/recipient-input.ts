import { contractCode } from '../rules/banks/account-fields.ts';
import { checkRecipientFields } from '../rules/people/recipient-fields.ts';
import type { Body } from './call.ts';
import { type MerchantStore, recordsBy } from './merchant-store.ts';
import { type FieldReader, readFields } from './read-fields.ts';
import type { AddressRecord, GovernmentIdRecord, RecipientRecord } from './records.ts';

/** The service answers invalid recipients and accounts with 406. */
export const VALIDATION_STATUS = 406;

const LANGUAGE = /^[a-z]{2}([-_][A-Za-z]{2})?$/;
const ADDRESS_FIELDS = ['street1', 'street2', 'city', 'postalCode', 'country', 'region', 'phone'] as const;
const NO_ADDRESS: AddressRecord = {
  street1: null,
  street2: null,
  city: null,
  postalCode: null,
  country: null,
  region: null,
  phone: null,
};

export type RecipientInput = Omit<
  RecipientRecord,
  'id' | 'merchantId' | 'referenceId' | 'archived' | 'screenedAt' | 'createdAt' | 'updatedAt'
> & { readonly referenceId: string | null };

/**
 * Reads a recipient from the body of a create, or of a change to `before`. Ignores unknown keys and `accounts`, which
 * have their own calls. Throws all errors at once.
 */
export function readRecipientInput(store: MerchantStore, body: Body, before: RecipientRecord | null): RecipientInput {
  const fields = readFields(body);
  const fieldOrCurrent = <K extends keyof RecipientRecord>(field: K, max = 255) => {
    const value = fields.text(field, { max });
    return value === undefined ? ((before?.[field] ?? null) as string | null) : value;
  };
  const required = (field: 'type' | 'email' | 'firstName' | 'lastName' | 'name', rule = {}) => {
    const sent = body[field] !== undefined;
    if (!sent && before?.[field]) return before[field];
    return fields.text(field, { max: 255, ...rule, required: true }) ?? '';
  };
  const type = required('type', { oneOf: ['individual', 'business'] }) as RecipientRecord['type'];
  const email = required('email').trim();
  const person = type !== 'business';
  const firstName = person && type ? required('firstName') : fieldOrCurrent('firstName');
  const lastName = person && type ? required('lastName') : fieldOrCurrent('lastName');
  const name = person ? `${firstName ?? ''} ${lastName ?? ''}` : required('name');
  const governmentIds = readGovernmentIds(fields, body);
  const input: RecipientInput = {
    type,
    email,
    name,
    firstName,
    lastName,
    referenceId: fieldOrCurrent('referenceId'),
    language: fields.text('language', { form: LANGUAGE }) ?? before?.language ?? 'en',
    dob: fieldOrCurrent('dob'),
    passport: fieldOrCurrent('passport'),
    governmentId: governmentIds?.[0]?.value ?? fieldOrCurrent('governmentId'),
    governmentIds: governmentIds ?? (body.governmentId === undefined ? (before?.governmentIds ?? null) : null),
    placeOfBirth: fieldOrCurrent('placeOfBirth'),
    ssn: fieldOrCurrent('ssn'),
    address: readAddress(fields, body, before?.address ?? NO_ADDRESS),
    tags: fields.texts('tags') ?? before?.tags ?? [],
    contactEmails: fields.texts('contactEmails') ?? before?.contactEmails ?? [],
    statusSet: readStatus(fields, before),
  };
  checkForms(fields, input, body);
  // An e-mail address is unique only among recipients that are not archived.
  const live = !before?.archived || typeof body.status === 'string';
  const taken = recordsBy(store.recipient, 'email', email.toLowerCase()).some(
    (other) => !other.archived && other.id !== before?.id,
  );
  if (live && email !== '' && taken) fields.wrong('invalid_field', 'email', 'email is already in use');
  fields.refuse(VALIDATION_STATUS);
  return input;
}

/** The newer form of `governmentId`, which is the first of the list; undefined if it is not sent. */
function readGovernmentIds(fields: FieldReader, body: Body): readonly GovernmentIdRecord[] | undefined {
  const { governmentIds } = body;
  if (governmentIds === undefined || governmentIds === null) return undefined;
  const ids = Array.isArray(governmentIds) ? governmentIds.map(governmentIdOf) : [null];
  const known = ids.filter((one) => one !== null);
  if (known.length < ids.length)
    fields.wrong('invalid_field', 'governmentIds', 'governmentIds is a list of {country, type, value}');
  return known.length > 0 ? known : undefined;
}

function governmentIdOf(sent: unknown): GovernmentIdRecord | null {
  const { country, type, value } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof value !== 'string') return null;
  return { country: typeof country === 'string' ? country : null, type: typeof type === 'string' ? type : null, value };
}

/** `address` may contain only the changed fields; a `phone` outside it belongs to the address. */
function readAddress(fields: FieldReader, body: Body, before: AddressRecord): AddressRecord {
  const sent = fields.object('address');
  const address: Record<string, string | null> = { ...(sent === null ? NO_ADDRESS : before) };
  if (sent) {
    const inner = readFields(sent);
    for (const field of ADDRESS_FIELDS) {
      const value = inner.text(field, { max: 255 });
      if (value !== undefined) address[field] = field === 'country' ? (value?.toUpperCase() ?? null) : value;
    }
    for (const { code, field, message } of inner.errors) fields.wrong(code, field ?? 'address', message);
  }
  if (sent?.phone === undefined && body.phone !== undefined)
    address.phone = fields.text('phone', { max: 50 }) ?? address.phone ?? null;
  return address as unknown as AddressRecord;
}

/** Only `active` and `suspended` can be set; other statuses follow from the data. */
function readStatus(fields: FieldReader, before: RecipientRecord | null): RecipientRecord['statusSet'] {
  if (!before) return null;
  const status = fields.text('status', { oneOf: ['active', 'suspended'] });
  return status ? (status as 'active' | 'suspended') : before.statusSet;
}

/** Checks the sent fields with the rules of a sheet's row; at most one error for each field. */
function checkForms(fields: FieldReader, input: RecipientInput, body: Body): void {
  const sentAddress = typeof body.address === 'object' && body.address !== null ? body.address : {};
  const sent = new Set([...Object.keys(body), ...Object.keys(sentAddress)]);
  const wrong = new Set(fields.errors.map(({ field }) => field));
  for (const found of checkRecipientFields({ ...input, ...input.address })) {
    const field = found.column ?? 'recipient';
    if (found.severity !== 'error' || wrong.has(field) || !sent.has(field)) continue;
    wrong.add(field);
    fields.wrong(contractCode(found), field, found.message);
  }
}
