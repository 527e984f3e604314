import type { AccountCountry, ListedHint } from '../ledger/recipients/recipient-account.ts';
import type { ServedMinimum } from '../ledger/recipients/route-minimum.ts';
import { readServiceAmount } from '../money.ts';
import { listedAccountHint } from '../payout-methods/compare-account.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';

/** An account as a list of recipients shows it. */
interface ListedAccount {
  readonly id?: string | undefined;
  readonly recipientAccountId?: string | undefined;
  readonly primary?: boolean | undefined;
  readonly type?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly iban?: unknown;
  readonly accountNum?: unknown;
  readonly emailAddress?: unknown;
}

export interface RecipientWithAccounts {
  readonly id: string;
  readonly accounts?: readonly ListedAccount[] | null | undefined;
}

/** The id of the account that the service pays a recipient to; null if they have none, or the answer does not say. */
export function getPrimaryAccount({ accounts }: Pick<RecipientWithAccounts, 'accounts'>): string | null {
  const primary = accounts?.find((account) => account.primary);
  return primary?.recipientAccountId ?? primary?.id ?? null;
}

/** The same, for a recipient whose account was `known`: it stays so if the answer has it and marks none as primary. */
export function accountNow(recipient: Pick<RecipientWithAccounts, 'accounts'>, known: string | null): string | null {
  const { accounts } = recipient;
  if (!accounts) return known;
  const marked = accounts.some(({ primary }) => primary !== undefined && primary !== null);
  const listed = accounts.some(({ recipientAccountId, id }) => (recipientAccountId ?? id) === known);
  return getPrimaryAccount(recipient) ?? (!marked && listed ? known : null);
}

/**
 * The country of the bank account that the service pays a recipient to; null if it is no bank account, or the answer
 * does not say.
 */
export function getAccountCountry(recipient: RecipientWithAccounts): AccountCountry | null {
  const { type, country } = recipient.accounts?.find(({ primary }) => primary) ?? {};
  const accountRemoteId = getPrimaryAccount(recipient);
  if (type !== 'bank-transfer' || !country || !accountRemoteId) return null;
  return { recipientRemoteId: recipient.id, accountRemoteId, country };
}

/** The readable hints of a recipient's accounts. Accounts without any detail in the answer are skipped. */
export function getAccountHints({ id, accounts }: RecipientWithAccounts): readonly ListedHint[] {
  return (accounts ?? []).flatMap((account) => {
    const accountRemoteId = account.recipientAccountId ?? account.id;
    const hint = listedAccountHint(account);
    return accountRemoteId && hint !== null ? [{ recipientRemoteId: id, accountRemoteId, hint }] : [];
  });
}

interface AnsweredRecipient extends RecipientWithAccounts {
  readonly routeType?: string | null | undefined;
  readonly routeMinimum?: string | null | undefined;
}

/**
 * The minimum amount that the service takes for a recipient, from their own data; null if it gives none ("0" is none),
 * or no account. The answer names no currency: it is the merchant's own, which the contract ties to the merchant's
 * country.
 */
export function reportedMinimum(recipient: AnsweredRecipient, merchantCountry: string): ServedMinimum | null {
  const { routeType, routeMinimum } = recipient;
  const accountRemoteId = getPrimaryAccount(recipient);
  const currency = COUNTRIES[merchantCountry]?.currency;
  if (!routeType || !routeMinimum || !accountRemoteId || !currency) return null;
  const minor = readServiceAmount(routeMinimum, currency);
  if (minor === null || minor <= 0n) return null;
  return { recipientRemoteId: recipient.id, accountRemoteId, route: routeType, minor, currency };
}
