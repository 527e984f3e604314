import { hash } from 'node:crypto';
import type { AccountDraft, PaymentDraft, RecipientDraft } from '../../model.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { canonicalReference } from '../../references/canonical-reference.ts';
import type { Vault } from '../vault/vault.ts';

export interface RecipientFingerprints {
  readonly recipientFp: Buffer;
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
}

export interface PaymentFingerprints extends RecipientFingerprints {
  /** By e-mail: the same person under another key; null where the row has none. */
  readonly personFp: Buffer | null;
}

/** Who a key names: `ref:<referenceId>` or `email:<e-mail>`. */
export function recipientFingerprint(vault: Vault, key: string): Buffer {
  return vault.fingerprint('recipient', key);
}

/** Equal fingerprints mean that nothing has to be sent; from them nobody can read a bank detail. */
export function fingerprintsOf(vault: Vault, { key, profile, account }: RecipientDraft): PaymentFingerprints {
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
 * An account by its number alone, as 64 bits: the same one whatever the name, the bank or the BIC beside it. An account that is found by
 * the recipient's own e-mail goes by their name instead: whoever corrects the e-mail changes person and account at once. Null where the
 * number is the service's business.
 */
export function accountKey(
  vault: Vault,
  { profile, account }: Pick<RecipientDraft, 'profile' | 'account'>,
  name: string | null,
): bigint | null {
  const number = account && accountNumber(account, profile?.email, name);
  return account && number ? vault.fingerprint('account-number', `${account.method} ${number}`).readBigInt64BE() : null;
}

/** What `accountKey` goes by. */
export function accountNumber(
  { fields }: AccountDraft,
  email: string | undefined,
  name: string | null,
): string | undefined {
  const { iban, accountNum, branchId = '', bankId = '', emailAddress } = fields;
  if (iban !== undefined) return iban;
  if (accountNum !== undefined) return `${accountNum.replace(/^0+/, '')} ${branchId || bankId}`;
  const own = name !== null && emailAddress?.toLowerCase() === email?.toLowerCase();
  return own ? `of ${canonicalReference(name)}` : emailAddress?.toLowerCase();
}

/** What a row says of the money: currency, amount and memo, whichever side is fixed. Only rows of one sheet are compared by it. */
export function moneyKey({ amount, memo }: Pick<PaymentDraft, 'amount' | 'memo'>): bigint {
  return Buffer.from(
    hash('sha1', `${amount.currency} ${amount.minor} ${memo?.trim() ?? ''}`, 'buffer'),
  ).readBigInt64BE();
}
