import type { Db } from '../ledger/db/db.ts';
import {
  correctedRows,
  everyRowThatCameBefore,
  noteSameAccounts,
  recordEarlierAuthors,
  type SealedRow,
} from '../ledger/payments/bank-detail-authors.ts';
import { openRow } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import type { Cells } from '../model.ts';

/**
 * Notes who typed the bank details of a run's payments, where that was not its maker: somebody has corrected another cell of the row,
 * in the grid or in the sheet, or has repeated it. They count as makers of it. Only rows that came before are opened.
 */
export async function recordBankDetailAuthors(db: Db, vault: Vault, run: bigint): Promise<void> {
  await noteSameAccounts(db, run);
  for await (const page of everyRowThatCameBefore(db, run)) {
    const earliest = new Map<string, { id: string; earlier: string }>();
    for (const { id, row_sealed, earlier, earlier_sealed } of page) {
      if (earliest.has(id)) continue;
      const [now, before] = [
        { id, row_sealed },
        { id: earlier, row_sealed: earlier_sealed },
      ];
      const typed = new Set(whereTo(vault, before));
      if (whereTo(vault, now).some((account) => typed.has(account))) earliest.set(id, { id, earlier });
    }
    await recordEarlierAuthors(db, run, [...earliest.values()]);
  }

  const { before, now } = await correctedRows(db, run);
  const typed = new Map(before.flatMap((row) => whereTo(vault, row).map((account) => [account, row.id] as const)));
  const found = now.flatMap((row) =>
    whereTo(vault, row).flatMap((account) => {
      const earlier = typed.get(account);
      return earlier === undefined ? [] : [{ id: row.id, earlier }];
    }),
  );
  await recordEarlierAuthors(db, run, found);
}

const whereTo = (vault: Vault, { id, row_sealed }: SealedRow) => accountsIn(openRow(vault, id, row_sealed).cells);

/**
 * What in a row says where money goes, as far as two rows can be compared that may be wrong: the numbers of accounts, in whichever
 * column they stand, and the address of a PayPal account. Who corrects a BIC, a bank or a name has not chosen the account.
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
