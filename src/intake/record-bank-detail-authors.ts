import type { Db } from '../ledger/db/db.ts';
import {
  noteAuthorsOfUnpaidAccounts,
  noteSameAccounts,
  recordEarlierAuthors,
  rowsCorrectedIn,
  streamEarlierRowPairs,
} from '../ledger/payments/bank-detail-authors.ts';
import { openRow, type SealedRow } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import type { Cells } from '../model.ts';

/**
 * Records who typed the bank details of a run's payments, if not the uploader, who may have corrected another cell of
 * the row, retried it, or may pay an account for the first time. The author counts as an uploader of the row. Opens
 * only rows that occurred before.
 */
export async function recordBankDetailAuthors(db: Db, vault: Vault, run: bigint): Promise<void> {
  await noteSameAccounts(db, run);
  await noteAuthorsOfUnpaidAccounts(db, run);
  for await (const page of streamEarlierRowPairs(db, run)) {
    const earliest = new Map<string, { id: string; earlier: string }>();
    for (const now of page) {
      const { id, earlier, earlier_merchant, earlier_sealed } = now;
      if (earliest.has(id)) continue;
      const typed = new Set(
        paidAccounts(vault, { id: earlier, merchant_id: earlier_merchant, row_sealed: earlier_sealed }),
      );
      if (paidAccounts(vault, now).some((account) => typed.has(account))) earliest.set(id, { id, earlier });
    }
    await recordEarlierAuthors(db, run, [...earliest.values()]);
  }

  const corrected = (await rowsCorrectedIn(db, run)).map((row) => ({ ...row, ...openRow(vault, row) }));
  const typed = new Map(
    corrected.flatMap(({ replaces, before = {} }) => accountsIn(before).map((account) => [account, replaces] as const)),
  );
  const found = corrected.flatMap(({ id, cells }) =>
    accountsIn(cells).flatMap((account) => {
      const earlier = typed.get(account);
      return earlier === undefined ? [] : [{ id, earlier }];
    }),
  );
  await recordEarlierAuthors(db, run, found);
}

const paidAccounts = (vault: Vault, row: SealedRow) => accountsIn(openRow(vault, row).cells);

/**
 * The parts of a row that determine the destination of the money: account numbers, in any column, and the address of a
 * PayPal account. Compares rows that may be invalid. A corrected BIC, bank or name does not choose the account.
 */
function accountsIn({ iban, accountNum, paypalEmail, payoutMethod, email }: Cells): readonly string[] {
  const paypal = paypalEmail ?? (payoutMethod?.trim().toLowerCase() === 'paypal' ? email : undefined);
  return [iban, accountNum, paypal].flatMap((text) => {
    const plain = (text ?? '')
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    return plain === '' ? [] : [plain];
  });
}
