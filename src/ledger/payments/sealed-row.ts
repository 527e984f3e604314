import { isError } from '../../errors.ts';
import type { AccountDraft, Cells, Finding, PaymentDraft } from '../../model.ts';
import { columnLabel } from '../../references/column-label.ts';
import type { Db } from '../db/db.ts';
import { paymentRowPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

/** A row as the ledger stores it: the cells of the sheet, and the payment parsed from them. */
export interface StoredRow {
  readonly cells: Cells;
  /** The cells before the uploader corrected some; absent if none were. */
  readonly before?: Cells;
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

/** Placeholder in a hold reason for the details that changed, until both rows are opened and compared. */
export const ANY_DETAIL = 'the number or another detail';
/** Fields that identify the account, or a part of its number: their values are never shown. */
const NUMBERS: ReadonlySet<string> = new Set(['iban', 'accountNum', 'emailAddress', 'branchId', 'bankId']);
/** One sheet rarely has so many; the sentences of others stay general. */
const MOST = 1_000;

/** A payment to other bank details than an earlier one, and both rows. */
interface Pair extends SealedRow {
  readonly old_id: string;
  readonly old_sealed: Buffer;
}

/**
 * The bank details in which two accounts differ, as text: "account holder name; the account number is the same".
 * `showsValues`: with both values of those that are no number. Null if they do not differ.
 */
export function changedDetails(before: AccountDraft, now: AccountDraft, showsValues = false): string | null {
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(now.fields)])];
  const differing = names.filter((name) => before.fields[name] !== now.fields[name]);
  const value = (text: string | undefined) => text ?? 'not given';
  const labels = differing.map((name) =>
    showsValues && !NUMBERS.has(name)
      ? `${columnLabel(name)} ${value(before.fields[name])} → ${value(now.fields[name])}`
      : columnLabel(name),
  );
  if (before.method !== now.method) labels.unshift('payout method');
  if (labels.length === 0) return null;
  const isSameNumber = before.method === now.method && !differing.some((name) => NUMBERS.has(name));
  return `${labels.join(', ')}${isSameNumber ? '; the account number is the same' : ''}`;
}

/** Names the changed details in reasons of rows on hold whose accounts look alike, before the intake of `run` ends. */
export async function nameChangedDetails(db: Db, vault: Vault, run: bigint): Promise<void> {
  const { rows } = await db.query<Pair>(
    `select p.id, p.merchant_id, p.row_sealed, e.id as old_id, e.row_sealed as old_sealed
     from payrun.payment_row p join payrun.payment e on e.id = p.held_for
     where p.run_id = $1 and p.state = 'held' and p.reason_code = 'account_changed' and not p.account_uncertain
       and e.account_hint = p.account_hint and e.account_fp = e.paid_account_fp limit ${MOST}`,
    [run],
  );
  for (const pair of rows) {
    const details = compareRows(vault, pair);
    if (details !== null)
      await db.query('update payrun.payment_row set reason = replace(reason, $3, $4) where run_id = $1 and id = $2', [
        ...[run, pair.id, ANY_DETAIL, details],
      ]);
  }
}

/** The details that changed between each of these payments and its earlier one, by the id of the payment. */
export async function getChangedDetails(
  db: Db,
  vault: Vault,
  pairs: readonly { readonly payment: string; readonly last: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await db.query<Pair>(
    `select p.id, p.merchant_id, p.row_sealed, e.id as old_id, e.row_sealed as old_sealed
     from unnest($1::uuid[], $2::uuid[]) as pair (payment, last)
       join payrun.payment p on p.id = pair.payment and p.account_fp = coalesce(p.paid_account_fp, p.account_fp)
       join payrun.payment e on e.id = pair.last and e.account_fp = e.paid_account_fp`,
    [pairs.map(({ payment }) => payment), pairs.map(({ last }) => last)],
  );
  return new Map(
    rows.flatMap((pair) => {
      const details = compareRows(vault, pair, true);
      return details === null ? [] : [[pair.id, details] as const];
    }),
  );
}

/** Null if they do not differ, or if one was purged, names no account or cannot be opened. */
function compareRows(vault: Vault, { old_id, old_sealed, ...now }: Pair, showsValues = false): string | null {
  try {
    const before = namedAccount(vault, { id: old_id, merchant_id: now.merchant_id, row_sealed: old_sealed });
    const named = namedAccount(vault, now);
    return before && named ? changedDetails(before, named, showsValues) : null;
  } catch (error) {
    if (isError(error, 'vault_damaged')) return null;
    throw error;
  }
}
