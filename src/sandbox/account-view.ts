import { formatMinor } from '../money.ts';
import { countryWord } from '../references/country-word.ts';
import { getRoute } from '../rules/countries/routes.ts';
import { BANK_FIELDS } from './account-input.ts';
import { getMailingAddress } from './mailing.ts';
import { mask } from './mask.ts';
import { getFee } from './payments/fees.ts';
import type { AccountRecord } from './records.ts';

const MASKED: ReadonlySet<string> = new Set(['iban', 'accountNum']);
/** Empty text where an account has none; other fields are null. */
const EMPTY: ReadonlySet<string> = new Set(['bankId', 'branchId', 'accountNum']);

/** An account as the service returns it: IBAN and account number are masked. */
export function accountView(account: AccountRecord): Record<string, unknown> {
  const route = account.type === 'bank-transfer' && account.country !== null ? bankRoute(account) : account.type;
  const { fields } = account;
  const view: Record<string, unknown> = {
    id: account.id,
    recipientAccountId: account.id,
    recipientId: account.recipientId,
    type: account.type,
    primary: account.primary,
    currency: account.currency,
    country: account.country,
    // Only the primary account receives payments.
    status: account.primary ? 'primary' : 'inactive',
    disabledAt: null,
    routeType: route,
    recipientFees: account.currency === null ? '0' : formatMinor(getFee(route, account.currency), account.currency),
    createdAt: new Date(account.createdAt).toISOString(),
  };
  if (account.type === 'check') return { ...view, mailing: getMailingAddress(account) };
  if (account.type === 'paypal') return { ...view, emailAddress: fields.emailAddress ?? null };
  for (const field of BANK_FIELDS) {
    const value = fields[field];
    view[field] = value === undefined ? (EMPTY.has(field) ? '' : null) : MASKED.has(field) ? mask(value) : value;
  }
  view.bankName ??= account.country === null ? null : `Bank in ${countryWord(account.country)}`;
  return view;
}

/** The route of a payment in the account's own currency. */
function bankRoute({ country, currency }: AccountRecord): string {
  return getRoute({ country: country ?? '', currency: currency ?? '', sourceCurrency: currency ?? '' });
}
