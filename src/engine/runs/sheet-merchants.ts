import { isError, PayrunError } from '../../errors.ts';
import type { Payers } from '../../intake/ingest-rows.ts';
import { listMerchants, type MerchantRow } from '../../ledger/merchants/merchant.ts';
import type { RunOptions } from '../../ledger/runs/run.ts';
import { once } from '../../platform/once.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';

/**
 * Checks whether a merchant of a name can pay. The keys are verified only when they are used. Reads the merchants once
 * for a sheet.
 */
export function knownPayingMerchants(appContext: AppContext): Payers {
  const merchants = once(() => payingMerchantsOf(appContext));
  return { knows: async (merchant) => (await merchants()).includes(merchant) };
}

/** The merchant or merchants that pay a sheet. */
export interface SheetMerchant {
  /** The merchant of the run that ingests the sheet. */
  readonly merchant: string;
  /** Present if the rows name merchants. */
  readonly byRow?: NonNullable<RunOptions['byRow']>;
}

/**
 * Determines who pays a sheet. If any row names a merchant, the rows decide; rows without one are paid by `asked`, or
 * by the only merchant that can pay. Reads as far as the first known merchant. Throws `merchant_unknown`, and
 * `keys_required` if the merchant that is to pay has no keys.
 */
export async function getSheetMerchant(
  appContext: AppContext,
  sheet: OpenSheet,
  asked: string | undefined,
): Promise<SheetMerchant> {
  if (asked !== undefined) await requireMerchant(appContext, asked);
  if (sheet.understood.columns.includes('merchant')) {
    const merchants = await payingMerchantsOf(appContext);
    const otherwise = asked ?? (merchants.length === 1 ? merchants[0]! : null);
    let unknownMerchant: string | null = null;
    for await (const rows of sheet.rows()) {
      for (const { cells } of rows) {
        if (cells.merchant === undefined) continue;
        if (merchants.includes(cells.merchant)) return { merchant: cells.merchant, byRow: { otherwise } };
        unknownMerchant ??= cells.merchant;
      }
    }
    if (unknownMerchant !== null) {
      if (otherwise === null) throw new PayrunError('merchant_unknown', { merchant: unknownMerchant });
      return { merchant: otherwise, byRow: { otherwise } };
    }
  }
  return { merchant: asked ?? (await merchantOfNoName(appContext)) };
}

/**
 * The merchant of a sheet that names none: the default merchant, or the only one whose keys are stored. Throws
 * `keys_required`.
 */
export async function merchantOfNoName(appContext: AppContext): Promise<string> {
  try {
    await requireMerchant(appContext, appContext.defaultMerchant);
    return appContext.defaultMerchant;
  } catch (error) {
    const only = isError(error, 'keys_required') ? await soleMerchant(appContext) : undefined;
    if (only === undefined) throw error;
    await requireMerchant(appContext, only);
    return only;
  }
}

/** The only merchant that can pay, for a sheet that names none; undefined if there are several or none. */
export async function soleMerchant(appContext: AppContext): Promise<string | undefined> {
  const merchants = await payingMerchantsOf(appContext);
  return merchants.length === 1 ? merchants[0] : undefined;
}

async function payingMerchantsOf(appContext: AppContext): Promise<readonly string[]> {
  const { config, defaultMerchant, ledger } = appContext;
  const usable = await requireMerchant(appContext, defaultMerchant).then(
    () => [defaultMerchant],
    (error: unknown) => {
      if (isError(error, 'keys_required', 'merchant_keys_taken')) return [];
      throw error;
    },
  );
  // With the embedded sandbox, only merchants whose keys it created and that are stored.
  const isUsable = ({ environment, keys_sealed }: MerchantRow) =>
    !config.embeddedService || (environment === 'sandbox' && keys_sealed !== null);
  const others = (await listMerchants(ledger.db)).filter(
    (row) => row.id !== defaultMerchant && row.key_kind !== 'parent' && isUsable(row),
  );
  return [...usable, ...others.map(({ id }) => id)];
}
