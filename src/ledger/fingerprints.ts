import { canonicalJson } from '../canonical-json.ts';
import type { RecipientDraft } from '../model.ts';
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
