import { BANK_FIELDS } from './account-input.ts';
import { mask } from './mask.ts';
import type { AccountRecord } from './records.ts';

const MASKED: ReadonlySet<string> = new Set(['iban', 'accountNum']);

/** An account as the service shows it: IBAN and account number masked. */
export function accountView(account: AccountRecord): Record<string, unknown> {
  const { fields } = account;
  const view: Record<string, unknown> = {
    id: account.id,
    recipientAccountId: account.id,
    recipientId: account.recipientId,
    type: account.type,
    primary: account.primary,
    currency: account.currency,
    country: account.country,
    status: account.primary ? 'primary' : 'active',
    createdAt: new Date(account.createdAt).toISOString(),
  };
  if (account.type === 'paypal') return { ...view, emailAddress: fields.emailAddress ?? null };
  for (const field of BANK_FIELDS) {
    const value = fields[field];
    view[field] = value === undefined ? null : MASKED.has(field) ? mask(value) : value;
  }
  view.bankName ??= account.country === null ? null : `Bank in ${account.country}`;
  return view;
}
