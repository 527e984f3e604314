import { checkContext } from '../../intake/check-context.ts';
import { checkRow, PAYMENT_COLUMNS } from '../../intake/check-row.ts';
import { paidBefore } from '../../ledger/known-recipients.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import type { Cells, Problem } from '../../model.ts';
import { createBankNumberSuggester } from '../../rules/banks/suggest-repair.ts';
import { findingsAfterEdit } from '../../sheets/edited-row.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';

/**
 * The cells that name a recipient who was paid before: their number, or else what their last row says of them. Null if
 * neither is known. Throws `vault_damaged`.
 */
export async function getRecipientCells({ ledger }: Pick<AppContext, 'ledger'>, id: string): Promise<Cells | null> {
  const { referenceId = null, cells = null } = (await paidBefore(ledger, id)) ?? {};
  if (referenceId !== null) return { referenceId };
  return (
    cells &&
    Object.fromEntries(Object.entries(cells).filter(([name]) => name === 'referenceId' || !PAYMENT_COLUMNS.has(name)))
  );
}

/** Checks the cells of one payment by the rules for rows of a sheet. */
export async function checkOnePayment(
  appContext: AppContext,
  merchant: string,
  cells: Cells,
): Promise<readonly Problem[]> {
  const { ledger, config, clock } = appContext;
  await requireMerchant(appContext, merchant);
  const { country } = await getMerchant(ledger.db, merchant);
  const { rules } = await appContext.rules();
  const context = checkContext({ ...config, ...rules }, clock.now(), country);
  const { problems } = checkRow({ row: 2, cells, original: [], findings: findingsAfterEdit([], {}, cells) }, context);
  return createBankNumberSuggester()(problems, cells);
}
