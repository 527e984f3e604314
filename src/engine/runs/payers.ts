import { isError, PayrunError } from '../../errors.ts';
import type { Payers } from '../../intake/intake.ts';
import { listMerchants, type MerchantRow } from '../../ledger/merchants/merchant.ts';
import type { RunOptions } from '../../ledger/runs/run.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';

/** Whether a merchant of some name can pay here; whether its keys are good is seen when they are used. Asked once for one sheet. */
export function sheetPayers(appContext: AppContext): Payers {
  let payers: Promise<readonly string[]> | null = null;
  return {
    async knows(merchant) {
      payers ??= payersOf(appContext);
      return (await payers).includes(merchant);
    },
  };
}

/** Who pays a sheet. */
export interface SheetPayer {
  /** The run that takes the sheet in is this merchant's. */
  readonly merchant: string;
  /** Where the rows say who pays. */
  readonly byRow?: NonNullable<RunOptions['byRow']>;
}

/**
 * Who pays a sheet. Its rows say so where any of them names a merchant; rows that name nobody are then paid by the one that was
 * `asked` for, or by the only one there is. Reads as far as the first merchant who is known.
 * Throws `merchant_unknown`, and `keys_required` where the sheet names nobody and the merchant of such sheets has no keys.
 */
export async function payerOfSheet(
  appContext: AppContext,
  sheet: OpenSheet,
  asked: string | undefined,
): Promise<SheetPayer> {
  if (asked !== undefined) await requireMerchant(appContext, asked);
  if (sheet.understood.columns.includes('merchant')) {
    const payers = await payersOf(appContext);
    const otherwise = asked ?? (payers.length === 1 ? payers[0]! : null);
    let stranger: string | null = null;
    for await (const rows of sheet.rows()) {
      for (const { cells } of rows) {
        if (cells.merchant === undefined) continue;
        if (payers.includes(cells.merchant)) return { merchant: cells.merchant, byRow: { otherwise } };
        stranger ??= cells.merchant;
      }
    }
    if (stranger !== null) {
      if (otherwise === null) throw new PayrunError('merchant_unknown', { merchant: stranger });
      return { merchant: otherwise, byRow: { otherwise } };
    }
  }
  const merchant = asked ?? appContext.defaultMerchant;
  if (asked === undefined) await requireMerchant(appContext, merchant);
  return { merchant };
}

/** The one merchant who can pay here, for a sheet that says nothing of it; undefined where there are several, or none. */
export async function onlyPayer(appContext: AppContext): Promise<string | undefined> {
  const payers = await payersOf(appContext);
  return payers.length === 1 ? payers[0] : undefined;
}

async function payersOf(appContext: AppContext): Promise<readonly string[]> {
  const { config, defaultMerchant, ledger } = appContext;
  const usable = await requireMerchant(appContext, defaultMerchant).then(
    () => [defaultMerchant],
    (error: unknown) => {
      if (isError(error, 'keys_required', 'merchant_keys_taken')) return [];
      throw error;
    },
  );
  // At the embedded sandbox only those whose keys were made there and are kept.
  const isHere = ({ environment, keys_sealed }: MerchantRow) =>
    !config.embeddedService || (environment === 'sandbox' && keys_sealed !== null);
  const others = (await listMerchants(ledger.db)).filter(
    (row) => row.id !== defaultMerchant && row.key_kind !== 'parent' && isHere(row),
  );
  return [...usable, ...others.map(({ id }) => id)];
}
