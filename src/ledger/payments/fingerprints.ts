import type { AccountDraft, PaymentDraft, RecipientDraft } from '../../model.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { canonicalReference } from '../../references/spellings.ts';
import type { Vault } from '../vault/vault.ts';

export interface RecipientFingerprints {
  readonly recipientFp: Buffer;
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
}

/** Fingerprint of a recipient's key: `ref:<referenceId>` or `email:<e-mail>`. */
export function recipientFingerprint(vault: Vault, key: string): Buffer {
  return vault.fingerprint('recipient', key);
}

/**
 * Equal fingerprints mean that nothing has to be sent to the payout service. They do not reveal bank details.
 * `personFp`: of the e-mail, which is the same under another key; null if the row has none.
 */
export function computeFingerprints(
  vault: Vault,
  { key, profile, account }: RecipientDraft,
): RecipientFingerprints & { readonly personFp: Buffer | null } {
  const recipientFp = recipientFingerprint(vault, key);
  const person = profile && `email:${profile.email.toLowerCase()}`;
  return {
    recipientFp,
    personFp: person === null ? null : person === key ? recipientFp : recipientFingerprint(vault, person),
    profileFp: profile && vault.fingerprint('profile', canonicalJson(profile)),
    accountFp: account && vault.fingerprint('account', canonicalJson(account)),
  };
}

/**
 * Fingerprint of an account's number alone, as 64 bits, independent of the name, bank or BIC. An account identified by
 * the recipient's own e-mail uses their name instead, because a corrected e-mail changes both recipient and account.
 * Null if the row has no account, or no number or e-mail that identifies it.
 */
export function accountKey(
  vault: Vault,
  { profile, account }: Pick<RecipientDraft, 'profile' | 'account'>,
  name: string | null,
): bigint | null {
  const number = account && accountNumber(account, profile?.email, name);
  return account && number ? vault.fingerprint('account-number', `${account.method} ${number}`).readBigInt64BE() : null;
}

/** The text that `accountKey` hashes; undefined if none. */
export function accountNumber(
  { fields }: AccountDraft,
  email: string | undefined,
  name: string | null,
): string | undefined {
  const { iban, accountNum, branchId = '', bankId = '', emailAddress } = fields;
  if (iban !== undefined) return iban;
  if (accountNum !== undefined) return `${accountNum.replace(/^0+/, '')} ${branchId || bankId}`;
  if (emailAddress === undefined) return undefined;
  const own = name !== null && emailAddress.toLowerCase() === email?.toLowerCase();
  return own ? `of ${canonicalReference(name)}` : emailAddress.toLowerCase();
}

/** Fingerprint of currency, amount and memo, whichever side is fixed, as 64 bits. */
export function moneyKey(vault: Vault, { amount, memo }: Pick<PaymentDraft, 'amount' | 'memo'>): bigint {
  const text = `${amount.currency} ${amount.minor} ${memo?.trim() ?? ''}`;
  return vault.fingerprint('money', text).readBigInt64BE();
}
