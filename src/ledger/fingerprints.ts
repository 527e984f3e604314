import { hash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { AccountDraft, PaymentDraft, RecipientDraft } from '../model.ts';
import type { Vault } from './vault.ts';

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
 * An account by its number alone, as 64 bits: the same one whatever the name, the bank or the BIC beside it. Null where the number
 * is the service's business.
 */
export function accountKey(vault: Vault, { method, fields }: AccountDraft): bigint | null {
  const { iban, accountNum, branchId = '', bankId = '', emailAddress } = fields;
  const number =
    iban ??
    (accountNum === undefined ? emailAddress?.toLowerCase() : `${accountNum.replace(/^0+/, '')} ${branchId || bankId}`);
  return number === undefined ? null : vault.fingerprint('account-number', `${method} ${number}`).readBigInt64BE();
}

/** What a row says of the money: currency, amount and memo, whichever side is fixed. Only rows of one sheet are compared by it. */
export function moneyKey({ amount, memo }: Pick<PaymentDraft, 'amount' | 'memo'>): bigint {
  return Buffer.from(
    hash('sha1', `${amount.currency} ${amount.minor} ${memo?.trim() ?? ''}`, 'buffer'),
  ).readBigInt64BE();
}
