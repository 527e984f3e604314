import { PayrunError } from '../../errors.ts';
import { namedAccount, type SealedRow } from '../../ledger/payments/sealed-row.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';

/** A shorter note cannot name who was asked, and how. */
const SHORTEST = 12;
const LONGEST = 500;
/** A shorter value of a bank detail, as a country or a type of account, may occur in any text. */
const SHORTEST_DETAIL = 6;

/**
 * The note of how new bank details were verified, as stored in the audit log; null if none was given. The audit log is
 * never purged, so the note may not contain bank details: neither a known form of them nor those of the payments.
 * Throws `verification_refused`, `vault_damaged`.
 */
export function verificationNote(
  vault: Vault,
  given: string | undefined,
  payments: readonly SealedRow[],
): string | null {
  const note = (given ?? '').replace(/\s+/g, ' ').trim();
  if (note === '') return null;
  if (note.length < SHORTEST) throw refused('is too short');
  if (note.length > LONGEST) throw refused(`is longer than ${LONGEST} characters`);
  if (maskBankDetails(note) !== note) throw refused('contains bank details');
  const plain = lettersAndDigits(note);
  const details = payments.flatMap((payment) => Object.values(namedAccount(vault, payment)?.fields ?? {}));
  const isNamed = (detail: string) => detail.length >= SHORTEST_DETAIL && /\d/.test(detail) && plain.includes(detail);
  if (details.map(lettersAndDigits).some(isNamed)) throw refused('contains bank details');
  return note;
}

const lettersAndDigits = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const refused = (detail: string) => new PayrunError('verification_refused', { detail });
