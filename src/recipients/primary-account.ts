import type { AccountCountry } from '../ledger/recipients/account-country.ts';
import type { AccountHint } from '../ledger/recipients/account-hint.ts';
import { hintOfListed } from '../payout-methods/listed-hint.ts';

/** An account as a list of recipients shows it. */
export interface ListedAccount {
  readonly id?: string | undefined;
  readonly recipientAccountId?: string | undefined;
  readonly primary?: boolean | undefined;
  readonly type?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly iban?: unknown;
  readonly accountNum?: unknown;
  readonly emailAddress?: unknown;
}

/** The id of the account that the service pays a recipient to; null where they have none, or the answer does not say. */
export function primaryAccountOf(recipient: {
  readonly accounts?: readonly ListedAccount[] | null | undefined;
}): string | null {
  const primary = recipient.accounts?.find((account) => account.primary);
  return primary?.recipientAccountId ?? primary?.id ?? null;
}

/** Where the bank account is that the service pays a recipient to; null where it is none, or the answer does not say. */
export function accountCountryOf(recipient: {
  readonly id: string;
  readonly accounts?: readonly ListedAccount[] | null | undefined;
}): AccountCountry | null {
  const { type, country } = recipient.accounts?.find(({ primary }) => primary) ?? {};
  const accountRemoteId = primaryAccountOf(recipient);
  if (type !== 'bank-transfer' || !country || !accountRemoteId) return null;
  return { recipientRemoteId: recipient.id, accountRemoteId, country };
}

/** What people read of the accounts of a recipient; those of which the answer shows nothing are left out. */
export function accountHintsOf({
  accounts,
}: {
  readonly accounts?: readonly ListedAccount[] | null | undefined;
}): readonly AccountHint[] {
  return (accounts ?? []).flatMap((account) => {
    const accountRemoteId = account.recipientAccountId ?? account.id;
    const hint = hintOfListed(account);
    return accountRemoteId && hint !== null ? [{ accountRemoteId, hint }] : [];
  });
}
