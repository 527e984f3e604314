import { namedAccount, type SealedRow } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import { listedBankName } from '../rules/banks/bank-directories.ts';

/** The bank of the account of a row, by a public list; null if none has it. Throws `vault_damaged`. */
export function getListedBank(vault: Vault, payment: SealedRow): string | null {
  const account = namedAccount(vault, payment);
  return account ? listedBankName(account.fields) : null;
}
