import type { AccountDraft, Cells, Finding, PaymentDraft } from '../../model.ts';
import { paymentRowPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

/** A row as the ledger stores it: the cells of the sheet, and the payment parsed from them. */
export interface StoredRow {
  readonly cells: Cells;
  /** Findings of the reader; absent if it found nothing. */
  readonly findings?: readonly Finding[];
  readonly draft: PaymentDraft | null;
}

/** A payment with its sealed row, which opens with this merchant and id only. */
export interface SealedRow {
  readonly id: string;
  readonly merchant_id: string;
  /** Empty if it was purged. */
  readonly row_sealed: Buffer;
}

/** Seals a row for its payment. Minor units are text, because JSON has no bigint. */
export function sealRow(vault: Vault, merchant: string, payment: string, row: StoredRow): Buffer {
  const { draft } = row;
  const written = draft && { ...draft, amount: { ...draft.amount, minor: String(draft.amount.minor) } };
  return vault.seal(JSON.stringify({ ...row, draft: written }), paymentRowPlace(merchant, payment));
}

/** Throws `vault_damaged`. */
export function openRow(vault: Vault, { id, merchant_id, row_sealed }: SealedRow): StoredRow {
  const row = JSON.parse(vault.open(row_sealed, paymentRowPlace(merchant_id, id)).toString('utf8')) as StoredRow;
  if (!row.draft) return row;
  const { amount } = row.draft;
  return { ...row, draft: { ...row.draft, amount: { ...amount, minor: BigInt(amount.minor) } } };
}

/** The account that a row names; null if it names none, undefined if the row was purged. Throws `vault_damaged`. */
export function namedAccount(vault: Vault, payment: SealedRow): AccountDraft | null | undefined {
  return payment.row_sealed.length === 0 ? undefined : (openRow(vault, payment).draft?.recipient.account ?? null);
}
