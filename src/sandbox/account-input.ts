import { checkAccountFields, contractCode } from '../rules/banks/account-fields.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import type { Body } from './call.ts';
import { readMailing } from './mailing.ts';
import { readFields } from './read-fields.ts';
import { VALIDATION_STATUS } from './recipient-input.ts';
import type { AccountRecord } from './records.ts';

export const BANK_FIELDS = [
  'accountHolderName',
  'accountNum',
  'bankId',
  'branchId',
  'iban',
  'swiftBic',
  'bankName',
  'bankAddress',
  'bankCity',
  'bankRegion',
  'bankRegionCode',
  'bankPostalCode',
] as const;

/**
 * The fields of each type that can be added. The contract's other types (venmo, debit-card, mobile-wallet) are not
 * active.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'bank-transfer': BANK_FIELDS,
  paypal: ['emailAddress'],
  check: [],
};

export interface AccountInput {
  readonly type: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly currency: string | null;
  readonly country: string | null;
  readonly primary: boolean | undefined;
  /** Whether any field other than `primary` was sent. */
  readonly changed: boolean;
}

/**
 * Reads an account from the body of a create, or of a change to `before`. Throws all errors at once, with status 406.
 */
export function readAccountFields(body: Body, before?: AccountRecord): AccountInput {
  const reader = readFields(body);
  const type = (before?.type ?? reader.text('type', { required: true, oneOf: Object.keys(FIELDS) })) || '';
  if (before && body.type !== undefined && body.type !== before.type)
    reader.wrong('invalid_field', 'type', 'type cannot be changed');
  const primary = reader.flag('primary');
  reader.refuse(VALIDATION_STATUS);

  const all: Record<string, string> = { ...before?.fields };
  if (before?.currency) all.currency = before.currency;
  if (before?.country) all.country = before.country;
  let changed = !before;
  for (const field of [...FIELDS[type]!, 'currency', 'country']) {
    const value = reader.text(field, { max: 255 });
    if (value === undefined) continue;
    changed = true;
    if (value === null) delete all[field];
    else all[field] = value;
  }
  const mailing = type === 'check' ? readMailing(reader) : undefined;
  if (mailing) {
    changed = true;
    for (const field of Object.keys(all)) if (field.startsWith('mailing.')) delete all[field];
    Object.assign(all, mailing, { country: 'US', currency: all.currency ?? 'USD' });
  } else if (type === 'check' && !before) reader.wrong('empty_field', 'mailing', 'mailing is required');
  // A new IBAN may belong to another country than the old account.
  if (body.iban && body.country === undefined) delete all.country;
  if (type === 'bank-transfer') derive(all);
  if (changed && type !== 'check') check(reader, type, all);
  reader.refuse(VALIDATION_STATUS);

  const { currency, country, ...fields } = all;
  return {
    type,
    fields,
    currency: currency?.toUpperCase() ?? null,
    country: country?.toUpperCase() ?? null,
    primary,
    changed,
  };
}

/** Derives the country from the IBAN, and the currency from the country. */
function derive(all: Record<string, string>): void {
  if (!all.iban) return;
  all.country ??= all.iban.trim().slice(0, 2).toUpperCase();
  const currency = COUNTRIES[all.country]?.currency;
  if (currency) all.currency ??= currency;
}

/** Fields that the contract requires if there is no IBAN to derive them from. */
const REQUIRED = ['currency', 'country', 'accountNum'];

/** The input of a bank account; without an account holder, it is in the recipient's name. */
export function withAccountHolder<T extends Pick<AccountInput, 'type' | 'fields'>>(input: T, name: string): T {
  if (input.type !== 'bank-transfer' || input.fields.accountHolderName) return input;
  return { ...input, fields: { ...input.fields, accountHolderName: name } };
}

function check(reader: ReturnType<typeof readFields>, type: string, all: Readonly<Record<string, string>>): void {
  if (type === 'bank-transfer' && !all.iban)
    for (const field of REQUIRED) if (!all[field]) reader.wrong('empty_field', field, `${field} is required`);
  const wrong = new Set(reader.errors.map(({ field }) => field));
  for (const found of checkAccountFields({ type, ...all }, { environment: 'sandbox' })) {
    const field = found.column ?? 'type';
    if (found.severity !== 'error' || wrong.has(field)) continue;
    // With an IBAN, the service derives the other required fields.
    if (all.iban && field !== 'iban' && contractCode(found) === 'empty_field') continue;
    // Without it, the account is in the recipient's name.
    if (field === 'accountHolderName' && contractCode(found) === 'empty_field') continue;
    wrong.add(field);
    reader.wrong(contractCode(found), field, found.message);
  }
}
