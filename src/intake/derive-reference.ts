import type { Vault } from '../ledger/vault/vault.ts';
import type { PaymentDraft } from '../model.ts';
import { readableCode } from '../platform/readable-code.ts';
import { createSeenKeys } from './repeats/seen-keys.ts';

/**
 * Derives the reference of a payment without `paymentReference` from recipient, amount, currencies, memo and the
 * ordinal among equal rows. If the sheet is edited and uploaded again, each row gets the same reference again. One
 * deriver serves one sheet, in the order of its rows.
 */
export function createReferenceDeriver(
  vault: Vault,
): (draft: PaymentDraft) => { reference: string; derivedFp: Buffer } {
  const seen = createSeenKeys();
  return (draft) => {
    const { fixed, amount, sourceCurrency, memo, recipient } = draft;
    const same = [recipient.key, fixed, amount.currency, amount.minor, sourceCurrency, memo ?? ''].join('\n');
    const digest = vault.fingerprint('equal-rows', same);
    const ordinal = seen.get(digest) + 1;
    seen.set(digest, ordinal);
    const derivedFp = vault.fingerprint('reference', `${same}\n${ordinal}`);
    return { reference: `auto-${readableCode(derivedFp)}`, derivedFp };
  };
}
