import type { AccountDraft, Cells, Finding, PaymentDraft } from '../../model.ts';
import type { Vault } from '../vault/vault.ts';

/** A row as the ledger stores it: the cells of the sheet, and the payment parsed from them. */
export interface StoredRow {
  readonly cells: Cells;
  /** Findings of the reader; absent if it found nothing. */
  readonly findings?: readonly Finding[];
  readonly draft: PaymentDraft | null;
}

/**
 * Seals a row for its payment: it does not open with another payment's id. Minor units are text, because JSON has no
 * bigint.
 */
export function sealRow(vault: Vault, payment: string, row: StoredRow): Buffer {
  const { draft } = row;
  const written = draft && { ...draft, amount: { ...draft.amount, minor: String(draft.amount.minor) } };
  return vault.seal(JSON.stringify({ ...row, draft: written }), rowSealedAs(payment));
}

/** Throws `vault_damaged`. */
export function openRow(vault: Vault, payment: string, sealed: Buffer): StoredRow {
  const row = JSON.parse(vault.open(sealed, rowSealedAs(payment)).toString('utf8')) as StoredRow;
  if (!row.draft) return row;
  const { amount } = row.draft;
  return { ...row, draft: { ...row.draft, amount: { ...amount, minor: BigInt(amount.minor) } } };
}

/** The account that a row names; null if it names none, undefined if the row was purged. Throws `vault_damaged`. */
export function namedAccount(vault: Vault, payment: string, sealed: Buffer): AccountDraft | null | undefined {
  return sealed.length === 0 ? undefined : (openRow(vault, payment, sealed).draft?.recipient.account ?? null);
}

/** The vault's kind for the row of a payment. */
export function rowSealedAs(payment: string): string {
  return `payment/${payment}`;
}
