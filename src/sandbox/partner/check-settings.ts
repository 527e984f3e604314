import type { Body } from '../call.ts';
import { type FieldReader, readFields } from '../read-fields.ts';

const MAILING: Readonly<Record<string, number>> = {
  name: 40,
  street1: 100,
  street2: 100,
  city: 100,
  region: 100,
  postal: 100,
  country: 2,
};
const BANK_DETAILS = ['branchId', 'accountNum', 'signatory', 'startingCheck', 'mailing'];
const VERIFICATIONS = ['verification1', 'verification2'] as const;
/** Amount of a verification deposit: only cents. */
const MICRO_AMOUNT = /^0\.\d{2}$/;

type Settings = Readonly<Record<string, unknown>>;

/**
 * Reads the settings of checks. Stores only whether there is a bank account, not its numbers. Any two micro-deposit
 * amounts verify it, because nothing was deposited. Another account must be verified again.
 */
export function readCheck(fields: FieldReader, body: Body, before: Settings): Settings {
  const verifying = VERIFICATIONS.filter((field) => body[field] !== undefined);
  if (verifying.length > 0) return verify(fields, body, before);
  const branchId = fields.text('branchId', { max: 34, form: /^\d+$/ });
  const accountNum = fields.text('accountNum', { max: 34, form: /^\d+$/ });
  const moved = typeof branchId === 'string' || typeof accountNum === 'string';
  return {
    signatory: fields.text('signatory', { max: 255 }) ?? before.signatory,
    startingCheck: fields.text('startingCheck', { form: /^\d{1,6}$/ }) ?? before.startingCheck,
    branchId: before.branchId === true || typeof branchId === 'string',
    accountNum: before.accountNum === true || typeof accountNum === 'string',
    verified: before.verified === true && !moved,
    mailing: readMailing(fields, before),
  };
}

function verify(fields: FieldReader, body: Body, before: Settings): Settings {
  for (const field of VERIFICATIONS) {
    if (body[field] === undefined)
      fields.wrong('invalid_field', field, 'verification1 and verification2 must be sent together');
    else fields.text(field, { form: MICRO_AMOUNT });
  }
  // A client may send back the values that GET shows in `settings`, but no other bank detail with the amounts.
  for (const field of BANK_DETAILS)
    if (body[field] !== undefined && JSON.stringify(body[field]) !== JSON.stringify(before[field]))
      fields.wrong('invalid_field', field, `${field} cannot be sent with a verification`);
  if (before.branchId !== true || before.accountNum !== true)
    fields.wrong('invalid_field', 'verification1', 'there is no bank account to verify');
  return { verified: true };
}

/** Changes the fields that were sent; the rest of the address remains. */
function readMailing(fields: FieldReader, before: Settings): unknown {
  const sent = fields.object('mailing');
  if (!sent) return before.mailing;
  const inner = readFields(sent);
  const mailing: Record<string, unknown> = { ...(before.mailing as object | null) };
  for (const [field, max] of Object.entries(MAILING)) {
    const value = inner.text(field, field === 'country' ? { oneOf: ['US'] } : { max });
    if (value !== undefined) mailing[field] = value;
  }
  for (const { code, field, message } of inner.errors) fields.wrong(code, `mailing.${field}`, message);
  return mailing;
}
